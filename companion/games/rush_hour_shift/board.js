// Draws a Rush Hour Shift position into an SVG element. Knows the grid, no rules, and nothing of the page but its colours.
// Where the page gives `play`, vehicles and parts can be dragged: { options: the events that may be chosen,
// choose: called with an event }. What is dragged too far is chosen all the same: the answer says why it is refused.

const CELL = 24;
const ROWS = 6;
const COLUMNS = 14;
const PARTS = { left: [0, 5], centre: [5, 9], right: [9, 14] };
const MARGIN = CELL; // a hero car that is half off stands in it
const HEAD = 26; // the players' names
const FOOT = 46; // how the side parts lie, and the card in play

const HEROES = { G: "#f0b429", S: "#cfd6de" };
const FILLS = ["#9ecae1", "#fdae6b", "#a8dba8", "#c9b8e8", "#f7b6c2", "#e3d26f", "#83d0c9", "#d9b38c"];
const INK = "#111111"; // on the vehicles, whose colours are the same by day and by night

// Where the grid lies in the drawing: the cell of row r and column c has its corner at (x + c * CELL, y + r * CELL).
function frame(position) {
  const [left, right] = position.offsets ?? [0, 0];
  const top = Math.min(left, 0, right);
  const bottom = Math.max(left, 0, right) + ROWS;
  const off = Object.entries(position.vehicles ?? {}).find(([name, car]) => (name === "G" && car.col > 13) || (name === "S" && car.col < -1));
  const before = MARGIN + (off?.[0] === "S" ? CELL : 0);
  const behind = MARGIN + (off?.[0] === "G" ? CELL : 0);
  return {
    x: before,
    y: HEAD - top * CELL,
    width: before + COLUMNS * CELL + behind,
    foot: HEAD + (bottom - top) * CELL,
    height: HEAD + (bottom - top) * CELL + FOOT,
  };
}

