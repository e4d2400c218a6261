// What differs, marked on the picture of the board: crossed what is to be taken, dashed what is to be put, and a question mark
// where nothing could be seen. Told apart by shape, and numbered as in the list.

import { add, svg } from "./dom.js";
import { say } from "./words.js";

const ROUND = 10; // half a number's badge
const TAKE = "#d11a2a";
const PUT = "#0b5fa5";

// Done when it has its size on the page.
export async function show(picture, image, source, alt) {
  Object.assign(image, { alt, src: source });
  picture.hidden = false;
  await image.decode().catch(() => {});
}

// The flat picture of the board that was read, with what differs marked on it.
export async function showMarked(picture, image, read) {
  if (!read.picture) return;
  await show(picture, image, `/api/tray.jpg?picture=${read.picture}`, say("The board from above, with what differs marked"));
  picture.querySelector(".board-marks")?.remove();
  picture.append(markBoard(read, image.clientWidth, image.clientHeight));
}

// A layer to lie over a picture of this size on the page.
function markBoard(read, wide, high) {
  const layer = svg("svg", { viewBox: `0 0 ${wide} ${high}`, class: "board-marks", "aria-hidden": "true" });
  const place = ([x, y, edge]) => [x * wide, y * high, Math.max(8, (edge * wide) / 2)];
  for (const one of read.unseen) {
    const [x, y, half] = place(one.at);
    add(layer, "rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, class: "unseen-spot" });
    add(layer, "text", { x, y: y + 6, "text-anchor": "middle" }).textContent = "?";
  }
  read.differences.forEach((one, nth) => {
    const [x, y, half] = place(one.at);
    if (one.put.length) dashed(layer, x, y, half);
    if (one.take.length) crossed(layer, x, y, half * (one.put.length ? 0.7 : 1));
    badge(layer, nth + 1, Math.min(x + half, wide - ROUND), Math.max(y - half, ROUND));
  });
  return layer;
}

// The same by itself, before a sentence.
export function sign(one) {
  const made = svg("svg", { viewBox: "0 0 32 32", class: "board-sign", "aria-hidden": "true" });
  if (one.put.length) dashed(made, 16, 16, 12);
  if (one.take.length) crossed(made, 16, 16, one.put.length ? 8 : 12);
  return made;
}

// Light under dark, so that it stands out from whatever lies there.
function twice(parent, name, attributes, colour, dashes = "none") {
  for (const [stroke, width] of [["#ffffff", 6], [colour, 3]]) {
    const made = add(parent, name, { ...attributes, fill: "none", "stroke-width": width });
    made.style.stroke = stroke;
    if (stroke === colour) made.style.strokeDasharray = dashes;
  }
}

function crossed(parent, x, y, half) {
  twice(parent, "path", { d: `M${x - half} ${y - half}L${x + half} ${y + half}M${x + half} ${y - half}L${x - half} ${y + half}` }, TAKE);
}

function dashed(parent, x, y, half) {
  twice(parent, "circle", { cx: x, cy: y, r: half }, PUT, "5 4");
}

function badge(parent, number, x, y) {
  const circle = add(parent, "circle", { cx: x, cy: y, r: ROUND });
  circle.style.fill = "#ffffff";
  circle.style.stroke = "#111111";
  const text = add(parent, "text", { x, y: y + 5, "text-anchor": "middle", "font-size": 15, "font-weight": 700 });
  text.style.fill = "#111111";
  text.textContent = String(number);
}

// How the pieces are laid out to be learned, on the bare board; each with its number in the list.
export function drawLayout({ spots, lay_out: pieces, high }) {
  const wide = 330;
  const made = svg("svg", { viewBox: `0 0 ${wide} ${wide * high}`, class: "board-layout", "aria-hidden": "true" });
  const box = ([x, y, edge]) => [x * wide, y * wide * high, (edge * wide) / 2];
  for (const at of spots) {
    const [x, y, half] = box(at);
    add(made, "rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 3 });
  }
  pieces.forEach(({ at, look }, nth) => {
    const [x, y] = box(at);
    add(made, "circle", { cx: x, cy: y, r: 13 }).style.fill = `var(--${look}, var(--card))`;
    badge(made, nth + 1, x + 12, y - 12);
  });
  return made;
}
