// Puts a sheet right: somebody says whose, and taps the last box that is marked in a row, or drags along the row to it, by
// finger, mouse or keys. What comes of it is sent as the sheets, and the table judges it. Knows the drawn rows as the board
// names them (`data-row`, `data-fifth`), no measure of them.

import { add, button, called, element, pressed } from "/static/dom.js";
import { addSlider } from "/static/slider.js";
import { say, sayCount } from "/static/words.js";

const FIFTH_VALUES = [1, 2, 3, 4, 5, 6];
const OPEN_VALUES = 3; // of the fifth die, on one sheet
const LAST_FIFTH = 8; // the mark that puts a player out

let who = 0; // whose sheet is put right
let touched = null; // {kind, row}: the row that was put last, for the two buttons

// The buttons above the sheet, and in the drawing one slider a row. `drawSheet(seat)` draws that sheet alone, `correct(changes)`
// sends what stands elsewhere.
export function letPut(svg, place, position, drawSheet, correct) {
  const players = position.players ?? [];
  if (who >= players.length) [who, touched] = [0, null];
  const again = () => letPut(svg, place, position, drawSheet, correct);
  drawSheet(who);
  const names = element("div", "", "chips");
  names.append(...players.map((name, seat) => pressed(button(name, () => ([who, touched] = [seat, null], again())), seat === who)));
  if (hides(position, who)) {
    place.replaceChildren(element("p", say("What was chosen on this sheet is hidden until all are in. Take it back first, or wait."), "hint"), names);
    return;
  }
  const put = (kind, row, marks) => {
    touched = { kind, row };
    return correct(changed(position, kind, row, marks));
  };
  place.replaceChildren(
    element("p", say("Whose sheet? Then tap the last box that is marked, or drag along the row to it. Tapped once more, it is taken off."), "hint"),
    names,
    values(position, put),
    ...steps(position, put),
  );
  const sliders = add(svg, "g", { "data-putting": "" });
  svg.setAttribute("role", "group");
  for (const drawn of svg.querySelectorAll("[data-row]")) slider(sliders, drawn, "pairs", drawn.dataset.row, position, put);
  for (const drawn of svg.querySelectorAll("[data-fifth]")) slider(sliders, drawn, "fifth", drawn.dataset.fifth, position, put);
}

// Which values of the fifth die the sheet names: a tap opens one with its first mark, or takes it off with all its marks.
function values(position, put) {
  const open = sheetOf(position).fifth;
  const made = element("div", "", "express-values");
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", say("Values of the fifth die on the sheet"));
  made.append(element("span", say("Fifth")), ...FIFTH_VALUES.map((value) => {
    const one = pressed(called(button(String(value), () => put("fifth", value, open[value] ? 0 : 1)), say("Fifth die {value}", { value })), Boolean(open[value]));
    one.disabled = !open[value] && Object.keys(open).length >= OPEN_VALUES;
    return one;
  }));
  return made;
}

// The row that was put last, by one mark: where a finger is too thick for a box.
function steps(position, put) {
  if (!touched) return [];
  const { kind, row } = touched;
  const marks = marksOf(position, kind, row);
  const by = (sign, step, words) => {
    const made = called(button(sign, () => put(kind, row, marks + step), "icon"), words);
    made.disabled = marks + step < 0 || (kind === "fifth" && marks + step > LAST_FIFTH);
    return made;
  };
  const made = element("div", "", "express-steps");
  made.append(by("−", -1, say("One mark less")), element("span", `${named(kind, row)}: ${marked(marks)}`), by("+", 1, say("One mark more")));
  return [made];
}

function slider(parent, drawn, kind, row, position, put) {
  const boxes = [...drawn.querySelectorAll("rect")].map((box) => box.getBBox());
  const from = marksOf(position, kind, row);
  const whole = drawn.getBBox();
  addSlider(parent, {
    name: named(kind, row),
    from,
    most: Math.max(boxes.length, from),
    area: { x: 0, y: boxes[0].y - 1.5, width: whole.x + whole.width, height: boxes[0].height + 3 },
    under: ({ x }) => boxes.filter((box) => box.x <= x).length,
    spoken: marked,
    draw: (ghost, at) => boxes.forEach((box, nth) => nth < at === nth < from || mark(ghost, box, nth < at)),
    put: (at) => put(kind, row, at),
    tapped: from - 1, // the last mark is taken off
  });
}

// A box as it would be: crossed, or empty again.
function mark(ghost, { x, y, width, height }, crossed) {
  const box = add(ghost, "rect", { x, y, width, height, rx: 3 });
  Object.assign(box.style, { fill: crossed ? "var(--main)" : "var(--card)", stroke: "var(--main)", strokeWidth: "2", strokeDasharray: crossed ? "" : "3 2" });
  if (!crossed) return;
  const cross = add(ghost, "path", { d: `M${x + 4.5} ${y + 4}l${width - 9} ${height - 8}m0 ${8 - height}l${9 - width} ${height - 8}` });
  Object.assign(cross.style, { stroke: "var(--on-main)", strokeWidth: "2.6" });
}

function named(kind, row) {
  return kind === "fifth" ? say("Fifth die {value}", { value: row }) : say("Row {row}", { row });
}

function marked(marks) {
  return sayCount("{marks} mark", "{marks} marks", marks, { marks });
}

function sheetOf(position) {
  return { pairs: {}, fifth: {}, out: false, ...position.sheets?.[who] };
}

function marksOf(position, kind, row) {
  return sheetOf(position)[kind][row] ?? 0;
}

// Where all are shown together, a sheet is not known before all have chosen.
function hides({ options = {}, pips, done = [] }, seat) {
  return options.reveal !== "at-once" && Boolean(pips) && done.includes(seat);
}

// With 0 marks a row is not named. What the seat chose is no longer known to be on its sheet, so it is forgotten.
function changed(position, kind, row, marks) {
  const sheet = sheetOf(position);
  const { [row]: _, ...others } = sheet[kind];
  const rows = marks ? { ...others, [row]: marks } : others;
  const full = (fifth) => Object.values(fifth).includes(LAST_FIFTH);
  const out = kind === "fifth" ? full(rows) || (sheet.out && !full(sheet.fifth)) : sheet.out;
  const each = (list, one) => position.players.map((_, seat) => (seat === who ? one : (list?.[seat] ?? null)));
  return {
    sheets: each(position.sheets, { ...sheet, [kind]: rows, out }).map((one) => one ?? {}),
    selections: each(position.selections, null),
  };
}
