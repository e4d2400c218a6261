// How a game went, as a plot: what each moment was worth to each seat. Knows no game, only numbers by seat and moment.
// A seat's line has its colour and, along the way, its shape; a tap names the moment under it.

import { add, svg } from "./dom.js";
import { colour, token } from "./tokens.js";
import { locale, say } from "./words.js";

const WIDTH = 340;
const HEIGHT = matchMedia("(max-height: 700px)").matches ? 112 : 176; // on a low screen the board needs the room
const LEFT = 58; // room for the numbers of the scale
const RIGHT = WIDTH - 12;
const TOP = 12;
const BOTTOM = HEIGHT - 12;
const SHAPES = 5; // of a seat along its line
const HALF = 6; // of a shape

// The scale in its own numbers: [lowest, highest, the lines between].
function scaleOf(unit, worths) {
  if (unit === "win") return [0, 1, [0, 0.5, 1]];
  const all = worths.flat();
  const step = unit === "turns" ? nice(Math.max(...all) - Math.min(...all), 1) : nice(Math.max(...all) - Math.min(...all), 50);
  const low = Math.floor(Math.min(...all) / step) * step;
  const high = Math.max(Math.ceil(Math.max(...all) / step) * step, low + step);
  const lines = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, nth) => low + nth * step);
  return [low, high, lines];
}

// A distance between lines that leaves four of them at most.
function nice(range, least) {
  let step = least;
  for (const times of [2, 2.5, 2, 2, 2.5, 2, 2, 2.5, 2]) if (range / step > 3) step *= times;
  return Math.ceil(step);
}

export function worthWords(unit, worth) {
  if (unit === "win") return say("{percent} %", { percent: written(100 * worth, worth % 1 ? 1 : 0) });
  if (unit === "turns") return say("{number} turns", { number: written(worth, worth % 1 ? 1 : 0) });
  return say("{number} points", { number: written(Math.round(worth), 0) });
}

function written(value, digits) {
  const plain = value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });
  return plain.replace("-", "−"); // as the boards write it
}

export const TITLES = {
  win: say("The chance to win of each, move by move"),
  turns: say("With how many turns the game would end, move by move"),
  points: say("With how many points each would end, move by move"),
};

// What the table under it counts.
export const MADE = {
  win: say("How much each of these raised (+) or lowered (−) the chance to win, from the start of the game to its end, where the winner has 100 %."),
  turns: say("By how many turns each of these made the game shorter (+) or longer (−) than expected at the start."),
  points: say("How many points each of these brought (+) or cost (−), beside what was expected at the start."),
};

// `count` moments in all, of which `worths` are known; `at` is the one that is looked at, 1 the start.
export function drawPlot(plot, { unit, worths, count, at, pick }) {
  plot.replaceChildren();
  plot.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  plot.setAttribute("role", "img");
  add(plot, "title", {}).textContent = TITLES[unit];
  const [low, high, lines] = scaleOf(unit, worths);
  const x = (moment) => LEFT + ((moment - 1) / Math.max(1, count - 1)) * (RIGHT - LEFT);
  const y = (worth) => BOTTOM - ((worth - low) / (high - low)) * (BOTTOM - TOP);
  for (const line of lines) drawLine(plot, line, y(line), unit);
  plot.append(svg("line", { x1: x(at), x2: x(at), y1: TOP - 6, y2: BOTTOM + 6, class: "at" }));
  const seats = worths[0].map((_, seat) => seat);
  for (const seat of seats) drawSeat(plot, seat, worths.map((worth, nth) => [x(nth + 1), y(worth[seat])]));
  for (const seat of seats) drawShapes(plot, seat, seats.length, worths.map((worth, nth) => [x(nth + 1), y(worth[seat])]));
  plot.onpointerdown = (event) => {
    if (event.button) return;
    const { left, width } = plot.getBoundingClientRect();
    const across = ((event.clientX - left) / width) * WIDTH;
    const moment = 1 + Math.round(((across - LEFT) / (RIGHT - LEFT)) * (count - 1));
    pick(Math.min(count, Math.max(1, moment)));
  };
}

function drawLine(plot, value, y, unit) {
  plot.append(svg("line", { x1: LEFT, x2: RIGHT, y1: y, y2: y, class: "scale" }));
  const words = unit === "win" ? say("{percent} %", { percent: 100 * value }) : written(value, 0);
  add(plot, "text", { x: LEFT - 6, y: y + 5, "text-anchor": "end", "font-size": 15 }).textContent = words;
}

// Its edge first, so that a pale line is seen on a pale page.
function drawSeat(plot, seat, points) {
  const along = { points: points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ") };
  plot.append(svg("polyline", { ...along, class: "edge" }));
  const line = add(plot, "polyline", { ...along, class: "worth" });
  line.style.stroke = colour(seat);
}

// Those of several seats stand beside each other, not over each other.
function drawShapes(plot, seat, seats, points) {
  for (let nth = 0; nth < SHAPES; nth += 1) {
    const part = (nth + (seat + 0.5) / seats) / SHAPES;
    const [x, y] = points[Math.min(points.length - 1, Math.round(part * (points.length - 1)))];
    const shape = token(seat, x, y, HALF);
    shape.style.fill = colour(seat);
    shape.style.stroke = "var(--edge)";
    shape.style.strokeWidth = "1.5";
    plot.append(shape);
  }
}
