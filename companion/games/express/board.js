// Draws the sheets into SVG elements: the whole sheet as on paper, or what others need to see of it. Knows the sheet and
// what its marks score, no other rule, and nothing of the page but its colours.

import { add } from "/static/dom.js";
import { marker } from "/static/tokens.js";
import { say, sayCount } from "/static/words.js";
import { letPut as putSheet } from "./putting.js";

const VALUE = { 2: 100, 3: 70, 4: 60, 5: 50, 6: 40, 7: 30, 8: 40, 9: 50, 10: 60, 11: 70, 12: 100 }; // column A
export const ROWS = Object.keys(VALUE).map(Number);
const NEGATIVE = 4; // boxes that cost the penalty
const BOXES = 10; // of a row
const FIFTH_ROWS = 3;
const FIFTH_BOXES = 8;
const PENALTY = 200;

const WIDTH = 340;
const BOX = 21;
const HIGH = 20; // of a row
const LEFT = 30; // the row's number stands left of it
const A_RIGHT = 288; // of column A's numbers
const NEXT_RIGHT = 337; // of what one more mark would change
const HEADINGS = 48;
const PAIRS = 53;
const FIFTH = PAIRS + 11 * HIGH + 6;
const SHEET = FIFTH + FIFTH_ROWS * HIGH + 6;
const STRIP = 100; // a sheet in short
const STRIP_ROWS = 6; // on a wall, more stand in two columns: that is as large as they can be there
const BETWEEN = 20; // the two
const CELL = (WIDTH - 2) / 11;

// The panel says here whose sheets it draws by itself, beside the dice; without a panel all are drawn here.
export const panel = { seats: () => [] };

// Those who play on this phone first and whole, the others in short; where nobody does, all are whole. On a wall all are
// in short.
export function draw(svg, position, tools = {}) {
  const mine = tools.snapshot?.mine ?? [];
  const elsewhere = tools.snapshot && !tools.brief ? panel.seats(tools) : [];
  const seats = (position.players ?? []).map((_, seat) => seat).filter((seat) => !elsewhere.includes(seat));
  const whole = seats.filter((seat) => !tools.brief && (!mine.length || mine.includes(seat)));
  const short = seats.filter((seat) => !whole.includes(seat));
  svg.replaceChildren();
  const rows = tools.brief && short.length > STRIP_ROWS ? Math.ceil(short.length / 2) : short.length;
  const width = rows < short.length ? 2 * WIDTH + BETWEEN : WIDTH;
  svg.setAttribute("viewBox", `0 0 ${width} ${whole.length * SHEET + rows * STRIP || 1}`);
  svg.setAttribute("role", "img");
  const said = [...whole, ...short].map((seat) => describe(position, seat));
  add(svg, "title", {}).textContent = [say("The sheets."), ...said].join(" ");
  whole.forEach((seat, nth) => drawSheet(add(svg, "g", { transform: `translate(0 ${nth * SHEET})` }), position, seat));
  short.forEach((seat, nth) => {
    const place = `${nth < rows ? 0 : WIDTH + BETWEEN} ${whole.length * SHEET + (nth % rows) * STRIP}`;
    drawStrip(add(svg, "g", { transform: `translate(${place})` }), position, seat);
  });
}

