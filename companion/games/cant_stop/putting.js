// Puts the drawn board right: somebody says whose piece, and drags it up or down its column, by finger, mouse or arrow
// keys. What comes of it is sent as a whole position, and the table judges it.

import { add, button, element, pressed } from "/static/dom.js";
import { marker, WHITE } from "/static/tokens.js";
import { say } from "/static/words.js";
import { COLUMNS, HIGH, lie, WIDE } from "./columns.js";

const STEPS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

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
  const from = standsOn(position, column);
  const group = add(parent, "g", {
    tabindex: 0, role: "slider", "aria-label": say("Column {column}", { column }), "aria-valuemin": 0, "aria-valuemax": spaces, "aria-orientation": "vertical",
  });
  const area = add(group, "rect", { x: middle - WIDE / 2, y: foot - spaces * HIGH, width: WIDE, height: spaces * HIGH + 24, fill: "transparent" });
  area.style.cursor = "ns-resize";
  area.style.touchAction = "none";
  const ghost = add(group, "g", { "pointer-events": "none" });
  let at = from;

  function show(space) {
    at = Math.min(Math.max(space, 0), spaces);
    group.setAttribute("aria-valuenow", at);
    group.setAttribute("aria-valuetext", at ? say("space {at} of {spaces}", { at, spaces }) : say("off the board"));
    ghost.replaceChildren();
    if (at === from) return;
    const y = at ? foot - at * HIGH + HIGH / 2 : foot + 10;
    const ring = add(ghost, "rect", { x: middle - WIDE / 2 + 1, y: y - HIGH / 2 + 1, width: WIDE - 2, height: HIGH - 2, rx: 5, fill: "none" });
    ring.style.stroke = "var(--main)";
    ring.style.strokeWidth = "3.5";
    marker(ghost, who, middle, y, 8);
  }

  // The finger's place, in spaces.
  function under(event) {
    const y = new DOMPoint(event.clientX, event.clientY).matrixTransform(parent.getScreenCTM().inverse()).y;
    return Math.ceil((foot - y) / HIGH);
  }

  const put = () => at !== from && correct(changed(position, column, at));
  group.addEventListener("pointerdown", (event) => {
    group.setPointerCapture(event.pointerId);
    show(under(event));
  });
  group.addEventListener("pointermove", (event) => group.hasPointerCapture(event.pointerId) && show(under(event)));
  group.addEventListener("pointerup", put);
  group.addEventListener("pointercancel", () => show(from));
  group.addEventListener("keydown", (event) => {
    if (event.key in STEPS) show(at + STEPS[event.key]);
    else if (event.key === "Escape") show(from);
    else if (event.key === "Enter" || event.key === " ") put();
    else return;
    event.preventDefault();
  });
  show(from);
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
