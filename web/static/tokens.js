// What stands on boards and beside names for a seat: its colour, and its shape for eyes and evenings that do not tell
// colours. Knows no game and nothing of the page but its colours.

import { add, svg } from "./dom.js";

// Each seat's, in halves of a token's size around its middle. With more seats they come again.
const SHAPES = [
  (x, y, half) => svg("circle", { cx: x, cy: y, r: half }),
  box(0.88, 0.88),
  corners([0, -1], [1, 0.85], [-1, 0.85]),
  corners([0, -1.1], [1.1, 0], [0, 1.1], [-1.1, 0]),
  corners([-1, -0.85], [1, -0.85], [0, 1]),
  box(1.05, 0.55),
];

function box(wide, high) {
  return (x, y, half) =>
    svg("rect", { x: x - half * wide, y: y - half * high, width: half * wide * 2, height: half * high * 2 });
}

function corners(...those) {
  return (x, y, half) =>
    svg("polygon", { points: those.map(([right, down]) => `${x + half * right},${y + half * down}`).join(" ") });
}

export const WHITE = "white"; // in place of a seat: a marker that is nobody's

export const colour = (seat) => `var(--seat-${seat})`;

// Without its colours; `half` is half its size.
export const token = (seat, x, y, half) => SHAPES[seat % SHAPES.length](x, y, half);

export function marker(parent, who, x, y, half) {
  const white = who === WHITE;
  const shape = token(white ? 0 : who, x, y, half);
  shape.style.fill = white ? "#ffffff" : colour(who);
  shape.style.stroke = white ? "#111111" : "var(--edge)";
  shape.style.strokeWidth = white ? "2" : "1.5";
  parent.append(shape);
  if (white) add(parent, "circle", { cx: x, cy: y, r: half / 3 }).style.fill = "#111111";
}

// Several around the middle of one space; `room`: how much of its width they may use. In two rows they need not shrink
// as much as the rows do.
export function markers(parent, those, x, y, room = 1) {
  const [half, places] = arranged(those.length);
  const shrunk = those.length < 3 ? half * room : (half * (room + 1)) / 2;
  places.forEach(([right, down], nth) => marker(parent, those[nth], x + right * room, y + down, shrunk));
}

// Half the size of each of so many, and where they stand.
function arranged(count) {
  if (count === 1) return [8, [[0, 0]]];
  if (count === 2) return [6, [[-7, 0], [7, 0]]];
  const [half, across] = count <= 4 ? [4.6, [-6.5, 6.5]] : [4, [-9, 0, 9]];
  const place = (_, nth) => [across[nth % across.length], nth < across.length ? -4.8 : 4.8];
  return [half, Array.from({ length: count }, place)];
}
