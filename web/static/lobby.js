// The lobby: what is played next, by whom, in which order. It is the table's own state, so every phone and the box see it
// change; a phone says what it wants in any order.

import { act } from "./calls.js";
import { at, button, called, element, pressed, redraw, text } from "./dom.js";
import { showOwnSeats } from "./own.js";
import { panelOf, tools } from "./parts.js";
import { setUpPlayers, showPlayers } from "./players.js";
import { awaited, inLobby, now, onShow } from "./snapshot.js";
import { capital, day, say, sayCount, sayOf } from "./words.js";

const BEGINS = { chosen: say("Chosen"), youngest: say("Youngest"), dice: say("Dice") };

let games = [];
let picking = null; // how the first player is to be found, where that is tapped and nobody is named yet
let line = Promise.resolve();

// One after the other: what is tapped quickly must not look like an answer to a table that has changed.
function send(event, fields = {}) {
  line = line.then(() => act("choose", { event: { event, ...fields } }));
  return line;
}

function show() {
  const here = inLobby();
  at("lobby").hidden = !here;
  at("lobby-start").hidden = !here;
  if (!here) return;
  const lobby = now.position;
  const game = games.find(({ name }) => name === lobby.chosen);
  showEarlier(lobby);
  redraw("games", [games, lobby.chosen], () => games.map((offered) => gameCard(offered, offered === game)));
  showOptions(game, lobby.options);
  showSetUp(lobby.chosen);
  showPlayers(lobby, game, send);
  showOwnSeats(lobby, game, games, send);
  showBegins(lobby);
  showStart(lobby, game);
}

function showSetUp(game) {
  const setUp = game ? panelOf(game)?.setUp : undefined;
  at("set-up-part").hidden = !setUp;
  if (setUp) setUp(at("set-up-part"), { ...tools(), words: (name, value) => wordsOf(game, name, value), values: (name) => valuesOf(game, name) });
}

function titleOf(name) {
  return games.find((game) => game.name === name)?.title ?? name;
}

function showEarlier({ unfinished, last, players }) {
  const offered = last && !players.length ? last : null;
  at("earlier-part").hidden = !unfinished.length && !offered;
  redraw("earlier", [unfinished, offered, games], () => [
    ...unfinished.map(({ number, game, players: names, started }) =>
      card(say("Go on with {game}", { game: titleOf(game) }), `${names.join(", ")} · ${day(started)}`, () => send("GameResumed", { number })),
    ),
    ...(offered ? [card(say("As last time"), `${titleOf(last.game)}: ${last.players.join(", ")}`, () => send("SetUpRepeated"))] : []),
  ]);
}

function card(words, less, act) {
  const made = button("", act, "pick");
  made.append(element("b", words), element("small", less));
  return made;
}

function gameCard({ name, title, seats: [from, to] }, chosen) {
  const seats = from === to ? sayCount("{count} player", "{count} players", to) : say("{from} to {to} players", { from, to });
  return pressed(card(title, seats, () => send("GamePicked", { game: name })), chosen);
}

function showOptions(game, chosen) {
  // What the game's own part of the page asks is not asked twice.
  const elsewhere = (game && panelOf(game.name)?.settles) || [];
  const options = (game?.options ?? []).filter(({ name }) => !elsewhere.includes(name));
  const changed = options.filter(({ name, values, rule }) => rule && name in chosen && chosen[name] !== values[0]).length;
  at("options-part").hidden = !options.length;
  at("options-title").textContent = changed ? say("House rules: {count} changed", { count: changed }) : say("House rules: none");
  const kept = (now.position.kept ?? []).filter((one) => one.game === game?.name);
  redraw("options", [options, chosen, kept], () => options.map((option) => optionRow(option, chosen[option.name], kept)));
}

