// Putting the board right: what the real table looks like wins. The game's drawing says how its pieces are moved.

import { act } from "./calls.js";
import { at } from "./dom.js";
import { boardOf } from "./parts.js";
import { inLobby, now, onShow } from "./snapshot.js";

let putting = false;

function show() {
  const can = !inLobby() && Boolean(boardOf(now.game)?.letPut);
  putting &&= can;
  at("put").hidden = !can;
  for (const id of ["putting", "put-done"]) at(id).hidden = !putting;
  if (!putting) return;
  const focused = at("board").contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
  boardOf(now.game).letPut(at("board"), at("putting"), now.position, correct);
  if (focused) at("board").querySelector(`[aria-label="${focused}"]`)?.focus();
}

// As a whole: what a position leaves out would be that of a fresh game.
async function correct(changes) {
  if (!(await act("position", { position: { ...now.position, ...changes } }))) show();
}

function turn(on) {
  putting = on;
  at("menu").open = false;
  show();
  if (on) at("putting").scrollIntoView({ block: "start" });
  else at("board").querySelector("[data-putting]")?.remove();
}

export function setUpPutting() {
  onShow(show);
  at("put").addEventListener("click", () => turn(true));
  at("put-done").addEventListener("click", () => turn(false));
}
