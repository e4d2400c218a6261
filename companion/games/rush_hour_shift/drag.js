// Vehicles and side parts under a finger, a mouse or the arrow keys. What the table offers lights up and is followed;
// what goes beyond it is tried all the same, since the answer says why it is refused.

import { add } from "/static/dom.js";
import { say } from "/static/words.js";

import { paint, write } from "./drawing.js";
import { ahead, CELL, COLUMNS, offset, PARTS, partOf, ROWS, SIDES } from "./grid.js";
import { kind, partNamed, placed, towards } from "./words.js";

const DECIDED = 0.3; // cells after which it is clear whether a finger goes along or across
const KEYS = { ArrowLeft: ["h", -1], ArrowRight: ["h", 1], ArrowUp: ["v", -1], ArrowDown: ["v", 1] };

export function letDrag(svg, at, position, tools) {
  for (const on of ["onpointerdown", "onpointermove", "onpointerup", "onpointercancel", "onclick", "onkeydown"]) svg[on] = null;
  Object.assign(svg.style, { touchAction: "", overflow: "", position: "", zIndex: "" });
  if (!tools) return;
  still(svg);
  const prompt = tools.snapshot.prompts.find(({ kind: what, optional }) => what === "Choose" && !optional);
  const why = whyNot(prompt, position, tools);
  if (why) {
    onlySay(svg, () => tools.complain(why));
    return;
  }
  const hands = new Hands(svg, at, position, prompt.options, tools);
  svg.onpointerdown = (event) => hands.down(event);
  svg.onpointermove = (event) => hands.move(event);
  svg.onpointerup = (event) => hands.up(event);
  svg.onpointercancel = () => hands.letGo();
  svg.onkeydown = (event) => hands.key(event);
}

// Why nothing at all can be moved now; empty: something may be.
function whyNot(prompt, position, tools) {
  if (!prompt) return say("The game is over: play again, or undo.");
  return refusal(prompt, tools) || (position.card ? "" : say("Play a card first."));
}

// A finger on a vehicle is a try; one on the grid around them may go on to scroll the page, and is none then.
function onlySay(svg, act) {
  let touched = false;
  for (const vehicle of svg.querySelectorAll("[data-vehicle]")) vehicle.ontouchmove = (event) => event.preventDefault();
  svg.onpointerdown = (event) => {
    touched = Boolean(under(event)?.closest("[data-vehicle], [data-part]"));
    if (touched) svg.setPointerCapture(event.pointerId);
  };
  svg.onpointercancel = () => (touched = false);
  svg.onpointerup = () => {
    if (touched) act();
    touched = false;
  };
}

// Whoever plays a seat on a phone moves for no other seat with it, and nobody moves for a seat that has a phone.
function refusal({ seat }, { snapshot, isMine, player }) {
  const { mine = [], seats = [] } = snapshot;
  if (mine.length ? isMine(seat) : !seats[seat]?.claimed) return "";
  const name = player(seat);
  if (!mine.length) return say("{name} plays on another phone.", { name });
  return say("It is {name}'s turn, and this phone plays {names}.", { name, names: mine.map(player).join(", ") });
}

// What lies under the finger's own point. A browser may tell of a neighbour that it takes for likelier to be meant: near a
// seam a finger on the centre was given the part beside it, which can be moved.
function under(event) {
  return document.elementFromPoint(event.clientX, event.clientY);
}

// A letter that was selected by dragging would be carried off by the browser's own drag.
export function still(element) {
  element.style.userSelect = "none";
  element.style.webkitUserSelect = "none";
}

class Hands {
  constructor(svg, at, position, options, tools) {
    Object.assign(this, { svg, at, position, options, tools, held: null, taken: null });
    this.lights = add(svg, "g", { "data-lights": "" });
    svg.setAttribute("role", "group");
    svg.style.touchAction = "none"; // of the whole drawing: browsers do not ask the pieces within it
    for (const group of svg.querySelectorAll("[data-vehicle]")) this.prepare(group, this.vehicle(group.dataset.vehicle));
    for (const part of position.shift_left ? SIDES : []) this.prepare(svg.querySelector(`[data-part=${part}]`), this.part(part));
  }

  prepare(group, piece) {
    Object.entries({ tabindex: 0, role: "button", "aria-label": piece.words, "data-handle": piece.key }).forEach(([key, value]) => group.setAttribute(key, value));
    group.style.cursor = "grab";
  }

