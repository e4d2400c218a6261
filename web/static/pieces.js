// A seat's mark beside its name, as the boards draw it.

import { svg } from "./dom.js";
import { inLobby, now, onShow } from "./snapshot.js";
import { colour, token } from "./tokens.js";

export function piece(seat, fill = colour(seat)) {
  const shape = token(seat, 0, 0, 9);
  shape.style.fill = fill;
  shape.style.stroke = "var(--edge)";
  shape.style.strokeWidth = "2";
  return svg("svg", { viewBox: "-12 -12 24 24", class: "piece", "aria-hidden": "true" }, shape);
}

// Boards know seats by number; which colour that is tonight is said here.
function colourSeats() {
  const colours = inLobby() ? now.position.colours : now.seats.map((seat) => seat.colour);
  colours.forEach((name, seat) => document.documentElement.style.setProperty(`--seat-${seat}`, `var(--${name})`));
}

export function setUpPieces() {
  onShow(colourSeats);
}
