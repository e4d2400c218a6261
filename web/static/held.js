// Whether somebody's finger is on the board. Under it nothing is drawn anew: it would lose the piece that it holds. What came
// meanwhile is drawn once it lets go.

import { at } from "./dom.js";
import { now, show } from "./snapshot.js";

let finger = null; // the pointer that is on the board
let missed = false; // whether something was to be drawn meanwhile

// Asked by whoever is about to draw the board.
export function isHeld() {
  missed ||= finger !== null;
  return finger !== null;
}

function letGo() {
  finger = null;
  if (!missed) return;
  missed = false;
  show(now);
}

export function setUpHeld() {
  at("board").addEventListener("pointerdown", ({ pointerId, button }) => {
    if (button === 0) finger ??= pointerId;
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, ({ pointerId }) => pointerId === finger && letGo());
  // A mouse may be let go outside the window, and says so only when it is back.
  document.addEventListener("pointermove", ({ pointerId, buttons }) => pointerId === finger && !buttons && letGo());
  document.addEventListener("visibilitychange", () => document.hidden && letGo());
}
