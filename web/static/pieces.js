// A seat's mark beside its name, as the boards draw it.

import { svg } from "./dom.js";
import { boardOf } from "./parts.js";
import { inLobby, now, onShow } from "./snapshot.js";
import { colour, token } from "./tokens.js";

// A game may have marks of its own.
export function piece(seat, fill = null) {
  const own = fill === null && now && !inLobby() ? boardOf(now.game)?.piece?.(seat) : null;
  return own ?? shape(seat, fill ?? colour(seat));
}

function shape(seat, fill) {
  const drawn = token(seat, 0, 0, 9);
  drawn.style.fill = fill;
  drawn.style.stroke = "var(--edge)";
  drawn.style.strokeWidth = "2";
  return svg("svg", { viewBox: "-12 -12 24 24", class: "piece", "aria-hidden": "true" }, drawn);
}

// Boards know seats by number; which colour that is tonight is said here.
function colourSeats() {
  const colours = inLobby() ? now.position.colours : now.seats.map((seat) => seat.colour);
  colours.forEach((name, seat) => document.documentElement.style.setProperty(`--seat-${seat}`, `var(--${name})`));
}

export function setUpPieces() {
  onShow(colourSeats);
}
