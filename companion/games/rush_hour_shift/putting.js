// Puts the drawn grid right: a vehicle is lifted by finger, mouse or arrow keys and set down in any cells that are free, a
// side part is shifted with all that stands on it. What cannot stand so is said here, before anything is sent.

import { add, button, element, pressed } from "/static/dom.js";
import { say } from "/static/words.js";

import { still } from "./drag.js";
import { paint } from "./drawing.js";
import { cells, CELL, COLUMNS, isHero, lockOf, offset, partOf, PARTS, ROWS, SIDES } from "./grid.js";
import { kind, partNamed, placed } from "./words.js";

const KEYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const HANDLERS = ["onpointerdown", "onpointermove", "onpointerup", "onpointercancel", "onkeydown"];

let keyed = null; // what was moved by keys last: it keeps the focus when the grid is drawn anew

// `corrected(changes)` sends what stands elsewhere, as keys of the position.
export function letPut(svg, place, position, corrected) {
  const said = element("p", say("Drag a vehicle, or a side part, to where it really stands. Arrow keys and Enter do it too."), "hint");
  said.setAttribute("role", "status");
  const turns = element("div", "", "chips");
  const begins = (seat) => corrected({ turn: seat, card: null, moves_left: 0, shift_left: false });
  turns.append(...position.players.map((name, seat) => pressed(button(say("{name}'s turn", { name }), () => begins(seat)), seat === position.turn)));
  place.replaceChildren(said, turns);
  for (const handler of HANDLERS) svg[handler] = null;
  still(svg);
  svg.style.touchAction = "none";
  svg.setAttribute("role", "group");
  new Lifted(svg, position, corrected, (sentence) => (said.textContent = sentence));
  if (document.activeElement === document.body) svg.querySelector(`[data-handle="${keyed}"]`)?.focus();
}

class Lifted {
  constructor(svg, position, corrected, tell) {
    Object.assign(this, { svg, position, corrected, tell, name: null, from: null, at: [0, 0] });
    this.ring = add(svg, "g", { "pointer-events": "none" });
    for (const side of SIDES) this.prepare(svg.querySelector(`[data-part=${side}]`), partNamed(side), side);
    for (const [name, car] of Object.entries(position.vehicles)) {
      this.prepare(svg.querySelector(`[data-vehicle="${name}"]`), `${kind(name, car)}, ${placed(position, name, car)}`, name);
    }
    svg.onpointerdown = (event) => this.down(event);
    svg.onpointermove = (event) => this.from && this.show(this.gone(event));
    svg.onpointerup = (event) => this.up(event);
    svg.onpointercancel = () => this.back();
    svg.onkeydown = (event) => this.key(event);
  }

  prepare(group, words, handle) {
    Object.entries({ tabindex: 0, role: "button", "aria-label": words, "data-handle": handle }).forEach(([key, value]) => group.setAttribute(key, value));
    group.style.cursor = "grab";
  }

