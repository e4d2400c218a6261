// Puts the drawn board right: somebody says whose piece, and drags it up or down its column, by finger, mouse or arrow
// keys. What comes of it is sent as a whole position, and the table judges it.

import { add, button, element, pressed } from "/static/dom.js";
import { addSlider } from "/static/slider.js";
import { marker, WHITE } from "/static/tokens.js";
import { say } from "/static/words.js";
import { COLUMNS, HIGH, lie, WIDE } from "./columns.js";

let who = WHITE; // whose pieces are put

// The buttons above the board, and in the drawing one slider a column. `correct(changes)` sends them.
export function letPut(svg, place, position, correct) {
  const players = position.players ?? [];
  if (who !== WHITE && who >= players.length) who = WHITE;
  const again = () => letPut(svg, place, position, correct);
  const pieces = element("div", "", "chips");
  pieces.append(...[WHITE, ...players.keys()].map((piece) => brush(piece, players, () => ((who = piece), again()))));
  const turns = element("div", "", "chips");
  turns.append(...players.map((name, seat) => pressed(button(say("{name}'s turn", { name }), () => correct({ turn: seat, runners: {} })), seat === position.turn)));
  place.replaceChildren(element("p", say("Whose piece stands elsewhere? Then drag it, or tap its space; below the column it is off."), "hint"), pieces, turns);
  svg.querySelector("[data-putting]")?.remove();
  const sliders = add(svg, "g", { "data-putting": "" });
  svg.setAttribute("role", "group");
  for (const column of COLUMNS) slider(sliders, column, position, correct);
}

function brush(piece, players, pick) {
  return pressed(button(piece === WHITE ? say("White markers") : players[piece], pick), piece === who);
}

function slider(parent, column, position, correct) {
  const { spaces, middle, foot } = lie(column);
  addSlider(parent, {
    name: say("Column {column}", { column }),
    from: standsOn(position, column),
    most: spaces,
    area: { x: middle - WIDE / 2, y: foot - spaces * HIGH, width: WIDE, height: spaces * HIGH + 24 },
    vertical: true,
    under: ({ y }) => Math.ceil((foot - y) / HIGH),
    spoken: (at) => (at ? say("space {at} of {spaces}", { at, spaces }) : say("off the board")),
    draw: (ghost, at) => drawRing(ghost, middle, at ? foot - at * HIGH + HIGH / 2 : foot + 10),
    put: (at) => correct(changed(position, column, at)),
  });
}

// The piece where it would stand.
function drawRing(ghost, x, y) {
  const ring = add(ghost, "rect", { x: x - WIDE / 2 + 1, y: y - HIGH / 2 + 1, width: WIDE - 2, height: HIGH - 2, rx: 5, fill: "none" });
  ring.style.stroke = "var(--main)";
  ring.style.strokeWidth = "3.5";
  marker(ghost, who, x, y, 8);
}

function standsOn({ runners = {}, tokens = [] }, column) {
  return (who === WHITE ? runners : (tokens[who] ?? {}))[column] ?? 0;
}

// With 0 it is off the board.
function changed({ runners = {}, tokens = [], players = [] }, column, space) {
  const set = (from) => {
    const { [column]: _, ...others } = from;
    return space ? { ...others, [column]: space } : others;
  };
  if (who === WHITE) return { runners: set(runners) };
  return { tokens: players.map((_, seat) => (seat === who ? set(tokens[seat] ?? {}) : (tokens[seat] ?? {}))) };
}
