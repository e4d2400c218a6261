// Draws a Can't Stop position into an SVG element. Knows the board, no rules, and nothing of the page but its colours.

import { add } from "/static/dom.js";
import { marker, markers } from "/static/tokens.js";
import { say } from "/static/words.js";
import {
  clearReach, COLUMNS, drawNumber, drawReach, drawSign, drawSpace, HEIGHT, lie, shortened, splitsAwaited, spokenSpace,
  standing, standingOn, WIDTH, wantedOf, won, write,
} from "./columns.js";
export { columnsClosed } from "./columns.js";
export { letPut } from "./putting.js";

// The corners beside the octagon are free: [right?, the name's line, the line of what it won].
const CORNERS = [
  [0, 15, 36],
  [1, 15, 36],
  [0, HEIGHT - 7, HEIGHT - 29],
  [1, HEIGHT - 7, HEIGHT - 29],
];
const LONGEST_NAME = 9;

export const unit = say("columns won");

export const wanted = wantedOf;

export function draw(svg, position, tools) {
  const players = position.players ?? [];
  const tokens = players.map((_, seat) => position.tokens?.[seat] ?? {});
  const runners = position.runners ?? {};
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("role", "img");
  add(svg, "title", {}).textContent = describe(players, tokens, runners);
  drawSign(svg);
  for (const column of COLUMNS) drawColumn(svg, column, tokens, runners);
  drawNames(svg, players, tokens, position.turn ?? 0);
  drawReach(svg, position, splitsAwaited(tools));
}

export function preview(svg, position, event) {
  clearReach(svg);
  if (event) drawReach(svg, position, [event], true);
}

function drawColumn(svg, column, tokens, runners) {
  for (let space = 1; space <= lie(column).spaces; space += 1) {
    const [x, y] = drawSpace(svg, column, space, tokens);
    markers(svg, standingOn(column, space, tokens, runners[column] === space ? 1 : 0), x, y);
  }
  drawNumber(svg, column);
}

function drawNames(svg, players, tokens, turn) {
  players.slice(0, CORNERS.length).forEach((name, seat) => {
    const [right, nameLine, wonLine] = CORNERS[seat];
    const edge = right ? WIDTH - 1 : 1;
    const inward = right ? -1 : 1;
    const anchor = right ? "end" : "start";
    marker(svg, seat, edge + inward * 9, nameLine - 5, 8);
    const weight = seat === turn ? 800 : 400;
    write(svg, shortened(name, LONGEST_NAME), edge + inward * 21, nameLine, { size: 15, weight, anchor });
    const columns = won(tokens[seat]);
    if (columns) write(svg, say("{columns} won", { columns }), edge, wonLine, { size: 15, anchor });
  });
}

function describe(players, tokens, runners) {
  const seats = players.map((name, seat) => `${name}: ${standing(tokens[seat])}.`);
  const white = Object.entries(runners).map(([column, space]) => spokenSpace(column, space));
  const runs = white.length ? say("White runners: {where}.", { where: white.join(", ") }) : "";
  return [say("The board."), ...seats, runs].join(" ").trim();
}