  vehicle(name) {
    const car = this.position.vehicles[name];
    const allowed = this.options.filter(({ event, vehicle }) => event === "VehicleMoved" && vehicle === name).map(({ by }) => by);
    const may = allowed.map((by) => `${Math.abs(by)} ${towards(car.axis, by)}`).join(", ") || say("nowhere now");
    const words = { vehicle: kind(name, car), where: placed(this.position, name, car), may };
    return {
      key: name,
      axis: car.axis,
      allowed,
      moving: [this.svg.querySelector(`[data-vehicle="${name}"]`)],
      event: (by) => ({ event: "VehicleMoved", vehicle: name, by }),
      light: (by) => this.beyond(...ahead(car, by)),
      words: say("{vehicle}, {where}; may go {may}", words),
      across: car.axis === "v"
        ? say("{vehicle} goes up and down only: no vehicle is lifted or turned.", words)
        : say("{vehicle} goes left and right only: no vehicle is lifted or turned.", words),
    };
  }

  part(side) {
    const [first, end] = PARTS[side];
    const rides = Object.entries(this.position.vehicles).filter(([, car]) => partOf(car) === side).map(([name]) => `[data-vehicle="${name}"]`);
    const allowed = this.options.filter(({ event, part }) => event === "PartShifted" && part === side).map(({ by }) => by);
    const top = offset(this.position, side);
    const middle = Math.floor((first + end) / 2);
    const may = allowed.map((by) => `${Math.abs(by)} ${towards("v", by)}`).join(", ") || say("nowhere now");
    return {
      key: side,
      axis: "v",
      allowed,
      moving: [`[data-part=${side}]`, ...rides].map((piece) => this.svg.querySelector(piece)),
      event: (by) => ({ event: "PartShifted", part: side, by }),
      // Within the part, where there is room for all: where its last row comes to lie going up, its first going down.
      light: (by) => ({
        ...this.beyond(top + (by < 0 ? ROWS - 1 : 0) + by, middle - (by < 0 ? 1 : 0)),
        words: `${by < 0 ? "↑" : "↓"}${Math.abs(by)}`,
      }),
      words: say("{part}; may shift {may}", { part: partNamed(side), may }),
      across: allowed.length ? say("A part is shifted up or down.") : "",
    };
  }

  // A cell, or in the one cell's room beyond the end of the grid one of the two stops there: half off, and off.
  beyond(row, col) {
    const stop = Math.max(col - COLUMNS, -1 - col);
    const half = CELL / 2;
    const x = col < 0 ? this.at.x - half * (stop + 1) : this.at.x + Math.min(col, COLUMNS) * CELL + (stop > 0 ? half : 0);
    return { x, y: this.at.y + row * CELL, width: stop < 0 ? CELL : half, height: CELL };
  }

  // What is under the finger: a vehicle, its part where only that can go this way, or one of the lights.
  down(event) {
    const touched = under(event);
    const light = touched?.closest("[data-by]");
    const vehicle = touched?.closest("[data-vehicle]")?.dataset.vehicle;
    const part = vehicle ? partOf(this.position.vehicles[vehicle]) : touched?.closest("[data-part]")?.dataset.part;
    const carried = !vehicle || (this.position.shift_left && SIDES.includes(part));
    const pieces = [vehicle && this.vehicle(vehicle), part && carried && this.part(part)].filter(Boolean);
    this.held = { x: event.clientX, y: event.clientY, light, pieces };
    if (light || !pieces.length) return;
    this.svg.setPointerCapture(event.pointerId);
    this.take(vehicle && (this.position.moves_left || !carried) ? pieces[0] : pieces.at(-1));
  }

  move(event) {
    if (!this.held?.pieces.length || this.held.light) return;
    const [x, y] = this.gone(event);
    if (!this.held.decided && Math.max(Math.abs(x), Math.abs(y)) > DECIDED) this.decide(Math.abs(y) > Math.abs(x) ? "v" : "h");
    this.show(this.taken.axis === "v" ? y : x);
  }

  // Across its own axis a vehicle takes its part along, where that can be shifted.
  decide(way) {
    this.held.decided = true;
    const fits = this.held.pieces.find(({ axis }) => axis === way);
    if (this.taken.axis !== way && fits) this.take(fits);
  }