  down(event) {
    const name = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-handle]")?.dataset.handle;
    keyed = null;
    if (!name) return;
    this.svg.setPointerCapture(event.pointerId);
    this.take(name);
    this.from = [event.clientY, event.clientX];
  }

  up(event) {
    if (!this.from) return;
    this.show(this.gone(event));
    this.drop();
  }

  key(event) {
    const name = event.target.closest("[data-handle]")?.dataset.handle;
    if (!name) return;
    if (this.name !== name) this.take(name);
    keyed = name;
    const step = KEYS[event.key];
    if (step) this.show([this.at[0] + step[0], this.at[1] + step[1]]);
    else if (event.key === "Enter" || event.key === " ") this.drop();
    else if (event.key === "Escape") this.back();
    else return;
    event.preventDefault();
  }

  take(name) {
    this.back();
    this.name = name;
  }

  gone(event) {
    const scale = this.svg.getScreenCTM().a * CELL;
    return [(event.clientY - this.from[0]) / scale, (event.clientX - this.from[1]) / scale];
  }

  // The piece where the finger has it; a part goes up and down only. By keys, each step says where that is.
  show([down, right]) {
    this.at = SIDES.includes(this.name) ? [down, 0] : [down, right];
    const by = `translate(${this.at[1] * CELL} ${this.at[0] * CELL})`;
    for (const piece of this.moving()) piece.setAttribute("transform", by);
    const lifted = this.at.some(Boolean);
    Object.assign(this.svg.style, lifted ? { overflow: "visible", position: "relative", zIndex: "5" } : { overflow: "", position: "", zIndex: "" });
    this.ring.replaceChildren();
    if (!lifted || SIDES.includes(this.name)) return;
    const body = this.svg.querySelector(`[data-vehicle="${this.name}"] rect`).getBBox();
    const [rows, cols] = this.at.map(Math.round);
    const { x, y, width, height } = body;
    const why = this.whyNot();
    const box = add(this.ring, "rect", { x: x + cols * CELL - 2, y: y + rows * CELL - 2, width: width + 4, height: height + 4, rx: 5 });
    paint(box, "none", why ? "var(--warn)" : "var(--main)", "3.5");
    box.style.strokeDasharray = why ? "5 4" : "";
    if (!this.from) this.tell(why || say("Enter sets it down: {where}.", { where: placed(this.position, this.name, this.car()) }));
  }

  moving() {
    const riding = SIDES.includes(this.name) ? this.riders().map((name) => `[data-vehicle="${name}"]`) : [];
    return [`[data-handle="${this.name}"]`, ...riding].map((piece) => this.svg.querySelector(piece));
  }

  riders() {
    return Object.entries(this.position.vehicles).filter(([, car]) => partOf(car) === this.name).map(([name]) => name);
  }

  // The vehicle where it would be set down.
  car() {
    const car = this.position.vehicles[this.name];
    const [rows, cols] = this.at.map(Math.round);
    return { ...car, row: car.row + rows, col: car.col + cols };
  }

  // Why it cannot stand there; empty: it can.
  whyNot() {
    if (SIDES.includes(this.name)) {
      const lock = this.at[0] && lockOf(this.position, this.name);
      return lock ? say("{vehicle} lies across the seam: set it elsewhere first.", { vehicle: kind(lock, this.position.vehicles[lock]) }) : "";
    }
    const car = this.car();
    const taken = Object.entries(this.position.vehicles).find(
      ([name, other]) => name !== this.name && cells(other).some(([r, c]) => cells(car).some(([row, col]) => r === row && c === col)),
    );
    if (taken) return say("{vehicle} stands there.", { vehicle: kind(...taken) });
    return cells(car).every(([row, col]) => this.has(row, col)) ? "" : say("There is no such place on the grid.");
  }

  // A hero car may be half off, over its own end.
  has(row, col) {
    if (col < 0 || col >= COLUMNS) return isHero(this.name) && col === (this.name === "G" ? COLUMNS : -1);
    const part = Object.keys(PARTS).find((one) => col < PARTS[one][1]);
    const down = offset(this.position, part);
    return row >= down && row < down + ROWS;
  }

  drop() {
    this.from = null;
    const why = this.whyNot();
    const [rows, cols] = this.at.map(Math.round);
    if (why) this.tell(why);
    if (why || !(rows || cols)) return this.back();
    this.show([rows, cols]);
    return this.corrected(SIDES.includes(this.name) ? this.shifted(rows) : { vehicles: { ...this.position.vehicles, [this.name]: this.car() } });
  }

  shifted(rows) {
    const { vehicles, offsets = [0, 0] } = this.position;
    const carried = this.riders().map((name) => [name, { ...vehicles[name], row: vehicles[name].row + rows }]);
    return {
      offsets: offsets.map((down, nth) => (SIDES[nth] === this.name ? down + rows : down)),
      vehicles: { ...vehicles, ...Object.fromEntries(carried) },
    };
  }

  back() {
    this.from = null;
    if (this.name) this.show([0, 0]);
    this.name = null;
  }
}
