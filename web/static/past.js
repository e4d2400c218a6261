// The games on record: results, each replayed move by move, exported; and what the dice and the players did over all evenings.

import { drawPlot, MADE, TITLES, worthWords } from "./course.js";
import { at, button, element, svg, text } from "./dom.js";
import { load, toTheTable, tried } from "./loading.js";
import { colour, token } from "./tokens.js";
import { LEVELS } from "./own.js";
import { day, locale, say, sayCount, sentence } from "./words.js";

const LONG = 1.4; // times as high as wide: sheets one below the other are scrolled, not made small

let game = null; // the one that is replayed
let board = null;
let course = null; // how it went, as far as that is known

async function listGames() {
  const games = await load("/api/past");
  at("games").replaceChildren(...games.map(row));
  if (!games.length) at("games").append(element("li", say("No game has been played yet.")));
  at("statistics").hidden = !games.length;
}

// By name, and where the companion played also how well.
function seated({ players, companion }) {
  return players.map((name, seat) => (companion[seat] ? `${name} (${LEVELS[companion[seat]] ?? companion[seat]})` : name)).join(", ");
}

function row({ number, title, players, companion, started, state, winners, why, apart }) {
  if (state === "unreadable") return unreadable(number, title, players, started, why);
  const made = element("li");
  const open = button("", () => tried(() => replay(number)));
  open.append(element("b", `${seated({ players, companion })}: ${ended(winners)}`), element("small", `${title}, ${day(started)}`));
  if (apart.daily) open.append(element("small", say("Solitaire of the day")));
  if (apart.what_if) open.append(element("small", say("What might have been, from game {number} on", { number: apart.what_if.game })));
  made.append(open);
  return made;
}

function ended(winners) {
  if (!winners) return say("unfinished");
  return winners.length ? sayCount("{names} won", "{names} won", winners.length, { names: winners.join(say(" and ")) }) : say("a draw");
}

// Of a game that these rules refuse there is nothing to replay; a file of it can go to the companion that knows it.
function unreadable(number, title, players, started, why) {
  const made = element("li");
  const away = element("a", say("Export"));
  Object.assign(away, { href: `/api/past/${number}/export`, download: "", className: "button" });
  const who = players.length ? players.join(", ") : say("Game {number}", { number });
  made.append(element("b", say("{game}: set aside", { game: who })), element("small", `${title || say("unknown")}, ${day(started)}`), element("small", sentence(why)), away);
  made.className = "set-aside";
  return made;
}

async function replay(number) {
  game = await load(`/api/past/${number}`);
  course = null;
  showCourse();
  board = await import(`/games/${game.game}/board.js`).catch(() => null);
  game.colours.forEach((name, seat) => document.documentElement.style.setProperty(`--seat-${seat}`, `var(--${name})`));
  at("replay-title").textContent = `${game.title}: ${seated(game)}`;
  at("step").max = game.moves.length;
  at("export").href = `/api/past/${number}/export`;
  at("replay").hidden = false;
  await step(game.moves.length);
  at("replay").scrollIntoView();
  tried(() => follow(game));
}

// Asks on until all is known; another game may have been opened meanwhile.
async function follow(asked) {
  do {
    const found = await load(`/api/past/${asked.number}/course?known=${course?.worths.length ?? 0}`);
    if (game !== asked) return;
    course = found;
    showCourse();
  } while (course.searching);
}

function showCourse() {
  at("course").hidden = !course;
  at("course-told").hidden = !course?.sums;
  if (!course) return;
  at("plot").hidden = at("worths").hidden = !course.worths.length;
  const far = say("The advisor goes through the game: {done} of {all}.", { done: course.worths.length, all: course.of });
  text("course-words", course.searching ? far : (course.why ?? TITLES[course.unit]));
  drawCourse();
  if (!course.sums) return;
  tell("mistakes", course.mistakes, 1);
  tell("luckiest", course.luckiest, 0);
  at("made-words").textContent = MADE[course.unit];
  fill("made", course.sums.map(({ luck, choices, rest }, seat) => [game.players[seat], luck, choices, rest]));
}

