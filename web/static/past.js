// The games on record: results, each replayed move by move, exported; and what the dice and the players did over all evenings.

import { at, button, element, text } from "./dom.js";
import { capital, day, locale, say, sayCount } from "./words.js";

const LONG = 1.4; // times as high as wide: sheets one below the other are scrolled, not made small

const WORDS = { beginner: say("beginner"), strong: say("strong") }; // how well the companion played

let game = null; // the one that is replayed
let board = null;

async function load(path) {
  const answer = await fetch(path);
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error);
  return said;
}

// Shows why where it could not be fetched.
async function tried(work) {
  try {
    await work();
    text("problem", "");
  } catch (fault) {
    text("problem", fault.message.includes("fetch") ? say("The box cannot be reached.") : fault.message);
  }
}

async function listGames() {
  const games = await load("/api/past");
  at("games").replaceChildren(...games.map(row));
  if (!games.length) at("games").append(element("li", say("No game has been played yet.")));
  at("statistics").hidden = !games.length;
}

// By name, and where the companion played also how well.
function seated({ players, companion }) {
  return players.map((name, seat) => (companion[seat] ? `${name} (${WORDS[companion[seat]] ?? companion[seat]})` : name)).join(", ");
}

function row({ number, title, players, companion, started, state, winners, why }) {
  if (state === "unreadable") return unreadable(number, title, players, started, why);
  const made = element("li");
  const open = button("", () => tried(() => replay(number)));
  open.append(element("b", `${seated({ players, companion })}: ${ended(winners)}`), element("small", `${title}, ${day(started)}`));
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
  made.append(element("b", say("{game}: set aside", { game: who })), element("small", `${title || say("unknown")}, ${day(started)}`), element("small", `${capital(why)}.`), away);
  made.className = "set-aside";
  return made;
}

async function replay(number) {
  game = await load(`/api/past/${number}`);
  board = await import(`/games/${game.game}/board.js`).catch(() => null);
  game.colours.forEach((name, seat) => document.documentElement.style.setProperty(`--seat-${seat}`, `var(--${name})`));
  at("replay-title").textContent = `${game.title}: ${seated(game)}`;
  at("step").max = game.moves.length;
  at("export").href = `/api/past/${number}/export`;
  at("replay").hidden = false;
  await step(game.moves.length);
  at("replay").scrollIntoView();
}

async function step(nth) {
  const move = game.moves[nth - 1];
  at("step").value = nth;
  at("step-of").textContent = say("{number} of {count}", { number: nth, count: game.moves.length });
  at("back").disabled = nth === 1;
  at("on").disabled = nth === game.moves.length;
  at("told").textContent = move.told.join(" ");
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

const moved = (by) => tried(() => step(Number(at("step").value) + by));
at("back").addEventListener("click", () => moved(-1));
at("on").addEventListener("click", () => moved(1));
at("step").addEventListener("input", () => moved(0));
at("close").addEventListener("click", () => (at("replay").hidden = true));
await tried(async () => {
  await listGames();
  await showStatistics();
});
