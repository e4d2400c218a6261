// Draws every player's sheet into an SVG element, one below the other. Knows the sheet and what its marks score, no
// other rule, and nothing of the page but its colours.

const VALUE = { 2: 100, 3: 70, 4: 60, 5: 50, 6: 40, 7: 30, 8: 40, 9: 50, 10: 60, 11: 70, 12: 100 }; // column A
const NEGATIVE = 4; // boxes that cost the penalty
const BOXES = 10; // of a row
const FIFTH_ROWS = 3;
const FIFTH_BOXES = 8;
const PENALTY = 200;

const WIDTH = 360;
const BOX = 14;
const HIGH = 17; // of a row
const NAME = 24; // the line with the player's name
const HEADINGS = 14;
const SHEET = NAME + HEADINGS + 11 * HIGH + 12;
const ROW_LEFT = 24; // the sum stands left of it
const A_RIGHT = 192; // of column A's numbers
const NEXT_RIGHT = 230; // of what one more mark would change
const FIFTH_LEFT = 247;

const SEAT_COLOURS = 6; // the page's --seat-0 to --seat-5

// `selections`: SelectionMade events, not yet on a sheet, whose boxes light up.
export function draw(svg, position, selections = []) {
  const players = position.players ?? [];
  const sheets = players.map((_, seat) => ({ pairs: {}, fifth: {}, out: false, ...position.sheets?.[seat] }));
  const penalty = position.options?.penalty ?? PENALTY;
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${Math.max(players.length, 1) * SHEET}`);
  svg.setAttribute("role", "img");
  const words = add(svg, "title", {});
  words.textContent = describe(position, players, sheets, penalty);
  players.forEach((name, seat) => {
    const group = add(svg, "g", { transform: `translate(0 ${seat * SHEET})` });
    const lit = selections.find((selection) => selection.seat === seat);
    drawSheet(group, seat, name, sheets[seat], penalty, status(position, sheets[seat], seat), lit);
  });
}

function drawSheet(svg, seat, name, sheet, penalty, state, lit) {
  const badge = add(svg, "rect", { x: 2, y: 5, width: 14, height: 14, rx: 3 });
  badge.style.fill = `var(--seat-${seat % SEAT_COLOURS})`;
  badge.style.stroke = "var(--edge)";
  const longest = state ? 20 : 30;
  write(svg, name.length > longest ? `${name.slice(0, longest - 1)}…` : name, 22, 18, { size: 15, weight: 700 });
  if (state) write(svg, state, WIDTH - 4, 18, { anchor: "end" });
  const heading = NAME + HEADINGS - 4;
  write(svg, `−${penalty}`, ROW_LEFT + 2 * BOX, heading, { size: 11, anchor: "middle" });
  write(svg, "0", ROW_LEFT + 4.5 * BOX, heading, { size: 11, anchor: "middle" });
  write(svg, "+ A", ROW_LEFT + 7.5 * BOX, heading, { size: 11, anchor: "middle" });
  write(svg, "A", A_RIGHT, heading, { size: 11, anchor: "end" });
  write(svg, "next", NEXT_RIGHT, heading, { size: 11, anchor: "end" });
  write(svg, "fifth die", FIFTH_LEFT, heading, { size: 11 });
  Object.keys(VALUE).map(Number).forEach((row, nth) => drawRow(svg, row, NAME + HEADINGS + nth * HIGH, sheet, penalty, lit));
  drawFifth(svg, sheet, lit);
  const middle = (FIFTH_LEFT + WIDTH) / 2;
  write(svg, "score so far", middle, NAME + HEADINGS + 7 * HIGH, { size: 12, anchor: "middle" });
  write(svg, signed(score(sheet, penalty)), middle, NAME + HEADINGS + 8.8 * HIGH, { size: 24, weight: 700, anchor: "middle" });
}

function drawRow(svg, row, y, sheet, penalty, lit) {
  const marks = sheet.pairs[row] ?? 0;
  const coming = (lit?.pairs ?? []).filter((sum) => sum === row).length;
  write(svg, String(row), ROW_LEFT - 4, y + 13, { weight: 700, anchor: "end" });
  for (let nth = 0; nth < BOXES; nth += 1) {
    const gap = nth < NEGATIVE ? 0 : nth === NEGATIVE ? 1.5 : 3;
    const kind = nth < NEGATIVE ? "negative" : nth === NEGATIVE ? "neutral" : "positive";
    drawBox(svg, ROW_LEFT + nth * BOX + gap, y, kind, nth < marks, nth >= marks && nth < marks + coming);
  }
  write(svg, String(VALUE[row]), A_RIGHT, y + 13, { size: 12, anchor: "end" });
  const change = rowScore(row, marks + 1, penalty) - rowScore(row, marks, penalty);
  write(svg, marks > BOXES ? `${marks} X` : signed(change, "0"), NEXT_RIGHT, y + 13, { size: 12, anchor: "end" });
}

function drawFifth(svg, sheet, lit) {
  const open = Object.keys(sheet.fifth);
  // With three values open, a fourth is that of a free throw, which is not marked.
  if (lit && !open.includes(String(lit.fifth)) && open.length < FIFTH_ROWS) open.push(String(lit.fifth));
  for (let line = 0; line < FIFTH_ROWS; line += 1) {
    const y = NAME + HEADINGS + line * (HIGH + 8);
    const value = open[line];
    const marks = sheet.fifth[value] ?? 0;
    const coming = lit && value === String(lit.fifth);
    write(svg, value ?? "·", FIFTH_LEFT - 3, y + 13, { weight: 700, anchor: "end" });
    for (let nth = 0; nth < FIFTH_BOXES; nth += 1) {
      const kind = nth === FIFTH_BOXES - 1 ? "last" : "positive";
      drawBox(svg, FIFTH_LEFT + nth * BOX, y, kind, nth < marks, coming && nth === marks);
    }
  }
}

function drawBox(svg, x, y, kind, marked, lit) {
  const box = add(svg, "rect", { x: x + 1, y: y + 2, width: BOX - 2, height: BOX - 1, rx: 2 });
  box.style.fill = lit ? "var(--main)" : kind === "negative" ? "var(--space)" : "var(--card)";
  box.style.stroke = kind === "last" || kind === "neutral" ? "var(--ink)" : "var(--line)";
  box.style.strokeWidth = kind === "last" ? "2.5" : "1";
  if (!marked && !lit) return;
  const [left, top, size] = [x + 3.5, y + 5, BOX - 7];
  const cross = add(svg, "path", { d: `M${left} ${top}l${size} ${size}m0 ${-size}l${-size} ${size}` });
  cross.style.stroke = lit ? "var(--on-main)" : "var(--ink)";
  cross.style.strokeWidth = "2.2";
}

function rowScore(row, marks, penalty) {
  if (marks === 0) return 0;
  if (marks <= NEGATIVE) return -penalty;
  return (Math.min(marks, BOXES) - NEGATIVE - 1) * VALUE[row];
}

function score(sheet, penalty) {
  return Object.entries(sheet.pairs).reduce((sum, [row, marks]) => sum + rowScore(Number(row), marks, penalty), 0);
}

function status(position, sheet, seat) {
  if (sheet.out) return "out";
  if (!position.pips) return "";
  return position.done?.includes(seat) ? "has chosen" : "to choose";
}

function describe(position, players, sheets, penalty) {
  const marks = (of) => Object.entries(of).map(([row, count]) => `${count} in row ${row}`).join(", ") || "none";
  const said = players.map((name, seat) => {
    const sheet = sheets[seat];
    const state = status(position, sheet, seat);
    const points = `${score(sheet, penalty)} points${state && `, ${state}`}`;
    return `${name}: ${points}. Marks: ${marks(sheet.pairs)}. Fifth die: ${marks(sheet.fifth)}.`;
  });
  return ["The sheets.", ...said].join(" ");
}

function signed(number, plus = "") {
  if (number < 0) return `−${-number}`;
  return number > 0 && plus ? `+${number}` : String(number);
}

function write(svg, words, x, y, { size = 13, weight = 400, anchor = "start" } = {}) {
  const text = add(svg, "text", { x, y, "font-size": size, "font-weight": weight, "text-anchor": anchor });
  text.style.fill = "var(--ink)";
  text.textContent = words;
}

function add(parent, name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}
