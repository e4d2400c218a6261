// Draws a Can't Stop position into an SVG element. Knows the board, no rules, and nothing of the page but its colours.

const SPACES = { 2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3 };
const LONGEST = 13;
const WIDE = 31; // of a column
const HIGH = 23; // of a space
const MARGIN = 4;
const FOOT = 22; // the column's number stands under it
const BOARD_WIDTH = 11 * WIDE + 2 * MARGIN;
const BOARD_HEIGHT = LONGEST * HIGH + FOOT + 2 * MARGIN;

// The board is an octagon, so its corners are free: [right?, the name's line, the line of what it won].
const CORNERS = [
  [0, 16, 36],
  [1, 16, 36],
  [0, BOARD_HEIGHT - 10, BOARD_HEIGHT - 30],
  [1, BOARD_HEIGHT - 10, BOARD_HEIGHT - 30],
];
const LONGEST_NAME = 11;

const SEAT_COLOURS = 6; // the page's --seat-0 to --seat-5

export function draw(svg, position) {
  const players = position.players ?? [];
  const tokens = players.map((_, seat) => position.tokens?.[seat] ?? {});
  const runners = position.runners ?? {};
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${BOARD_WIDTH} ${BOARD_HEIGHT}`);
  svg.setAttribute("role", "img");
  const words = add(svg, "title", {});
  words.textContent = describe(players, tokens, runners);
  for (const column of Object.keys(SPACES).map(Number)) drawColumn(svg, column, tokens, runners);
  drawNames(svg, players, tokens, position.turn ?? 0);
}

function drawColumn(svg, column, tokens, runners) {
  const spaces = SPACES[column];
  const owner = tokens.findIndex((mine) => mine[column] >= spaces);
  const middle = MARGIN + (column - 2) * WIDE + WIDE / 2;
  const foot = MARGIN + LONGEST * HIGH - ((LONGEST - spaces) / 2) * HIGH;
  for (let space = 1; space <= spaces; space += 1) {
    const y = foot - space * HIGH;
    const cell = add(svg, "rect", { x: middle - WIDE / 2 + 1.5, y: y + 1.5, width: WIDE - 3, height: HIGH - 3, rx: 4 });
    cell.style.fill = owner >= 0 ? colour(owner) : "var(--space)";
    cell.style.stroke = space === spaces ? "var(--ink)" : "var(--line)";
    cell.style.strokeWidth = space === spaces ? "2" : "1";
    const here = [];
    if (owner < 0) tokens.forEach((mine, seat) => mine[column] === space && here.push(seat));
    if (runners[column] === space) here.push("runner");
    if (owner >= 0 && space === spaces) here.unshift(owner);
    place(here.length, middle, y + HIGH / 2).forEach(([x, row, size], nth) => marker(svg, here[nth], x, row, size));
  }
  const number = add(svg, "text", { x: middle, y: foot + 17, "text-anchor": "middle", "font-size": 16, "font-weight": 700 });
  number.style.fill = "var(--ink)";
  number.textContent = String(column);
}

// Where `count` markers stand in one space: [x, y, half their size] each.
function place(count, x, y) {
  if (count === 1) return [[x, y, 8]];
  if (count === 2) return [[x - 7, y, 6], [x + 7, y, 6]];
  const across = count <= 4 ? [-6.5, 6.5] : [-9, 0, 9];
  const size = count <= 4 ? 4.6 : 4;
  return Array.from({ length: count }, (_, nth) => [
    x + across[nth % across.length],
    y + (nth < across.length ? -4.8 : 4.8),
    size,
  ]);
}

function marker(svg, who, x, y, size) {
  const runner = who === "runner";
  const shape = runner ? add(svg, "circle", { cx: x, cy: y, r: size }) : token(svg, who, x, y, size);
  shape.style.fill = runner ? "#ffffff" : colour(who);
  shape.style.stroke = runner ? "#111111" : "var(--edge)";
  shape.style.strokeWidth = runner ? "2" : "1.5";
  if (runner) add(svg, "circle", { cx: x, cy: y, r: size / 3 }).style.fill = "#111111";
}

// A seat is told by its shape too, for eyes and evenings that do not tell colours.
function token(svg, seat, x, y, size) {
  const s = size;
  switch (seat % SEAT_COLOURS) {
    case 0:
      return add(svg, "circle", { cx: x, cy: y, r: s });
    case 1:
      return add(svg, "rect", { x: x - s * 0.88, y: y - s * 0.88, width: s * 1.76, height: s * 1.76 });
    case 2:
      return polygon(svg, [[x, y - s], [x + s, y + s * 0.85], [x - s, y + s * 0.85]]);
    case 3:
      return polygon(svg, [[x, y - s * 1.1], [x + s * 1.1, y], [x, y + s * 1.1], [x - s * 1.1, y]]);
    case 4:
      return polygon(svg, [[x - s, y - s * 0.85], [x + s, y - s * 0.85], [x, y + s]]);
    default:
      return polygon(svg, [[x - s, y - s * 0.5], [x + s, y - s * 0.5], [x + s, y + s * 0.5], [x - s, y + s * 0.5]]);
  }
}

function drawNames(svg, players, tokens, turn) {
  players.slice(0, CORNERS.length).forEach((name, seat) => {
    const [right, nameLine, wonLine] = CORNERS[seat];
    const edge = right ? BOARD_WIDTH - MARGIN : MARGIN;
    const inward = right ? -1 : 1;
    marker(svg, seat, edge + inward * 9, nameLine - 2, 8);
    const write = (words, x, y, weight) => {
      const text = add(svg, "text", { x, y: y + 4, "font-size": 15, "font-weight": weight, "text-anchor": right ? "end" : "start" });
      text.style.fill = "var(--ink)";
      text.textContent = words;
    };
    const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
    write(short, edge + inward * 22, nameLine, seat === turn ? 800 : 400);
    const won = Object.entries(tokens[seat]).filter(([column, space]) => space >= SPACES[column]).length;
    if (won) write(`${won} won`, edge, wonLine, 400);
  });
}

function describe(players, tokens, runners) {
  const standing = (on) =>
    Object.entries(on)
      .map(([column, space]) => (space >= SPACES[column] ? `column ${column} won` : `column ${column} at ${space} of ${SPACES[column]}`))
      .join(", ") || "nowhere yet";
  const seats = players.map((name, seat) => `${name}: ${standing(tokens[seat])}.`);
  const white = Object.entries(runners).map(([column, space]) => `column ${column} at ${space} of ${SPACES[column]}`);
  return ["The board.", ...seats, white.length ? `White runners: ${white.join(", ")}.` : ""].join(" ").trim();
}

function colour(seat) {
  return `var(--seat-${seat % SEAT_COLOURS})`;
}

function polygon(svg, corners) {
  return add(svg, "polygon", { points: corners.map((corner) => corner.join(",")).join(" ") });
}

function add(parent, name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}
