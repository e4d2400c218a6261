// Draws a Can't Stop position into an SVG element. Knows the board, no rules, and nothing of the page but its colours.

import { add } from "/static/dom.js";
import { marker, markers } from "/static/tokens.js";
import {
  COLUMNS, drawSpace, HEIGHT, lie, MARGIN, shortened, spokenSpace, standing, standingOn, WIDTH, won, write,
} from "./columns.js";

const FOOT = 22; // the column's number stands under it
const BOARD_HEIGHT = HEIGHT + FOOT;

// The board is an octagon, so its corners are free: [right?, the name's line, the line of what it won].
const CORNERS = [
  [0, 16, 36],
  [1, 16, 36],
  [0, BOARD_HEIGHT - 10, BOARD_HEIGHT - 30],
  [1, BOARD_HEIGHT - 10, BOARD_HEIGHT - 30],
];
const LONGEST_NAME = 11;

export function draw(svg, position) {
  const players = position.players ?? [];
  const tokens = players.map((_, seat) => position.tokens?.[seat] ?? {});
  const runners = position.runners ?? {};
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${BOARD_HEIGHT}`);
  svg.setAttribute("role", "img");
  add(svg, "title", {}).textContent = describe(players, tokens, runners);
  for (const column of COLUMNS) drawColumn(svg, column, tokens, runners);
  drawNames(svg, players, tokens, position.turn ?? 0);
}

function drawColumn(svg, column, tokens, runners) {
  const { spaces, middle, foot } = lie(column);
  for (let space = 1; space <= spaces; space += 1) {
    const [x, y] = drawSpace(svg, column, space, tokens);
    markers(svg, standingOn(column, space, tokens, runners[column] === space ? 1 : 0), x, y);
  }
  write(svg, String(column), middle, foot + 17, { size: 16, weight: 700, anchor: "middle" });
}

function drawNames(svg, players, tokens, turn) {
  players.slice(0, CORNERS.length).forEach((name, seat) => {
    const [right, nameLine, wonLine] = CORNERS[seat];
    const edge = right ? WIDTH - MARGIN : MARGIN;
    const inward = right ? -1 : 1;
    const anchor = right ? "end" : "start";
    marker(svg, seat, edge + inward * 9, nameLine - 2, 8);
    const weight = seat === turn ? 800 : 400;
    write(svg, shortened(name, LONGEST_NAME), edge + inward * 22, nameLine + 4, { size: 15, weight, anchor });
    const columns = won(tokens[seat]);
    if (columns) write(svg, `${columns} won`, edge, wonLine + 4, { size: 15, anchor });
  });
}

function describe(players, tokens, runners) {
  const seats = players.map((name, seat) => `${name}: ${standing(tokens[seat])}.`);
  const white = Object.entries(runners).map(([column, space]) => spokenSpace(column, space));
  return ["The board.", ...seats, white.length ? `White runners: ${white.join(", ")}.` : ""].join(" ").trim();
}
