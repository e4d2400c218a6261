// Entering the layout that stands on the table: tap an empty cell for a new vehicle, tap or drag one to change it. The
// draft is this phone's own until it is used; what is wrong with it the box says, at the vehicle concerned (R24).

import { add, button, called, element, pressed } from "/static/dom.js";
import { say, sentence } from "/static/words.js";
import { still } from "./drag.js";
import { paint, write } from "./drawing.js";
import { cells, CELL, COLUMNS, isHero, ROWS } from "./grid.js";
import { AT, draw } from "./layout.js";
import { kind } from "./words.js";

const START = { G: { row: 2, col: 0, length: 2, axis: "h" }, S: { row: 3, col: 12, length: 2, axis: "h" } };
const LETTERS = "ABCDEFHIJKLMNOPQRTUVWXYZ";
const LONGEST_NAME = 20; // signs, as of everything that is kept by name
const STILL_MS = 350; // after a change: then the box is asked

export class Editor {
  constructor(vehicles, name, tools, { use, keep, close }) {
    this.vehicles = structuredClone(vehicles ?? START);
    this.tools = tools;
    this.brush = { length: 2, axis: "h" };
    this.at = null; // the letter of the vehicle that is being changed
    this.findings = null; // null: not asked yet
    this.searching = false; // more of them may come
    this.ranOut = false; // its time was up before all was found
    this.grid = element("div");
    this.listen(this.grid);
    this.tool = element("div");
    this.said = element("div");
    this.said.setAttribute("role", "status");
    this.name = element("input");
    Object.assign(this.name, { id: "layout-name", maxLength: LONGEST_NAME, value: [...name].slice(0, LONGEST_NAME).join("").trim(), autocomplete: "off" });
    const label = element("label", say("Name, to keep it for other evenings"));
    label.htmlFor = this.name.id;
    this.using = button(say("Use this layout"), () => use(this.vehicles), "wide main");
    this.keeping = button(say("Keep it"), () => keep(this.name.value.trim(), this.vehicles), "narrow");
    const named = element("div", "", "row");
    named.append(this.name, this.keeping);
    const below = element("div", "", "row");
    below.append(button(say("Clear the grid"), () => this.change(() => (this.vehicles = structuredClone(START)))), button(say("Cancel"), close));
    this.element = element("div", "", "shift-editor");
    this.element.append(this.grid, this.tool, this.said, this.using, label, named, below);
    this.show();
    this.ask();
  }