  up(event) {
    const held = this.held;
    this.held = null;
    if (held?.light) return this.drop(Number(held.light.dataset.by));
    if (!held?.pieces.length) return null;
    const [x, y] = this.gone(event, held);
    const [along, across] = this.taken.axis === "v" ? [y, x] : [x, y];
    const by = this.meant(along);
    if (held.decided && !by && Math.abs(across) >= 1 && this.taken.across) return this.tools.complain(this.taken.across);
    // A tap on what cannot move at all is a try too: the answer says why.
    return this.drop(this.taken.allowed.length ? by : by || 1);
  }

  letGo() {
    this.held = null;
    this.show(0);
  }

  gone(event, from = this.held) {
    const matrix = this.svg.getScreenCTM();
    return [(event.clientX - from.x) / matrix.a / CELL, (event.clientY - from.y) / matrix.d / CELL];
  }

  // A finger that goes a little too far means the last stop; one that goes further wants to know why not.
  meant(cells) {
    const [least, most] = this.limits();
    const limit = cells > 0 ? most : least;
    const over = Math.abs(cells) - Math.abs(limit);
    return limit && over > 0 && over < 1.2 ? limit : Math.round(cells);
  }

  limits() {
    return [Math.min(0, ...this.taken.allowed), Math.max(0, ...this.taken.allowed)];
  }

  drop(by) {
    const piece = this.taken;
    this.show(piece.allowed.includes(by) ? by : 0);
    if (!by) return;
    this.choose(by).then((taken) => taken || this.show(0));
  }

  // Of the table that is drawn: if somebody moved something meanwhile, it is refused.
  choose(by) {
    return this.tools.choose(this.taken.event(by), this.tools.snapshot.version);
  }

  key(event) {
    const group = event.target.closest("[data-handle]");
    if (!group) return;
    if (this.taken?.key !== group.dataset.handle) this.take(group.dataset.vehicle ? this.vehicle(group.dataset.vehicle) : this.part(group.dataset.part));
    const [axis, step] = KEYS[event.key] ?? [];
    const [least, most] = this.limits();
    const to = Math.round(this.shown) + step;
    if (axis && axis !== this.taken.axis && this.taken.across) this.tools.complain(this.taken.across);
    else if (axis && to >= least && to <= most) this.show(to);
    else if (axis) this.choose(to); // refused, with the reason
    else if (["Enter", " "].includes(event.key) && this.shown) this.drop(this.shown); // in no language
    else if (event.key === "Escape") this.show(0);
    else return;
    event.preventDefault();
  }

  take(piece) {
    if (this.taken) this.show(0);
    this.taken = piece;
    this.shown = 0;
    this.lights.replaceChildren();
    for (const by of piece.allowed) {
      const { x, y, width, height, words } = piece.light(by);
      const light = add(this.lights, "rect", { x: x + 2, y: y + 3, width: width - 4, height: height - 6, rx: 6, "data-by": by });
      paint(light, "var(--main)", "var(--main)", "2");
      light.style.fillOpacity = words ? "0.8" : "0.45";
      light.style.cursor = "pointer";
      if (!words) continue;
      light.style.fill = "var(--paper)"; // to be read on whatever stands there
      write(this.lights, words, x + width / 2, y + height - 8, { weight: 700, anchor: "middle", size: words.length > 2 ? 10 : 13 });
      this.lights.lastElementChild.style.pointerEvents = "none";
    }
  }

  // The piece where the finger has it, as far as is allowed.
  show(cells) {
    if (!this.taken) return;
    const [least, most] = this.limits();
    this.shown = Math.min(Math.max(cells, least), most);
    const along = this.shown * CELL;
    // What goes beyond the drawing lies over what is around it, as a thing that is lifted does.
    Object.assign(this.svg.style, this.shown ? { overflow: "visible", position: "relative", zIndex: "5" } : { overflow: "", position: "", zIndex: "" });
    for (const one of this.taken.moving) one.setAttribute("transform", this.taken.axis === "v" ? `translate(0 ${along})` : `translate(${along} 0)`);
    for (const light of this.lights.querySelectorAll("[data-by]")) {
      const [here, elsewhere] = this.taken.key.length > 1 ? ["1", "0.8"] : ["0.9", "0.45"];
      light.style.fillOpacity = Number(light.dataset.by) === Math.round(this.shown) ? here : elsewhere;
    }
  }
}
