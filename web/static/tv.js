// The wall: nothing but the board, the turn and the roll. It only looks.

import { die } from "./dice.js";
import { at, text } from "./dom.js";
import { showDoor } from "./door.js";
import { live } from "./live.js";
import { why } from "./own.js";
import { boardOf, tools } from "./parts.js";
import { piece, setUpPieces } from "./pieces.js";
import { inLobby, now, onShow, over } from "./snapshot.js";
import { headline, result, seatOf, todo } from "./turn.js";
import { say } from "./words.js";

const MOST_MOVES = 4; // lines: more are for the phone in somebody's hand

function show(before) {
  const turn = seatOf();
  at("turn").textContent = over() ? result() : headline(turn);
  at("turn-piece").replaceChildren(...(turn === null ? [] : [piece(turn)]));
  document.title = `${headline(turn)} – Companion`;
  text("todo", inLobby() ? now.position.players.join(", ") : why(now) || todo(turn));
  text("move", inLobby() ? "" : now.view.move.slice(-MOST_MOVES).join("\n"));
  const { roll } = now.view;
  at("roll").hidden = !roll.length;
  at("roll").setAttribute("aria-label", say("The roll: {dice}", { dice: roll.join(", ") }));
  at("roll").replaceChildren(...roll.map(die));
  at("door").hidden = !inLobby();
  if (inLobby() && before?.game !== "lobby") showDoor();
  const board = inLobby() ? null : boardOf(now.game);
  at("board").toggleAttribute("hidden", !board);
  board?.draw(at("board"), now.position, { ...tools(), brief: true });
}

setUpPieces();
onShow(show);
at("door-code").addEventListener("error", () => (at("door-code").hidden = true));
live();
