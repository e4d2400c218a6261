// A seat's mark: its colour, and its shape for eyes and evenings that do not tell colours. As the boards draw it.

import { svg } from "./dom.js";
import { inLobby, now, onShow } from "./snapshot.js";

const SHAPES = [
  "M0-9a9 9 0 1 1 0 18a9 9 0 1 1 0-18z",
  "M-8-8h16v16h-16z",
  "M0-9L9 7.5H-9z",
  "M0-10L10 0L0 10L-10 0z",
  "M-9-7.5H9L0 9z",
  "M-9.5-5h19v10h-19z",
];

export function piece(seat, colour = `var(--seat-${seat})`) {
  const shape = svg("path", { d: SHAPES[seat % SHAPES.length] });
  shape.style.fill = colour;
  shape.style.stroke = "var(--edge)";
  shape.style.strokeWidth = "2";
  return svg("svg", { viewBox: "-12 -12 24 24", class: "piece", "aria-hidden": "true" }, shape);
}

// Boards know seats by number; which colour that is tonight is said here.
function colour() {
  const colours = inLobby() ? now.position.colours : now.seats.map((seat) => seat.colour);
  colours.forEach((name, seat) => document.documentElement.style.setProperty(`--seat-${seat}`, `var(--${name})`));
}

export function setUpPieces() {
  onShow(colour);
}