// One whole sheet. `coming`: {pairs, fifth}, a selection that is not on it yet; `possible`: {sums, fifths}, two sets of
// what may be chosen.
export function drawOne(svg, position, seat, { coming = null, possible = null } = {}) {
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${SHEET}`);
  svg.setAttribute("role", "img");
  add(svg, "title", {}).textContent = describe(position, seat);
  drawSheet(add(svg, "g", {}), position, seat, coming, possible);
}

// One sheet alone is drawn while it is put right.
export function letPut(svg, place, position, correct) {
  putSheet(svg, place, position, (seat) => drawOne(svg, position, seat), correct);
}

export function sheetOf(position, seat) {
  return { pairs: {}, fifth: {}, out: false, ...position.sheets?.[seat] };
}

export function penaltyOf(position) {
  return position.options?.penalty ?? PENALTY;
}

export function rowScore(row, marks, penalty) {
  if (marks === 0) return 0;
  if (marks <= NEGATIVE) return -penalty;
  return (Math.min(marks, BOXES) - NEGATIVE - 1) * VALUE[row];
}

export function score(sheet, penalty) {
  return Object.entries(sheet.pairs).reduce((sum, [row, marks]) => sum + rowScore(Number(row), marks, penalty), 0);
}

function marked(sheet, { pairs }) {
  const more = { ...sheet.pairs };
  for (const row of pairs) more[row] = (more[row] ?? 0) + 1;
  return { ...sheet, pairs: more };
}

export function signed(number, plus = "") {
  if (number < 0) return `−${-number}`;
  return number > 0 && plus ? `+${number}` : String(number);
}

function drawSheet(svg, position, seat, coming, possible) {
  const [sheet, penalty] = [sheetOf(position, seat), penaltyOf(position)];
  const points = score(sheet, penalty);
  if (coming) drawName(svg, position, seat, `${signed(points)} →`, signed(score(marked(sheet, coming), penalty)));
  else drawName(svg, position, seat, sheet.out ? say("out with") : say("so far"), signed(points));
  const heading = (words, x, anchor = "middle") => write(svg, words, x, HEADINGS, { size: 15, anchor, soft: true });
  heading(`−${penalty}`, LEFT + 2 * BOX);
  heading("0", LEFT + 4.5 * BOX + 4);
  heading(say("A each"), LEFT + 7.5 * BOX + 8);
  heading("A", A_RIGHT, "end");
  heading(say("next"), NEXT_RIGHT, "end");
  ROWS.forEach((row, nth) => drawRow(svg, row, PAIRS + nth * HIGH, sheet, penalty, coming, possible));
  drawFifth(svg, sheet, coming, possible);
}

function drawName(svg, position, seat, words, points) {
  marker(svg, seat, 10, 16, 8);
  const name = position.players[seat];
  write(svg, name.length > 15 ? `${name.slice(0, 13)}…` : name, 25, 22, { size: 17, weight: 700 });
  const right = add(svg, "text", { x: WIDTH - 3, y: 22, "font-size": 15, "text-anchor": "end" });
  right.style.fill = "var(--soft)";
  right.append(`${words}\u2002`);
  const number = add(right, "tspan", { "font-size": 22, "font-weight": 700 });
  number.style.fill = "var(--ink)";
  number.textContent = points;
}

function drawRow(svg, row, y, sheet, penalty, coming, possible) {
  const marks = sheet.pairs[row] ?? 0;
  const added = (coming?.pairs ?? []).filter((sum) => sum === row).length;
  const lit = Boolean(added || possible?.sums.has(row));
  const boxes = add(svg, "g", { "data-row": row });
  write(svg, String(row), LEFT - 5, y + 15, { size: 16, weight: 700, anchor: "end" });
  for (let nth = 0; nth < BOXES; nth += 1) {
    const gap = nth < NEGATIVE ? 0 : nth === NEGATIVE ? 4 : 8;
    const kind = nth < NEGATIVE ? "negative" : nth === NEGATIVE ? "neutral" : "positive";
    const state = nth < marks ? "marked" : nth < marks + added ? "coming" : nth === marks && lit ? "possible" : "";
    drawBox(boxes, LEFT + nth * BOX + gap, y, kind, state);
  }
  write(svg, String(VALUE[row]), A_RIGHT, y + 15, { size: 15, anchor: "end", soft: true });
  const change = rowScore(row, marks + (added || 1), penalty) - rowScore(row, marks, penalty);
  const next = marks > BOXES ? `${marks} X` : signed(change, "+");
  write(svg, next, NEXT_RIGHT, y + 15, { size: 15, weight: lit ? 700 : 400, anchor: "end" });
}

function drawFifth(svg, sheet, coming, possible) {
  const open = Object.keys(sheet.fifth);
  // With three values open, a fourth is that of a free throw, which is not marked.
  if (coming && !open.includes(String(coming.fifth)) && open.length < FIFTH_ROWS) open.push(String(coming.fifth));
  for (let line = 0; line < FIFTH_ROWS; line += 1) {
    const y = FIFTH + line * HIGH;
    const value = open[line];
    const marks = sheet.fifth[value] ?? 0;
    const added = coming && value === String(coming.fifth);
    const boxes = add(svg, "g", value ? { "data-fifth": value } : {});
    write(svg, value ?? "·", LEFT - 5, y + 15, { size: 16, weight: 700, anchor: "end" });
    for (let nth = 0; nth < FIFTH_BOXES; nth += 1) {
      const lit = nth === marks && value && possible?.fifths.has(Number(value));
      const state = nth < marks ? "marked" : added && nth === marks ? "coming" : lit ? "possible" : "";
      drawBox(boxes, LEFT + nth * BOX, y, nth === FIFTH_BOXES - 1 ? "last" : "positive", state);
    }
  }
  const right = LEFT + FIFTH_BOXES * BOX + 12;
  write(svg, say("fifth die"), right, FIFTH + 15, { size: 15, weight: 700 });
  write(svg, say("thick box: out"), right, FIFTH + HIGH + 15, { size: 15, soft: true });
}

function drawBox(svg, x, y, kind, state) {
  const thick = kind === "last" || state === "possible";
  const box = add(svg, "rect", { x: x + 1.5, y: y + 1.5, width: BOX - 3, height: HIGH - 3, rx: 3, class: `${kind} ${state}` });
  box.style.fill = state === "coming" ? "var(--main)" : kind === "negative" ? "var(--space)" : "var(--card)";
  box.style.stroke = state === "possible" ? "var(--main)" : kind === "last" || kind === "neutral" ? "var(--ink)" : "var(--line)";
  box.style.strokeWidth = thick ? "2.6" : "1.2";
  if (state !== "marked" && state !== "coming") return;
  const cross = add(svg, "path", { d: `M${x + 6} ${y + 5.5}l9 9m0 -9l-9 9` });
  cross.style.stroke = state === "coming" ? "var(--on-main)" : "var(--ink)";
  cross.style.strokeWidth = "2.6";
}

// What others need to see: the points, how many marks each row has, and how near the end is.
function drawStrip(svg, position, seat) {
  const sheet = sheetOf(position, seat);
  drawName(svg, position, seat, status(position, sheet, seat), signed(score(sheet, penaltyOf(position))));
  ROWS.forEach((row, nth) => {
    const marks = sheet.pairs[row] ?? 0;
    const x = 1 + nth * CELL;
    write(svg, String(row), x + CELL / 2, 43, { size: 15, anchor: "middle", soft: true });
    const cell = add(svg, "rect", { x: x + 1, y: 48, width: CELL - 2, height: 21, rx: 3 });
    const good = marks > NEGATIVE + 1;
    cell.style.fill = good ? "var(--main)" : marks && marks <= NEGATIVE ? "var(--space)" : "var(--card)";
    cell.style.stroke = marks === NEGATIVE + 1 ? "var(--ink)" : "var(--line)";
    if (marks) write(svg, String(marks), x + CELL / 2, 64, { size: 16, weight: 700, anchor: "middle", inverse: good });
  });
  const fifth = Object.entries(sheet.fifth).map(([value, marks]) => `${value}: ${marks}/${FIFTH_BOXES}`);
  write(svg, fifth.length ? say("fifth die  {values}", { values: fifth.join("   ") }) : say("fifth die  none"), 2, 86, { size: 15 });
}

function status(position, sheet, seat) {
  if (sheet.out) return say("out with");
  if (!position.pips) return say("so far");
  return position.done?.includes(seat) ? say("has chosen") : say("to choose");
}

function describe(position, seat) {
  const [sheet, penalty] = [sheetOf(position, seat), penaltyOf(position)];
  const marks = (of) => Object.entries(of).map(([row, count]) => say("{count} in row {row}", { count, row })).join(", ") || say("none");
  const total = score(sheet, penalty);
  const waits = position.pips && !sheet.out ? status(position, sheet, seat) : sheet.out ? say("out") : "";
  const points = sayCount("{count} point", "{count} points", total);
  const state = waits ? `${points}, ${waits}` : points;
  const named = { name: position.players[seat], state, pairs: marks(sheet.pairs), fifth: marks(sheet.fifth) };
  return say("{name}: {state}. Marks: {pairs}. Fifth die: {fifth}.", named);
}

function write(svg, words, x, y, { size = 15, weight = 400, anchor = "start", soft = false, inverse = false } = {}) {
  const text = add(svg, "text", { x, y, "font-size": size, "font-weight": weight, "text-anchor": anchor });
  text.style.fill = inverse ? "var(--on-main)" : soft ? "var(--soft)" : "var(--ink)";
  text.textContent = words;
}
