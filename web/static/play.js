// A game under way, or just won: whose turn, the board, what happened, and the way to the next game.

import { act, call } from "./calls.js";
import { at, element, list, redraw, text } from "./dom.js";
import { isHeld } from "./held.js";
import { boardOf, panelOf, tools } from "./parts.js";
import { why } from "./own.js";
import { piece } from "./pieces.js";
import { awaited, inLobby, now, onShow, over } from "./snapshot.js";
import { sure } from "./sure.js";
import { headline, result, seatOf, todo } from "./turn.js";
import { locale, say, sayOf } from "./words.js";

const TALL = 0.75; // of the screen
const LONG = 1.4; // times as high as wide
const MOST_MOVES = 8; // lines

const WIDE = matchMedia("(min-width: 900px)"); // two columns
const REACH = 0.5; // of the screen: more of it would bury the board

function show(before) {
  // What was read or tapped last is gone; what is new stands at the top.
  if (before && before.game !== now.game) scrollTo(0, 0);
  const view = now.view;
  const turn = seatOf();
  const title = headline(turn);
  at("turn").textContent = title;
  document.title = `${title} – Companion`;
  at("turn-piece").replaceChildren(...(turn === null ? [] : [piece(turn)]));
  showNumber(inLobby() ? "" : view.number);
  text("todo", todo(turn));
  showEnd();
  showApart();
  showChoicesPlace();
  showBoard();
  showMore();
  list("lines", inLobby() ? [] : boardOf(now.game) ? view.lines.filter((line) => !view.drawn.includes(line)) : view.lines);
  text("move", moves(view.move));
  at("undo").disabled = !now.can_undo;
  at("dock").hidden = inLobby() && !awaited() && !now.can_undo && !now.can_redo; // nothing to be done there
  at("undo").replaceChildren(sayOf("a narrow button", "Undo"), ...(now.undoes.length ? [element("small", now.undoes[0])] : []));
  at("undo").title = now.undoes.join(" ");
  at("redo").disabled = !now.can_redo;
  at("table-part").hidden = inLobby() && !awaited();
  at("told-part").hidden = !now.told.length;
  redraw("told", now.told, () => now.told.map((sentence) => element("p", sentence)));
  showCheck();
  document.body.classList.toggle("checking", now.check_board);
  at("menu").hidden = inLobby();
  at("odds").textContent = now.odds.on ? say("Hide the odds") : say("Show the odds");
  speak([title, todo(turn), ...(now.told.length ? now.told : view.move), why(now)]);
}

// After a power cut the board is looked at first; when a game goes on after a rest, people may.
function showCheck() {
  at("check-board").hidden = !now.check_board && !(now.taken_up && now.board_photo);
  at("check-title").textContent = now.check_board ? say("Power was cut") : say("On with the game");
  at("check-words").textContent = now.check_board ? say("The board should look like this. If not, put the pieces so.") : say("Does the board still look like this?");
}

function showNumber(number) {
  text("number", number);
  const unit = boardOf(now.game)?.unit;
  if (number && unit) at("number").append(element("small", unit));
}

// One message a change for screen readers, and none where nothing changed.
function speak(parts) {
  const words = parts.filter(Boolean).join(". ").replaceAll("..", ".");
  if (!inLobby() && at("spoken").textContent !== words) at("spoken").textContent = words;
}

// A long way would push what is to be done off the screen; what happened stands below in full.
function moves(all) {
  return (all.length > MOST_MOVES ? [say("… {count} steps before, told below", { count: all.length - MOST_MOVES }), ...all.slice(-MOST_MOVES)] : all).join("\n");
}

function showEnd() {
  text("winner", over() ? result() : "");
  at("after").hidden = !over();
  at("how-it-went").href = `/past?game=${now.number}`;
}

// A copy says whose it is, and leads back to the game that waits for it.
function showApart() {
  const { what_if: branched, daily } = now.apart;
  at("apart").hidden = !branched && !daily;
  at("daily-results").hidden = !daily;
  at("back-to-game").hidden = !branched?.back_to;
  if (daily) text("apart-words", say("Solitaire of the day, {day}.", { day: new Date(`${daily}T12:00`).toLocaleDateString(locale) }));
  if (branched) text("apart-words", say("What if: a copy of game {number}. That one stays as it was.", { number: branched.game }));
}

function showBoard() {
  const board = inLobby() ? null : boardOf(now.game);
  at("board-part").hidden = !board;
  if (!board || isHeld()) return;
  board.draw(at("board"), now.position, tools());
  placeBoard();
}

// Again when a phone is turned.
function placeBoard() {
  if (at("board-part").hidden || isHeld()) return;
  const { width, height } = at("board").viewBox.baseVal;
  at("board").classList.toggle("long", height > LONG * width); // sheets of several seats, one below the other
  // A board as tall as the screen would bury what is to be done.
  const leads = panelOf(now.game)?.leads?.(tools());
  const tall = at("board").getBoundingClientRect().height > TALL * innerHeight;
  follows("board-part", WIDE.matches ? (leads ? "table-part" : "lobby") : tall || leads ? "dock" : "lobby");
}

// In two columns, choices that stand in for the board stand in its place.
function showChoicesPlace() {
  const instead = WIDE.matches && !inLobby() && panelOf(now.game)?.leads?.(tools());
  if (instead) follows("table-part", "lobby");
  else if (at("table-part").parentElement !== at("dock").parentElement) at("dock").parentElement.prepend(at("table-part"));
}

function follows(id, before) {
  if (at(before).nextElementSibling !== at(id)) at(before).after(at(id));
}

function showMore() {
  const more = inLobby() ? undefined : panelOf(now.game)?.more;
  at("more-part").hidden = !more;
  if (more) more(at("more-part"), tools());
}

// What is stuck to the screen's foot as well stands above it.
function holdDock() {
  const high = at("dock").offsetHeight;
  const stuck = at("dock").classList.toggle("stuck", high < REACH * innerHeight);
  document.documentElement.style.setProperty("--dock", stuck && !WIDE.matches ? `${high}px` : "0px");
}

async function leave() {
  const sentence = say("This game is not finished. It stays on record, and you can go on with it later.");
  if (over() || (await sure(sentence, say("New game")))) await act("lobby");
  at("menu").open = false;
}

export function setUpPlay() {
  onShow(show);
  at("undo").addEventListener("click", () => act("undo"));
  at("redo").addEventListener("click", () => act("redo"));
  at("again").addEventListener("click", () => act("again"));
  at("checked").addEventListener("click", () => act("checked"));
  at("back-to-game").addEventListener("click", () => act("back"));
  at("to-lobby").addEventListener("click", () => act("lobby"));
  at("new-game").addEventListener("click", leave);
  at("odds").addEventListener("click", () => call("/api/odds", JSON.stringify({ on: !now.odds.on })));
  WIDE.addEventListener("change", () => now && show());
  new ResizeObserver(holdDock).observe(at("dock"));
  addEventListener("resize", () => {
    holdDock();
    placeBoard();
  });
}
