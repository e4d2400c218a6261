// A position in words: what a screen reader says of the drawing, and how pieces and cards are called.

import { lockOf, offset, partOf, SIDES } from "./grid.js";

export function kind(name, car) {
  if (name === "G") return "Gold hero";
  if (name === "S") return "Silver hero";
  return `${car.length === 2 ? "Car" : "Truck"} ${name}`;
}

export function cardWords(card) {
  return card.toUpperCase().replace("-AND-", " & ").replaceAll("-", " ");
}

// "left" is a direction here too, so it is only said of spaces.
export function leftOver(position) {
  if (!position.moves_left) return position.shift_left ? "a shift" : "used up";
  if (position.card === "slide") return "one move";
  return position.shift_left ? `${position.moves_left} + shift` : `${position.moves_left} left`;
}

export function lies(down) {
  return down ? `${Math.abs(down)} ${down > 0 ? "down" : "up"}` : "in line";
}

export function describe(position) {
  const players = position.players ?? ["Gold", "Silver"];
  const sides = SIDES.map((part) => {
    const down = offset(position, part);
    const lock = lockOf(position, part);
    const where = down ? `${Math.abs(down)} ${Math.abs(down) === 1 ? "row" : "rows"} ${down > 0 ? "down" : "up"}` : "in line";
    return `The ${part} part is ${where}${lock ? `, locked by ${lock}` : ""}.`;
  });
  const vehicles = Object.entries(position.vehicles ?? {}).map(([name, car]) => `${called(name, car, players)} ${placed(position, name, car)}.`);
  const card = position.card ? [`In play: ${cardWords(position.card)}, ${leftOver(position)}.`] : [];
  return ["The traffic grid.", ...sides, ...vehicles, ...card].join(" ");
}

function called(name, car, players) {
  if (name === "G") return `Gold hero car of ${players[0]}:`;
  if (name === "S") return `Silver hero car of ${players[1]}:`;
  return `${kind(name, car)}:`;
}

export function placed(position, name, car) {
  const toGo = name === "G" ? 14 - car.col : name === "S" ? car.col + 2 : null;
  if (toGo === 0) return "off the grid";
  const part = partOf(car);
  const row = car.row - offset(position, part) + 1;
  const rows = car.axis === "v" ? `rows ${row} to ${row + car.length - 1}` : `row ${row}`;
  const columns = car.axis === "h" ? `columns ${car.col + 1} to ${car.col + car.length}` : `column ${car.col + 1}`;
  const where = `${rows} of the ${part} part, ${columns}`;
  if (toGo === null) return where;
  return toGo === 1 ? `half off, ${rows} of the ${part} part, 1 space to go` : `${where}, ${toGo} spaces to go`;
}