export function draw(svg, position, play = null) {
  const at = frame(position);
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${at.width} ${at.height}`);
  svg.setAttribute("role", "img");
  add(svg, "title", {}).textContent = describe(position);
  for (const part of Object.keys(PARTS)) drawPart(svg, at, part, offset(position, part));
  drawFinish(svg, at, "G", position);
  drawFinish(svg, at, "S", position);
  const vehicles = Object.entries(position.vehicles ?? {});
  const letters = vehicles.map(([name]) => name).filter((name) => !HEROES[name]).sort();
  for (const [name, car] of vehicles) drawVehicle(svg, at, name, car, HEROES[name] ?? FILLS[letters.indexOf(name) % FILLS.length]);
  drawNames(svg, at, position);
  drawFoot(svg, at, position);
  if (play?.options && position.card) letDrag(svg, at, position, play);
}

function offset(position, part) {
  return part === "centre" ? 0 : (position.offsets?.[part === "left" ? 0 : 1] ?? 0);
}

function drawPart(svg, at, part, down) {
  const [first, end] = PARTS[part];
  const group = add(svg, "g", { "data-part": part });
  for (let row = down; row < down + ROWS; row += 1) {
    for (let col = first; col < end; col += 1) {
      const cell = add(group, "rect", { x: at.x + col * CELL, y: at.y + row * CELL, width: CELL, height: CELL });
      cell.style.fill = "var(--space)";
      cell.style.stroke = "var(--line)";
      cell.style.strokeWidth = "0.7";
    }
  }
  const edge = add(group, "rect", {
    x: at.x + first * CELL,
    y: at.y + down * CELL,
    width: (end - first) * CELL,
    height: ROWS * CELL,
    rx: 2,
  });
  edge.style.fill = "none";
  edge.style.stroke = "var(--ink)";
  edge.style.strokeWidth = "2.2";
}

// The end over which a hero car leaves: a bar in its colour, with its mark.
function drawFinish(svg, at, hero, position) {
  const part = hero === "G" ? "right" : "left";
  const down = offset(position, part);
  const x = hero === "G" ? at.x + COLUMNS * CELL + 2 : at.x - 8;
  const bar = add(svg, "rect", { x, y: at.y + down * CELL, width: 6, height: ROWS * CELL });
  bar.style.fill = HEROES[hero];
  bar.style.stroke = "var(--edge)";
  bar.style.strokeWidth = "1";
}

function drawVehicle(svg, at, name, car, fill) {
  const hero = Boolean(HEROES[name]);
  const wide = car.axis === "h" ? car.length * CELL : CELL;
  const high = car.axis === "h" ? CELL : car.length * CELL;
  const x = at.x + car.col * CELL;
  const y = at.y + car.row * CELL;
  const group = add(svg, "g", { "data-vehicle": name });
  const body = add(group, "rect", { x: x + 2, y: y + 2, width: wide - 4, height: high - 4, rx: hero ? 9 : 4 });
  body.style.fill = fill;
  body.style.stroke = hero ? "var(--ink)" : "var(--edge)";
  body.style.strokeWidth = hero ? "2.4" : "1.4";
  const middle = [x + wide / 2, y + high / 2];
  if (hero) mark(group, name, middle[0] - CELL / 2, middle[1], 7);
  write(group, name, middle[0] + (hero ? CELL / 2 - 1 : 0), middle[1] + 6, { weight: 800, anchor: "middle", ink: INK, size: 17 });
}

// A hero car is told by its shape too, for eyes and evenings that do not tell colours: a star and a diamond.
function mark(parent, hero, x, y, size) {
  const corners = hero === "G" ? 10 : 4;
  const points = Array.from({ length: corners }, (_, nth) => {
    const reach = hero === "G" && nth % 2 ? size * 0.45 : size;
    const turn = (nth / corners) * 2 * Math.PI - Math.PI / 2;
    return `${(x + reach * Math.cos(turn)).toFixed(2)},${(y + reach * Math.sin(turn)).toFixed(2)}`;
  });
  const shape = add(parent, "polygon", { points: points.join(" ") });
  shape.style.fill = hero === "G" ? INK : "none";
  shape.style.stroke = INK;
  shape.style.strokeWidth = "2";
}

const LONGEST_NAME = 13;

function drawNames(svg, at, position) {
  ["G", "S"].forEach((hero, seat) => {
    const name = position.players?.[seat] ?? (seat ? "Silver" : "Gold");
    const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
    const inward = seat ? -1 : 1;
    const edge = seat ? at.width - 4 : 4;
    const badge = add(svg, "circle", { cx: edge + inward * 9, cy: 11, r: 9.5 });
    badge.style.fill = HEROES[hero];
    badge.style.stroke = "var(--edge)";
    badge.style.strokeWidth = "1.2";
    mark(svg, hero, edge + inward * 9, 11, 6);
    const words = seat ? `← ${short}` : `${short} →`;
    write(svg, words, edge + inward * 24, 17, { weight: seat === position.turn ? 800 : 400, anchor: seat ? "end" : "start" });
  });
}

function drawFoot(svg, at, position) {
  for (const part of ["left", "right"]) {
    const [first, end] = PARTS[part];
    const middle = at.x + ((first + end) / 2) * CELL;
    const lock = lockOf(position, part);
    write(svg, lies(offset(position, part)), middle, at.foot + 18, { anchor: "middle" });
    if (lock) write(svg, `locked by ${lock}`, middle, at.foot + 38, { anchor: "middle", weight: 700 });
  }
  if (!position.card) return;
  const middle = at.x + 7 * CELL;
  write(svg, cardWords(position.card).replace("MOVE & SHIFT", "M&SHIFT"), middle, at.foot + 18, { anchor: "middle", weight: 800 });
  write(svg, leftOver(position), middle, at.foot + 38, { anchor: "middle" });
}

function lies(down) {
  return down ? `${Math.abs(down)} ${down > 0 ? "down" : "up"}` : "in line";
}

function cardWords(card) {
  return card.toUpperCase().replace("-AND-", " & ").replaceAll("-", " ");
}

// "left" is a direction here too, so it is only said of spaces.
function leftOver(position) {
  if (!position.moves_left) return position.shift_left ? "a shift" : "used up";
  if (position.card === "slide") return "one move";
  return position.shift_left ? `${position.moves_left} + shift` : `${position.moves_left} left`;
}

// The vehicle across the seam of a side part.
function lockOf(position, part) {
  const seam = part === "left" ? 4 : 8;
  const lock = Object.entries(position.vehicles ?? {}).find(
    ([, car]) => car.axis === "h" && car.col <= seam && seam < car.col + car.length - 1,
  );
  return lock?.[0];
}

function describe(position) {
  const players = position.players ?? ["Gold", "Silver"];
  const sides = ["left", "right"].map((part) => {
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
  return `${car.length === 2 ? "Car" : "Truck"} ${name}:`;
}

function placed(position, name, car) {
  const toGo = name === "G" ? 14 - car.col : name === "S" ? car.col + 2 : null;
  if (toGo === 0) return "off the grid";
  const part = car.col < 5 ? "left" : car.col > 8 ? "right" : "centre";
  const row = car.row - offset(position, part) + 1;
  const rows = car.axis === "v" ? `rows ${row} to ${row + car.length - 1}` : `row ${row}`;
  const columns = car.axis === "h" ? `columns ${car.col + 1} to ${car.col + car.length}` : `column ${car.col + 1}`;
  const where = `${rows} of the ${part} part, ${columns}`;
  if (toGo === null) return where;
  return toGo === 1 ? `half off, ${rows} of the ${part} part, 1 space to go` : `${where}, ${toGo} spaces to go`;
}

// --- dragging ---

function letDrag(svg, at, position, play) {
  const lights = add(svg, "g", { "data-lights": "" });
  for (const group of svg.querySelectorAll("[data-vehicle]")) {
    const name = group.dataset.vehicle;
    const car = position.vehicles[name];
    const allowed = play.options.filter((option) => option.event === "VehicleMoved" && option.vehicle === name);
    drag(svg, group, [group], car.axis, allowed.map((option) => option.by), {
      take: () => lightUp(lights, at, name, car, allowed, play),
      drop: (by) => play.choose({ event: "VehicleMoved", vehicle: name, by }),
    });
  }
  for (const part of position.shift_left ? ["left", "right"] : []) {
    const [first, end] = PARTS[part];
    const rides = Object.entries(position.vehicles).filter(([, car]) => inside(car, first, end));
    const moving = [part, ...rides.map(([name]) => name)].map((name) => svg.querySelector(`[data-part="${name}"], [data-vehicle="${name}"]`));
    const allowed = play.options.filter((option) => option.event === "PartShifted" && option.part === part);
    drag(svg, moving[0], moving, "v", allowed.map((option) => option.by), {
      take: () => lights.replaceChildren(),
      drop: (by) => play.choose({ event: "PartShifted", part, by }),
    });
  }
}

// A hero car that is half off stands on the part beside it.
function inside(car, first, end) {
  const col = Math.min(Math.max(car.col, 0), COLUMNS - 1);
  return first <= col && col < end;
}

// `handle` is what the finger takes, `moving` what follows it along the axis, as far as is allowed.
function drag(svg, handle, moving, axis, allowed, { take, drop }) {
  handle.style.cursor = "grab";
  handle.style.touchAction = "none";
  const [least, most] = [Math.min(0, ...allowed), Math.max(0, ...allowed)];
  let from = null;
  const gone = (event) => {
    const matrix = svg.getScreenCTM();
    const pixels = axis === "v" ? (event.clientY - from.y) / matrix.d : (event.clientX - from.x) / matrix.a;
    return pixels / CELL;
  };
  const show = (cells) => {
    const shift = Math.min(Math.max(cells, least), most) * CELL;
    for (const one of moving) one.setAttribute("transform", axis === "v" ? `translate(0 ${shift})` : `translate(${shift} 0)`);
  };
  handle.addEventListener("pointerdown", (event) => {
    from = { x: event.clientX, y: event.clientY };
    handle.setPointerCapture(event.pointerId);
    take();
  });
  handle.addEventListener("pointermove", (event) => from && show(gone(event)));
  handle.addEventListener("pointercancel", () => {
    from = null;
    show(0);
  });
  handle.addEventListener("pointerup", (event) => {
    if (!from) return;
    const by = Math.round(gone(event));
    from = null;
    show(allowed.includes(by) ? by : 0);
    if (by) drop(by);
  });
}

// Where the vehicle's front may come to stand; each can be tapped as well.
function lightUp(lights, at, name, car, allowed, play) {
  lights.replaceChildren();
  for (const option of allowed) {
    const step = option.by > 0 ? option.by + car.length - 1 : option.by;
    const [row, col] = car.axis === "v" ? [car.row + step, car.col] : [car.row, car.col + step];
    // Beyond the end there is one cell's room for two stops: half off, and off.
    const beyond = Math.max(col - COLUMNS, -1 - col);
    const half = CELL / 2;
    const x = col < 0 ? at.x - half * (beyond + 1) : at.x + Math.min(col, COLUMNS) * CELL + (beyond > 0 ? half : 0);
    const size = { width: beyond < 0 ? CELL - 8 : half - 2, height: CELL - 8, rx: 6 };
    const light = add(lights, "rect", { x: x + (beyond < 0 ? 4 : 1), y: at.y + row * CELL + 4, ...size, "data-by": option.by });
    light.style.fill = "var(--main)";
    light.style.fillOpacity = "0.45";
    light.style.stroke = "var(--main)";
    light.style.strokeWidth = "2";
    light.style.cursor = "pointer";
    light.addEventListener("click", () => play.choose(option));
  }
}

function write(parent, words, x, y, { weight = 400, anchor = "start", ink = "var(--ink)", size = 16 } = {}) {
  const text = add(parent, "text", { x, y, "font-size": size, "font-weight": weight, "text-anchor": anchor });
  text.style.fill = ink;
  text.textContent = words;
}

function add(parent, name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}
