// The eleven columns, as this board and that of its expansion have them: where they are, what stands on them, and how
// that is said.

import { add } from "/static/dom.js";
import { colour, WHITE } from "/static/tokens.js";

const LENGTHS = { 2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3 };
const LONGEST = 13;

export const COLUMNS = Object.keys(LENGTHS).map(Number);
export const WIDE = 31; // of a column
export const HIGH = 23; // of a space
export const MARGIN = 4;
export const WIDTH = COLUMNS.length * WIDE + 2 * MARGIN;
export const HEIGHT = LONGEST * HIGH + 2 * MARGIN; // without the columns' numbers

// Where a column stands.
export function lie(column) {
  const spaces = LENGTHS[column];
  return {
    spaces,
    middle: MARGIN + (column - 2) * WIDE + WIDE / 2,
    foot: MARGIN + LONGEST * HIGH - ((LONGEST - spaces) / 2) * HIGH,
  };
}

// An empty space, in its owner's colour once the column is won. Answers its middle.
export function drawSpace(svg, column, space, tokens) {
  const { spaces, middle, foot } = lie(column);
  const owner = ownerOf(column, tokens);
  const y = foot - space * HIGH;
  const cell = add(svg, "rect", { x: middle - WIDE / 2 + 1.5, y: y + 1.5, width: WIDE - 3, height: HIGH - 3, rx: 4 });
  cell.style.fill = owner >= 0 ? colour(owner) : "var(--space)";
  cell.style.stroke = space === spaces ? "var(--ink)" : "var(--line)";
  cell.style.strokeWidth = space === spaces ? "2" : "1";
  return [middle, y + HIGH / 2];
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

export const spokenSpace = (column, space) => `column ${column} at ${space} of ${LENGTHS[column]}`;

export function standing(tokens) {
  const each = Object.entries(tokens).map(([column, space]) =>
    isWon(column, space) ? `column ${column} won` : spokenSpace(column, space),
  );
  return each.join(", ") || "nowhere yet";
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
