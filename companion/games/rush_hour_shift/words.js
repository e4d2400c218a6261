// A position in words: what a screen reader says of the drawing, and how pieces and cards are called.

import { say, sayCount, sayOf } from "/static/words.js";
import { lockOf, offset, partOf, SIDES } from "./grid.js";

export function kind(name, car) {
  if (name === "G") return say("Gold hero");
  if (name === "S") return say("Silver hero");
  return car.length === 2 ? say("Car {letter}", { letter: name }) : say("Truck {letter}", { letter: name });
}

export function cardWords(card) {
  return card.toUpperCase().replace("-AND-", " & ").replaceAll("-", " ");
}

// "left" is a direction here too, so it is only said of spaces.
export function leftOver(position) {
  if (!position.moves_left) return position.shift_left ? say("a shift") : say("used up");
  if (position.card === "slide") return say("one move");
  const count = position.moves_left;
  return position.shift_left ? say("{count} + shift", { count }) : say("{count} left", { count });
}

export function lies(down) {
  if (!down) return say("in line");
  const count = Math.abs(down);
  return down > 0 ? sayOf("a label", "{count} down", { count }) : sayOf("a label", "{count} up", { count });
}

// At the beginning of a sentence; German says all parts without an article.
export function partNamed(part) {
  return part === "left" ? say("The left part") : say("The right part");
}

function partOfGrid(part) {
  if (part === "centre") return say("the centre part");
  return part === "left" ? say("the left part") : say("the right part");
}

function rowsTowards(by) {
  const count = Math.abs(by);
  return by > 0 ? sayCount("{count} row down", "{count} rows down", count) : sayCount("{count} row up", "{count} rows up", count);
}

// Where a step goes: `by` > 0 is down, or right.
export function towards(axis, by) {
  if (axis === "v") return by > 0 ? say("down") : say("up");
  return by > 0 ? say("right") : say("left");
}

export function describe(position) {
  const players = position.players ?? [say("Gold"), say("Silver")];
  const sides = SIDES.map((part) => {
    const down = offset(position, part);
    const lock = lockOf(position, part);
    const lying = { part: partNamed(part), where: down ? rowsTowards(down) : say("in line"), letter: lock };
    return lock ? say("{part} is {where}, locked by {letter}.", lying) : say("{part} is {where}.", lying);
  });
  const vehicles = Object.entries(position.vehicles ?? {}).map(([name, car]) => `${called(name, car, players)} ${placed(position, name, car)}.`);
  const card = position.card ? [say("In play: {card}, {left}.", { card: cardWords(position.card), left: leftOver(position) })] : [];
  return [say("The traffic grid."), ...sides, ...vehicles, ...card].join(" ");
}

function called(name, car, players) {
  if (name === "G") return say("Gold hero car of {name}:", { name: players[0] });
  if (name === "S") return say("Silver hero car of {name}:", { name: players[1] });
  return `${kind(name, car)}:`;
}

export function placed(position, name, car) {
  const toGo = name === "G" ? 14 - car.col : name === "S" ? car.col + 2 : null;
  if (toGo === 0) return say("off the grid");
  const part = partOf(car);
  const row = car.row - offset(position, part) + 1;
  const rows = car.axis === "v" ? say("rows {first} to {last}", { first: row, last: row + car.length - 1 }) : say("row {row}", { row });
  const columns = car.axis === "h" ? say("columns {first} to {last}", { first: car.col + 1, last: car.col + car.length }) : say("column {column}", { column: car.col + 1 });
  const where = { rows, columns, part: partOfGrid(part) };
  if (toGo === 1) return say("half off, {rows} of {part}, 1 space to go", where);
  if (toGo === null) return say("{rows} of {part}, {columns}", where);
  return say("{rows} of {part}, {columns}, {count} spaces to go", { ...where, count: toGo });
}