// The worst and the best, each the way to its moment; a mistake to the one before it, where it was decided.
function tell(id, those, before) {
  at(`${id}-title`).hidden = at(id).hidden = !those.length;
  at(id).replaceChildren(...those.map(({ moments, seat, told }) => {
    const line = element("li");
    const open = button("", () => tried(async () => {
      await step(Math.max(1, moveOf(moments) - before));
      at("course").scrollIntoView();
    }));
    open.append(mark(seat), element("span", told));
    line.append(open);
    return line;
  }));
}

function mark(seat) {
  const drawn = token(seat, 0, 0, 9);
  drawn.style.fill = colour(seat);
  drawn.style.stroke = "var(--edge)";
  drawn.style.strokeWidth = "2";
  return svg("svg", { viewBox: "-12 -12 24 24", class: "piece", "aria-hidden": "true" }, drawn);
}

// The move after which there were so many moments, or the first with more.
function moveOf(moments) {
  return game.moves.findIndex((move) => move.moments >= moments) + 1;
}

function drawCourse() {
  if (!course?.worths.length) return;
  const { moments } = game.moves[Number(at("step").value) - 1];
  const pick = (moment) => tried(async () => {
    await step(moveOf(moment));
    at("course").scrollIntoView(); // with the board under it
  });
  drawPlot(at("plot"), { ...course, count: course.of, at: moments, pick });
  const now = course.worths[moments - 1];
  at("worths").replaceChildren(...game.players.map((name, seat) => {
    const line = element("li");
    line.append(mark(seat), element("span", now ? `${name} ${worthWords(course.unit, now[seat])}` : name));
    return line;
  }));
}

async function step(nth) {
  const move = game.moves[nth - 1];
  at("step").value = nth;
  at("step-of").textContent = say("{number} of {count}", { number: nth, count: game.moves.length });
  at("back").disabled = nth === 1;
  at("on").disabled = nth === game.moves.length;
  at("what-if").disabled = game.over && nth === game.moves.length; // nothing is left to play
  at("told").textContent = move.told.join(" ");
  drawCourse();
  const position = await load(`/api/past/${game.number}/position?moments=${move.moments}`);
  if (Number(at("step").value) !== nth) return; // a slider may have moved on meanwhile
  board?.draw(at("board"), position);
  const { width, height } = at("board").viewBox.baseVal;
  at("board").classList.toggle("long", height > LONG * width);
}

async function showStatistics() {
  const { dice, busts, players } = await load("/api/statistics");
  fill("players", players.map(({ name, games, wins, busts: lost, longest }) => [name, games, wins, lost, longest || "–"]));
  at("fairness").textContent = dice.words;
  at("faces").tHead.replaceChildren(cells("th", [1, 2, 3, 4, 5, 6]));
  fill("faces", dice.rolls ? [dice.faces] : []);
  fill("sums", dice.rolls ? dice.sums.map(({ sum, made, expected }) => [sum, made, expected.toLocaleString(locale, { useGrouping: false })]) : []);
  at("busts-part").hidden = !busts.length;
  at("busts").replaceChildren(...busts.slice(0, 20).map((words) => element("li", words)));
}

function fill(id, rows) {
  at(id).hidden = !rows.length;
  at(id).tBodies[0].replaceChildren(...rows.map((row) => cells("td", row)));
}

function cells(kind, values) {
  const made = element("tr");
  made.append(...values.map((value, nth) => element(nth || kind === "th" ? kind : "th", String(value))));
  return made;
}

// A copy of the game goes on at the table from the move that is looked at.
async function branch() {
  const { moments } = game.moves[Number(at("step").value) - 1];
  await toTheTable("/api/what-if", { number: game.number, moments });
}

const moved = (by) => tried(() => step(Number(at("step").value) + by));
at("back").addEventListener("click", () => moved(-1));
at("on").addEventListener("click", () => moved(1));
at("step").addEventListener("input", () => moved(0));
at("what-if").addEventListener("click", () => tried(branch));
at("close").addEventListener("click", () => (at("replay").hidden = true));
await tried(async () => {
  await listGames();
  await showStatistics();
  const named = Number(new URLSearchParams(location.search).get("game"));
  if (named) await replay(named);
});
