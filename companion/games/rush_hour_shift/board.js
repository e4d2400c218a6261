// Draws a Rush Hour Shift position into an SVG element. Knows the grid, no rules, and nothing of the page but its colours.
// Where the page gives its tools, vehicles and parts can be dragged (drag.js).

import { add, svg } from "/static/dom.js";
import { say } from "/static/words.js";

import { letDrag } from "./drag.js";
import { badge, drawParts, drawVehicles, write } from "./drawing.js";
import { CELL, COLUMNS, lockOf, offset, PARTS, ROWS, SIDES } from "./grid.js";
import { letPut as putGrid } from "./putting.js";
import { cardWords, describe, leftOver, lies } from "./words.js";

const MARGIN = CELL; // a hero car that is half off stands in it
const HEAD = 26; // the players' names
const FOOT = 26; // how the side parts lie, and the card in play
const LOWER = 20; // what locks them, and what is left of the card
const LONGEST_NAME = 13;

// A player's mark on the page: that of the hero car.
export function piece(seat) {
  const made = svg("svg", { viewBox: "-12 -12 24 24", class: "piece", "aria-hidden": "true" });
  badge(made, "GS"[seat], 0, 0);
  return made;
}

// What a turn asks for.
export function wanted({ options }) {
  const may = (name) => options.some(({ event }) => event === name);
  if (may("CardPlayed")) return say("play a card");
  if (!options.some(({ by }) => by)) return say("end the turn, nothing more can be moved");
  const ways = [["VehicleMoved", say("move a vehicle")], ["PartShifted", say("shift a part up or down")], ["TurnEnded", say("end the turn")]];
  const said = ways.filter(([name]) => may(name)).map(([, words]) => words);
  return [said.slice(0, -1).join(", "), said.at(-1)].filter(Boolean).join(say(", or "));
}

const drawn = new WeakMap(); // what each drawing shows: a finger on it must not lose its piece to a drawing of the same

export function draw(svg, position, tools = null) {
  const now = tools?.snapshot;
  const key = JSON.stringify([position, now?.version, now?.mine, now?.seats, now?.winners]);
  if (svg.dataset.shows === "rush-hour-shift" && drawn.get(svg) === key) return;
  drawn.set(svg, key);
  svg.dataset.shows = "rush-hour-shift";
  const at = frame(position);
  const focused = svg.contains(document.activeElement) ? document.activeElement.dataset.handle : null;
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${at.width} ${at.height}`);
  svg.setAttribute("role", "img");
  add(svg, "title", {}).textContent = describe(position);
  // Names and foot first: a part that is dragged far goes over them.
  drawNames(svg, at, position);
  drawFoot(svg, at, position);
  drawParts(svg, at, Object.fromEntries(Object.keys(PARTS).map((part) => [part, offset(position, part)])));
  drawVehicles(svg, at, position.vehicles ?? {});
  letDrag(svg, at, position, tools);
  if (focused) svg.querySelector(`[data-handle="${focused}"]`)?.focus();
}

// The grid is drawn anew each time, so that what was refused is back in its place.
export function letPut(svg, place, position, correct) {
  delete svg.dataset.shows;
  draw(svg, position);
  putGrid(svg, place, position, correct);
}

function frame(position) {
  const [left, right] = position.offsets ?? [0, 0];
  const top = Math.min(left, 0, right);
  const bottom = Math.max(left, 0, right) + ROWS;
  const { G, S } = position.vehicles ?? {};
  const foot = FOOT + (position.card || SIDES.some((part) => lockOf(position, part)) ? LOWER : 0);
  const before = MARGIN + (S?.col < -1 ? CELL : 0);
  const behind = MARGIN + (G?.col > COLUMNS - 1 ? CELL : 0);
  return {
    x: before,
    y: HEAD - top * CELL,
    width: before + COLUMNS * CELL + behind,
    foot: HEAD + (bottom - top) * CELL,
    height: HEAD + (bottom - top) * CELL + foot,
  };
}

function drawNames(svg, at, position) {
  ["G", "S"].forEach((hero, seat) => {
    const name = position.players?.[seat] ?? (seat ? say("Silver") : say("Gold"));
    const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
    const inward = seat ? -1 : 1;
    const edge = seat ? at.width - 4 : 4;
    badge(svg, hero, edge + inward * 9, 11);
    const words = seat ? `← ${short}` : `${short} →`;
    write(svg, words, edge + inward * 24, 17, { weight: seat === position.turn ? 800 : 400, anchor: seat ? "end" : "start" });
  });
}

function drawFoot(svg, at, position) {
  for (const part of SIDES) {
    const [first, end] = PARTS[part];
    const middle = at.x + ((first + end) / 2) * CELL;
    const lock = lockOf(position, part);
    write(svg, lies(offset(position, part)), middle, at.foot + 18, { anchor: "middle" });
    if (lock) write(svg, say("locked by {letter}", { letter: lock }), middle, at.foot + 38, { anchor: "middle", weight: 700 });
  }
  if (!position.card) return;
  const middle = at.x + 7 * CELL;
  write(svg, cardWords(position.card).replace("MOVE & SHIFT", "M&SHIFT"), middle, at.foot + 18, { anchor: "middle", weight: 800 });
  write(svg, leftOver(position), middle, at.foot + 38, { anchor: "middle" });
}
