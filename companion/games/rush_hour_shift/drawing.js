// The pieces as they are drawn, on the board as in the editor. `at` says where the grid lies in the drawing: the cell of
// row r and column c has its corner at (at.x + c * CELL, at.y + r * CELL).

import { add } from "/static/dom.js";

import { CELL, COLUMNS, isHero, PARTS, ROWS } from "./grid.js";

const HEROES = { G: "var(--gold)", S: "var(--silver)" };
const FILLS = ["#9ecae1", "#fdae6b", "#a8dba8", "#c9b8e8", "#f7b6c2", "#e3d26f", "#83d0c9", "#d9b38c"];
const INK = "#111111"; // on the vehicles, whose colours are the same by day and by night

export function drawParts(svg, at, offsets) {
  const finishes = { left: "S", right: "G" };
  for (const part of Object.keys(PARTS)) {
    const group = drawPart(svg, at, part, offsets[part]);
    if (finishes[part]) drawFinish(group, at, finishes[part], offsets[part]);
  }
}

function drawPart(svg, at, part, down) {
  const [first, end] = PARTS[part];
  const group = add(svg, "g", { "data-part": part });
  for (let row = down; row < down + ROWS; row += 1) {
    for (let col = first; col < end; col += 1) {
      const cell = add(group, "rect", { x: at.x + col * CELL, y: at.y + row * CELL, width: CELL, height: CELL });
      paint(cell, "var(--space)", "var(--line)", "0.7");
    }
  }
  const size = { width: (end - first) * CELL, height: ROWS * CELL, rx: 2 };
  const edge = add(group, "rect", { x: at.x + first * CELL, y: at.y + down * CELL, ...size, "data-edge": "" });
  paint(edge, "none", "var(--ink)", "2.2");
  return group;
}

// The end over which a hero car leaves: a bar in its colour, which goes along with its part.
function drawFinish(part, at, hero, down) {
  const x = hero === "G" ? at.x + COLUMNS * CELL + 2 : at.x - 8;
  const bar = add(part, "rect", { x, y: at.y + down * CELL, width: 6, height: ROWS * CELL });
  paint(bar, HEROES[hero], "var(--edge)", "1");
}

export function drawVehicles(svg, at, vehicles) {
  const letters = Object.keys(vehicles).filter((name) => !isHero(name)).sort();
  for (const [name, car] of Object.entries(vehicles)) {
    drawVehicle(svg, at, name, car, HEROES[name] ?? FILLS[letters.indexOf(name) % FILLS.length]);
  }
}

function drawVehicle(svg, at, name, car, fill) {
  const hero = isHero(name);
  const wide = car.axis === "h" ? car.length * CELL : CELL;
  const high = car.axis === "h" ? CELL : car.length * CELL;
  const x = at.x + car.col * CELL;
  const y = at.y + car.row * CELL;
  const group = add(svg, "g", { "data-vehicle": name });
  const body = add(group, "rect", { x: x + 2, y: y + 2, width: wide - 4, height: high - 4, rx: hero ? 9 : 4 });
  paint(body, fill, hero ? "var(--ink)" : "var(--edge)", hero ? "2.4" : "1.4");
  const middle = [x + wide / 2, y + high / 2];
  if (hero) mark(group, name, middle[0] - CELL / 2, middle[1], 7);
  write(group, name, middle[0] + (hero ? CELL / 2 - 1 : 0), middle[1] + 6, { weight: 800, anchor: "middle", ink: INK, size: 17 });
}

export function badge(svg, hero, x, y) {
  const circle = add(svg, "circle", { cx: x, cy: y, r: 9.5 });
  paint(circle, HEROES[hero], "var(--edge)", "1.2");
  mark(svg, hero, x, y, 6);
}

// A hero car is told by its shape too, for eyes and evenings that do not tell colours: a star and a diamond.
function mark(parent, hero, x, y, size) {
  const corners = hero === "G" ? 10 : 4;
  const points = Array.from({ length: corners }, (_, nth) => {
    const reach = hero === "G" && nth % 2 ? size * 0.45 : size;
    const turn = (nth / corners) * 2 * Math.PI - Math.PI / 2;
    return `${(x + reach * Math.cos(turn)).toFixed(2)},${(y + reach * Math.sin(turn)).toFixed(2)}`;
  });
  paint(add(parent, "polygon", { points: points.join(" ") }), hero === "G" ? INK : "none", INK, "2");
}

export function paint(shape, fill, stroke, width) {
  shape.style.fill = fill;
  shape.style.stroke = stroke;
  shape.style.strokeWidth = width;
}

export function write(parent, words, x, y, { weight = 400, anchor = "start", ink = "var(--ink)", size = 16 } = {}) {
  const text = add(parent, "text", { x, y, "font-size": size, "font-weight": weight, "text-anchor": anchor });
  text.style.fill = ink;
  text.textContent = words;
}
