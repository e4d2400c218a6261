// The eleven columns, as this board and that of its expansion have them: where they are, what stands on them, and how
// that is said.

import { add } from "/static/dom.js";
import { colour, marker, WHITE } from "/static/tokens.js";
import { say } from "/static/words.js";

const LENGTHS = { 2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3 };
const LONGEST = 13;

export const COLUMNS = Object.keys(LENGTHS).map(Number);
export const WIDE = 31; // of a column
export const HIGH = 23; // of a space
export const MARGIN = 8;
export const FOOT = 24; // the columns' numbers stand under them
export const WIDTH = COLUMNS.length * WIDE + 2 * MARGIN;
export const HEIGHT = LONGEST * HIGH + 2 * MARGIN + FOOT;

// How much of the sign's corners is cut off, across and down.
const CUT = [129, 116];

// The board is a stop sign: an octagon in red with a white line, whose corners leave room for words.
export function drawSign(svg) {
  for (const [inset, fill, line] of [[0, "var(--sign)", "none"], [3, "none", "var(--on-sign)"]]) {
    const [left, top, right, bottom] = [inset, inset, WIDTH - inset, HEIGHT - inset];
    const [across, down] = CUT.map((cut) => cut - inset * 0.6);
    const corners = [
      [left + across, top], [right - across, top], [right, top + down], [right, bottom - down],
      [right - across, bottom], [left + across, bottom], [left, bottom - down], [left, top + down],
    ];
    const sign = add(svg, "polygon", { points: corners.map((corner) => corner.join()).join(" ") });
    sign.style.fill = fill;
    sign.style.stroke = line;
    sign.style.strokeWidth = "2";
  }
}

export function drawNumber(svg, column) {
  const { middle, foot } = lie(column);
  const number = write(svg, String(column), middle, foot + 16, { size: 17, weight: 800, anchor: "middle" });
  number.style.fill = "var(--on-sign)";
}

// Where a column stands.
export function lie(column) {
  const spaces = LENGTHS[column];
  return {
    spaces,
    middle: MARGIN + (column - 2) * WIDE + WIDE / 2,
    foot: MARGIN + LONGEST * HIGH - ((LONGEST - spaces) / 2) * HIGH,
  };
}

// An empty space; of a column that is won, in its owner's colour and crossed out. Answers its middle.
export function drawSpace(svg, column, space, tokens) {
  const { spaces, middle, foot } = lie(column);
  const owner = ownerOf(column, tokens);
  const y = foot - space * HIGH;
  const cell = add(svg, "rect", { x: middle - WIDE / 2 + 1.5, y: y + 1.5, width: WIDE - 3, height: HIGH - 3, rx: 5 });
  cell.style.fill = owner >= 0 ? colour(owner) : "var(--space)";
  cell.style.stroke = space === spaces ? "var(--ink)" : "none";
  cell.style.strokeWidth = "2";
  if (owner >= 0 && space < spaces) {
    const bar = add(svg, "path", { d: `M${middle - 8} ${y + HIGH - 7}L${middle + 8} ${y + 7}` });
    bar.style.stroke = "var(--edge)";
    bar.style.strokeWidth = "2.5";
  }
  return [middle, y + HIGH / 2];
}

// The spaces to which the splits among `events` would bring a white marker, outlined; `strong` as if it stood there.
export function drawReach(svg, position, events, strong = false) {
  const group = add(svg, "g", { "data-reach": strong ? "strong" : "" });
  for (const place of new Set(events.flatMap((event) => reached(position, event)))) {
    const [column, space] = place.split(".").map(Number);
    const { middle, foot } = lie(column);
    const y = foot - space * HIGH;
    const ring = add(group, "rect", { x: middle - WIDE / 2 + 2, y: y + 2, width: WIDE - 4, height: HIGH - 4, rx: 5, fill: "none" });
    ring.style.stroke = "var(--ink)";
    ring.style.strokeWidth = strong ? "3" : "1.8";
    if (strong) marker(group, WHITE, middle, y + HIGH / 2, 8);
    else ring.style.strokeDasharray = "3 3";
  }
}

// Takes what was shown strongly away.
export function clearReach(svg) {
  svg.querySelectorAll("[data-reach=strong]").forEach((group) => group.remove());
}

// A climb goes up from the white marker, or where there is none from the player's own token (RULES 1).
function reached({ runners = {}, tokens = [], turn = 0 }, { columns = [] }) {
  return [...new Set(columns)].map((column) => {
    const from = runners[column] ?? tokens[turn]?.[column] ?? 0;
    return `${column}.${Math.min(from + columns.filter((one) => one === column).length, LENGTHS[column])}`;
  });
}

// What a roll asks for.
export function wantedOf({ options }) {
  const splits = options.filter(({ event }) => event === "SplitChosen");
  if (splits.length > 1) return say("choose what climbs");
  return splits.length ? say("let {columns} climb", { columns: [...new Set(splits[0].columns)].join(say(" and ")) }) : undefined;
}

// The splits that wait for a choice.
export function splitsAwaited(tools) {
  return (tools?.snapshot?.prompts ?? []).flatMap(({ options = [] }) => options.filter(({ event }) => event === "SplitChosen"));
}

// Who stands on a space: of a column that is won only its owner, then so many white markers.
export function standingOn(column, space, tokens, whites) {
  const owner = ownerOf(column, tokens);
  const seats = [...tokens.keys()].filter((seat) =>
    owner < 0 ? tokens[seat][column] === space : seat === owner && space === LENGTHS[column],
  );
  return [...seats, ...Array(whites).fill(WHITE)];
}

function ownerOf(column, tokens) {
  return tokens.findIndex((mine) => isWon(column, mine[column]));
}

const isWon = (column, space) => space >= LENGTHS[column];

// How many columns a player's tokens have won.
export function won(tokens) {
  return Object.entries(tokens).filter(([column, space]) => isWon(column, space)).length;
}

export const columnsClosed = ({ tokens = [] }) => tokens.reduce((sum, mine) => sum + won(mine), 0);

export const spokenSpace = (column, space) =>
  say("column {column} at {space} of {spaces}", { column, space, spaces: LENGTHS[column] });

export function standing(tokens) {
  const each = Object.entries(tokens).map(([column, space]) =>
    isWon(column, space) ? say("column {column} won", { column }) : spokenSpace(column, space),
  );
  return each.join(", ") || say("nowhere yet");
}

export function shortened(name, longest) {
  return name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
}

export function write(svg, words, x, y, { size, weight = 400, anchor = "start" }) {
  const text = add(svg, "text", { x, y, "font-size": size, "font-weight": weight, "text-anchor": anchor });
  text.style.fill = "var(--ink)";
  text.textContent = words;
  return text;
}
