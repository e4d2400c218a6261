// The grid in numbers: its size, its parts, and what a position says of them. No rule beyond that.

export const CELL = 24; // units of the drawing
export const ROWS = 6;
export const COLUMNS = 14;
export const PARTS = { left: [0, 5], centre: [5, 9], right: [9, 14] };
export const SIDES = ["left", "right"];
export const HEROES = ["G", "S"];

const SEAMS = { left: 4, right: 8 };

export function isHero(name) {
  return HEROES.includes(name);
}

// How many rows a part has been shifted down.
export function offset(position, part) {
  return part === "centre" ? 0 : (position.offsets?.[SIDES.indexOf(part)] ?? 0);
}

// A hero car that is half off stands on the part beside it.
export function partOf(car) {
  const col = Math.min(Math.max(car.col, 0), COLUMNS - 1);
  return Object.keys(PARTS).find((part) => col < PARTS[part][1]);
}

// The vehicle across the seam of a side part.
export function lockOf(position, part) {
  const across = ([, car]) => car.axis === "h" && car.col <= SEAMS[part] && SEAMS[part] < car.col + car.length - 1;
  return Object.entries(position.vehicles ?? {}).find(across)?.[0];
}

export function cells(car) {
  return Array.from({ length: car.length }, (_, step) =>
    car.axis === "v" ? [car.row + step, car.col] : [car.row, car.col + step],
  );
}

// The cell that a vehicle enters last when it moves so many spaces.
export function ahead(car, by) {
  const step = by > 0 ? by + car.length - 1 : by;
  return car.axis === "v" ? [car.row + step, car.col] : [car.row, car.col + step];
}