  // Every change is drawn at once, and judged once it is still.
  change(make) {
    make();
    this.findings = null;
    this.ranOut = false;
    this.show();
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.ask(), STILL_MS);
  }

  async ask() {
    const asked = JSON.stringify(this.vehicles);
    const options = { layout: this.vehicles };
    // What cannot be played is said at once; whether there is a way out takes the box some seconds.
    for (this.searching = true; this.searching; ) {
      const call = this.findings ? this.tools.ask : this.tools.call;
      const body = await call("/api/findings", { game: "rush-hour-shift", options, known: this.findings?.length ?? 0 });
      if (asked !== JSON.stringify(this.vehicles) || !this.element.isConnected) return;
      this.searching = Boolean(body?.searching);
      if (!body) return;
      this.findings = body.findings;
      this.ranOut = Boolean(body.ran_out);
      this.show();
    }
  }

  show() {
    const focused = document.activeElement?.getAttribute("aria-label");
    const svg = draw(this.vehicles);
    if (this.at) this.outline(svg);
    const marks = new Map((this.findings ?? []).map(({ where, refused }) => [where, refused])); // one each
    for (const [where, refused] of marks) this.flag(svg, where, refused);
    this.grid.replaceChildren(svg);
    this.tool.replaceChildren(...(this.at ? this.changing() : this.placing()));
    this.said.replaceChildren(...this.sentences());
    this.using.disabled = this.keeping.disabled = this.isRefused();
    if (focused) [...this.tool.querySelectorAll("button")].find((one) => one.getAttribute("aria-label") === focused)?.focus();
  }

  isRefused() {
    return Boolean(this.findings?.some(({ refused }) => refused));
  }

  // A mark at the vehicle: not by colour alone, ✕ for what is refused and ! for what people are warned of.
  flag(svg, name, refused) {
    const car = this.vehicles[name];
    if (!car) return;
    const [x, y] = [AT.x + car.col * CELL, AT.y + car.row * CELL];
    paint(add(svg, "circle", { cx: x + 6, cy: y + 7, r: 7 }), refused ? "var(--warn)" : "var(--warn-paper)", "var(--warn)", "1.5");
    write(svg, refused ? "✕" : "!", x + 6, y + 11.5, { size: 12, weight: 800, anchor: "middle", ink: refused ? "var(--warn-paper)" : "var(--warn)" });
  }

  outline(svg) {
    const car = this.vehicles[this.at];
    const size = car.axis === "h" ? [car.length * CELL, CELL] : [CELL, car.length * CELL];
    const box = add(svg, "rect", { x: AT.x + car.col * CELL, y: AT.y + car.row * CELL, width: size[0], height: size[1], rx: 4 });
    paint(box, "none", "var(--main)", "4");
    box.style.pointerEvents = "none";
  }

  placing() {
    const brush = (length, axis, words) =>
      pressed(called(button("", () => { this.brush = { length, axis }; this.show(); }), words), this.brush.length === length && this.brush.axis === axis);
    const row = element("div", "", "row shift-brushes");
    row.append(...[[2, "h", say("Place cars lying across")], [2, "v", say("Place cars standing upright")], [3, "h", say("Place trucks lying across")], [3, "v", say("Place trucks standing upright")]].map(([length, axis, words]) => {
      const made = brush(length, axis, words);
      made.append(element("i", "", `shift-brush-${axis}${length}`));
      return made;
    }));
    return [row, element("p", say("Tap an empty cell to place one there; tap or drag a vehicle to change it."), "hint")];
  }

  changing() {
    const name = this.at;
    const car = this.vehicles[name];
    const step = (sign, words, row, col) => called(button(sign, () => this.move(name, car.row + row, car.col + col)), words);
    const arrows = element("div", "", "row");
    arrows.append(step("←", say("Move left"), 0, -1), step("↑", say("Move up"), -1, 0), step("↓", say("Move down"), 1, 0), step("→", say("Move right"), 0, 1));
    const row = element("div", "", "row");
    if (!isHero(name)) {
      row.append(button(say("Turn"), () => this.turn(name)));
      row.append(button(say("Remove"), () => this.change(() => { delete this.vehicles[name]; this.at = null; })));
    }
    row.append(button(say("Done"), () => { this.at = null; this.show(); }));
    return [element("h3", kind(name, car)), arrows, row];
  }

  sentences() {
    if (!this.findings) return [element("p", say("The box looks at it…"), "hint")];
    const more = this.searching ? [element("p", say("It can be played. Still searching for a way out for both…"), "hint")] : [];
    if (!this.findings.length) return this.searching ? more : [element("p", say("A good layout: both can get out, and both have it equally easy."), "hint")];
    const warn = this.isRefused() ? say("It cannot be played so:") : say("It can be played. To know before:");
    const list = element("ul", "", "lines");
    list.append(...this.findings.map(({ reason }) => element("li", sentence(reason))));
    const made = element("div", "", this.isRefused() ? "warning" : "card");
    made.append(element("b", warn), list);
    if (this.ranOut) made.append(button(say("Ask again"), () => { this.findings = null; this.show(); this.ask(); }, "wide"));
    return [made, ...more];
  }

  // --- fingers ---

  // They are heard by what holds the drawing, since the drawing itself is made anew while a finger may be on it.
  listen(grid) {
    let held = null;
    grid.style.touchAction = "none";
    still(grid);
    const cell = (event) => {
      const matrix = grid.firstElementChild.getScreenCTM();
      return [Math.floor(((event.clientY - matrix.f) / matrix.d - AT.y) / CELL), Math.floor(((event.clientX - matrix.e) / matrix.a - AT.x) / CELL)];
    };
    grid.onpointerdown = (event) => {
      const [row, col] = cell(event);
      const name = this.standing(row, col);
      held = { row, col, name, car: name && { ...this.vehicles[name] } };
      grid.setPointerCapture(event.pointerId);
    };
    grid.onpointermove = (event) => {
      if (!held?.name) return;
      const [row, col] = cell(event);
      const [down, right] = [row - held.row, col - held.col];
      if (down || right) held.moved = true;
      grid.querySelector(`[data-vehicle="${held.name}"]`)?.setAttribute("transform", `translate(${right * CELL} ${down * CELL})`);
    };
    grid.onpointerup = (event) => {
      if (!held) return;
      const [row, col] = cell(event);
      const { name, car, moved } = held;
      if (name && moved) this.move(name, car.row + row - held.row, car.col + col - held.col);
      else if (name) { this.at = name; this.show(); }
      else if (this.at) { this.at = null; this.show(); }
      else this.place(row, col);
      held = null;
    };
    grid.onpointercancel = () => { held = null; this.show(); };
  }

  // Where two lie on each other: the one that is being changed, or the one that is drawn on top.
  standing(row, col) {
    const here = Object.keys(this.vehicles).filter((name) => cells(this.vehicles[name]).some(([r, c]) => r === row && c === col));
    return here.includes(this.at) ? this.at : here.at(-1);
  }

  place(row, col) {
    const letter = [...LETTERS].find((one) => !this.vehicles[one]);
    if (!letter) return;
    this.change(() => (this.vehicles[letter] = onGrid({ row, col, ...this.brush })));
  }

  // Hero cars stay at their own ends: there they can only stand in another row.
  move(name, row, col) {
    const car = this.vehicles[name];
    this.change(() => (this.vehicles[name] = onGrid({ ...car, row, col: isHero(name) ? START[name].col : col })));
    this.at = name;
    this.show();
  }

  turn(name) {
    const car = this.vehicles[name];
    this.change(() => (this.vehicles[name] = onGrid({ ...car, axis: car.axis === "h" ? "v" : "h" })));
  }
}

function onGrid(car) {
  const [high, wide] = car.axis === "v" ? [car.length, 1] : [1, car.length];
  const within = (value, most) => Math.min(Math.max(value, 0), most);
  return { ...car, row: within(car.row, ROWS - high), col: within(car.col, COLUMNS - wide) };
}