// What people made themselves is listed by its name; what has none yet, only while it is chosen.
function optionRow({ name, title, values, words, meaning }, chosen, kept) {
  const offered = [...values.map((value, nth) => [words[nth], value]), ...kept.filter(({ option }) => option === name).map((own) => [own.name, own.value])];
  const same = ([, value]) => JSON.stringify(value) === JSON.stringify(chosen);
  if (typeof chosen === "object" && chosen && !offered.some(same)) offered.push([say("our own"), chosen]);
  const select = element("select");
  select.id = `option-${name}`;
  select.append(...offered.map(([words]) => element("option", words)));
  select.selectedIndex = Math.max(0, offered.findIndex(same));
  select.addEventListener("change", () => send("OptionPicked", { name, value: offered[select.selectedIndex][1] }));
  const label = element("label", capital(title));
  label.append(element("small", meaning), select);
  return label;
}

// What the game itself offers of an option.
function valuesOf(game, option) {
  return games.find(({ name }) => name === game)?.options.find(({ name }) => name === option)?.values ?? [];
}

// A value of an option as the box says it.
function wordsOf(game, option, value) {
  const { values, words } = games.find(({ name }) => name === game)?.options.find(({ name }) => name === option) ?? {};
  return words?.[values.indexOf(value)] ?? String(value);
}

function showBegins(lobby) {
  if (picking === lobby.begins) picking = null;
  const how = picking ?? lobby.begins;
  at("begins-part").hidden = lobby.players.length < 2;
  redraw("begins", [how], () =>
    Object.entries(BEGINS).map(([begins, words]) => pressed(button(words, () => pickHow(begins)), begins === how)),
  );
  const names = how === "dice" ? [] : lobby.players;
  redraw("first", [how, names, lobby.first], () =>
    names.map((name, seat) => {
      const first = how === lobby.begins && seat === lobby.first;
      return pressed(called(button(name, () => send("StartPicked", { begins: how, name })), say("{name} begins", { name })), first);
    }),
  );
  text("begins-hint", hint(how));
  redraw("rolls", [how, lobby.rolls], () =>
    how === "dice" ? Object.entries(lobby.rolls).map(([name, sum]) => element("li", say("{name} threw {sum}.", { name, sum }))) : [],
  );
}

function hint(how) {
  if (how === "dice") return say("Everybody throws two dice, and the highest begins.");
  return how === "youngest" ? say("Who is the youngest?") : "";
}

function pickHow(begins) {
  picking = begins;
  if (begins === "dice") send("StartPicked", { begins, name: "" });
  else showBegins(now.position);
}

function showStart(lobby, game) {
  const lacks = lacking(lobby, game);
  text("lacks", lacks);
  at("start").disabled = Boolean(lacks);
  at("start").textContent = game ? say("Start {game}", { game: game.title }) : sayOf("the game", "Start");
  text("aside", lobby.unfinished.length ? say("Starting sets the unfinished game aside; it stays on record.") : "");
  text("lobby-said", [game ? game.title : say("No game"), lobby.players.join(", ") || say("nobody yet"), lacks].join(". "));
}

function lacking({ players, begins, first }, game) {
  if (!game) return say("Choose a game.");
  const [from, to] = game.seats;
  if (players.length < from) return players.length ? say("{game} needs {count} players.", { game: game.title, count: from }) : say("Who plays?");
  if (players.length > to) return say("{game} takes {count} players at most.", { game: game.title, count: to });
  if (awaited()) return say("The dice are to say who begins.");
  return first === null && begins !== "dice" && players.length > 1 ? say("Say who begins.") : "";
}

async function loadGames() {
  try {
    games = await (await fetch("/api/games")).json();
  } catch {
    return;
  }
  if (now) show();
}

export function setUpLobby() {
  setUpPlayers(send);
  onShow((before) => {
    // The box may have been updated since: what it offers is asked for whenever the lobby opens.
    if (inLobby() && before?.game !== "lobby") loadGames();
    show();
  });
  at("start").addEventListener("click", () => send("SetUpDone"));
}
