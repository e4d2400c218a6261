// A game under way, or just won: whose turn, the board, what happened, and the way to the next game.

import { act, call, mayAct, onAdmission } from "./calls.js";
import { at, element, list, redraw, text } from "./dom.js";
import { boardOf, panelOf, tools } from "./parts.js";
import { awaited, inLobby, now, onShow, over, player, questions } from "./snapshot.js";
import { sure } from "./sure.js";

const TRAY_WORDS = {
  empty: "No dice in the tray.",
  moving: "The dice are moving.",
  hand: "A hand is over the tray.",
  read: "Read:",
  unsure: "Not sure:",
};

const TALL = 0.75; // of the screen
const MOST_MOVES = 8; // lines

function show() {
  const view = now.view;
  const title = inLobby() ? "The next game" : over() ? now.title : view.title;
  at("turn").textContent = title;
  document.title = `${title} – Companion`;
  text("number", inLobby() ? "" : view.number);
  text("todo", todo());
  showEnd();
  showBoard();
  showMore();
  list("lines", inLobby() ? [] : view.lines);
  text("move", moves(view.move));
  at("undo").disabled = !now.can_undo;
  at("redo").disabled = !now.can_redo;
  at("table-part").hidden = inLobby() && !awaited();
  at("told-part").hidden = !now.told.length;
  redraw("told", now.told, () => now.told.map((sentence) => element("p", sentence)));
  showTray();
  const troubles = Object.entries(now.devices).filter(([, device]) => device.problem);
  at("devices-part").hidden = !troubles.length;
  list("devices", troubles.map(([name, device]) => `${name[0].toUpperCase()}${name.slice(1)}: ${device.problem}`));
  at("menu").hidden = inLobby();
  at("odds").textContent = now.odds.on ? "Hide the odds" : "Show the odds";
}

// A long way would push what is to be done off the screen; what happened stands below in full.
function moves(all) {
  return (all.length > MOST_MOVES ? [`… ${all.length - MOST_MOVES} steps before, told below`, ...all.slice(-MOST_MOVES)] : all).join("\n");
}

// What the table waits for. Where a seat may roll or choose, it says both.
function todo() {
  const asked = [awaited(), ...questions().filter((prompt) => !prompt.optional)].filter(Boolean);
  const parts = asked.map((prompt) => [prompt.seat === null ? "Anybody" : player(prompt.seat), wanted(prompt)]);
  const of = (who) => [...new Set(parts.filter(([whose]) => whose === who).map(([, what]) => what))].join(" or ");
  const groups = new Map(); // what is wanted -> of whom
  for (const who of new Set(parts.map(([name]) => name))) groups.set(of(who), [...(groups.get(of(who)) ?? []), who]);
  return [...groups].map(([what, names]) => `${names.join(", ")}: ${what}`).join("; ");
}

function wanted(prompt) {
  if (prompt.kind === "RollDice") return `roll ${prompt.count} dice`;
  if (prompt.kind === "RevealTile") return `turn the tile on ${prompt.space}`;
  return prompt.options.length > 1 ? "choose" : prompt.labels[0].toLowerCase();
}

function showEnd() {
  const names = (now.winners ?? []).map(player);
  const won = names.length ? `${names.join(" and ")} ${names.length > 1 ? "win" : "wins"}!` : "A draw.";
  text("winner", over() ? won : "");
  at("after").hidden = !over();
}

function showBoard() {
  const board = inLobby() ? null : boardOf(now.game);
  at("board-part").hidden = !board;
  if (!board) return;
  board.draw(at("board"), now.position, tools());
  // A board as tall as the screen would bury what is to be done.
  const tall = at("board").getBoundingClientRect().height > TALL * innerHeight;
  const place = at(tall || panelOf(now.game)?.leads?.(tools()) ? "table-part" : "lobby");
  if (place.nextElementSibling !== at("board-part")) place.after(at("board-part"));
}

function showMore() {
  const more = inLobby() ? undefined : panelOf(now.game)?.more;
  at("more-part").hidden = !more;
  if (more) more(at("more-part"), tools());
}

function showTray() {
  const tray = now.tray;
  const camera = now.devices.camera;
  const idle = !awaited() && tray.state === "empty";
  at("tray-part").hidden = !camera || camera.kind === "none" || idle || at("table-part").hidden;
  at("tray-words").textContent = tray.state === "read" ? `Read: ${tray.values.join(", ")}` : TRAY_WORDS[tray.state];
  list("tray-reasons", tray.reasons);
  const picture = mayAct && tray.picture ? `/api/tray.jpg?picture=${tray.picture}` : "";
  at("tray").hidden = !picture;
  if (picture && at("tray").getAttribute("src") !== picture) at("tray").src = picture;
}

async function leave() {
  const sentence = "This game is not finished. It stays on record, and you can go on with it later.";
  if (over() || (await sure(sentence, "New game"))) await act("lobby");
  at("menu").open = false;
}

export function setUpPlay() {
  onShow(show);
  onAdmission(() => now && showTray());
  at("undo").addEventListener("click", () => act("undo"));
  at("redo").addEventListener("click", () => act("redo"));
  at("again").addEventListener("click", () => act("again"));
  at("to-lobby").addEventListener("click", () => act("lobby"));
  at("new-game").addEventListener("click", leave);
  at("odds").addEventListener("click", () => call("/api/odds", JSON.stringify({ on: !now.odds.on })));
  at("tray").addEventListener("error", () => (at("tray").hidden = true));
}
