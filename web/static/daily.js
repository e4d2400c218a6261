// The day's solitaires: where they begin, what the advisor needs, who needed what, and the way to play one.

import { at, button, element, svg } from "./dom.js";
import { load, toTheTable, tried } from "./loading.js";
import { locale, say } from "./words.js";

function dayWords(day, how) {
  return new Date(`${day}T12:00`).toLocaleDateString(locale, how);
}

async function show() {
  const { day, games, before, names } = await load("/api/daily");
  at("day").textContent = dayWords(day, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  at("name").value ||= names[0] ?? "";
  at("names").replaceChildren(...names.map((name) => button(name, () => (at("name").value = name))));
  at("dailies").replaceChildren(...(await Promise.all(games.map(card))));
  at("before-part").hidden = !before.length;
  at("before").tBodies[0].replaceChildren(...before.flatMap(rows));
}

async function card({ game, title, position, par, results }) {
  const made = element("section");
  const board = svg("svg", { class: "daily-board" });
  const drawn = await import(`/games/${game}/board.js`);
  drawn.draw(board, { ...position, players: [""] });
  const list = element("ol", "", "lines");
  list.append(...results.map(({ name, result }) => element("li", `${name}: ${result}`)));
  const play = button(say("Play {game}", { game: title }), () => tried(() => toTheTable("/api/daily/play", { game, player: at("name").value.trim() })), "wide main");
  made.append(element("h2", title), board, element("p", say("Par: {par}, the advisor's average.", { par })), list, play);
  return made;
}

function rows({ day, title, par, results }) {
  return results.map(({ name, result }, nth) => {
    const made = element("tr");
    const when = element("th", nth ? "" : dayWords(day, { day: "numeric", month: "short" }));
    if (!nth) when.append(element("small", title));
    made.append(when, ...[name, result, nth ? "" : par].map((words) => element("td", words)));
    return made;
  });
}

at("who").addEventListener("submit", (event) => event.preventDefault());
await tried(show);
