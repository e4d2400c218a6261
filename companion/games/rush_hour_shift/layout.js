// A layout as a small drawing: the grid with its parts in line.

import { say } from "/static/words.js";
import { drawParts, drawVehicles } from "./drawing.js";
import { CELL, COLUMNS, ROWS } from "./grid.js";

export const AT = { x: 10, y: 4 };

export function draw(vehicles) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${2 * AT.x + COLUMNS * CELL} ${2 * AT.y + ROWS * CELL}`);
  svg.setAttribute("class", "board");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", say("A layout of {count} vehicles", { count: Object.keys(vehicles).length }));
  drawParts(svg, AT, { left: 0, centre: 0, right: 0 });
  drawVehicles(svg, AT, vehicles);
  return svg;
}
