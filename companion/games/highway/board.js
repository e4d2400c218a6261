// Draws a Highway position into an SVG element. Knows the board and what tiles look like, no rules, and nothing of the
// page but its colours.

import {
  clearReach, COLUMNS, drawNumber, drawReach, drawSign, drawSpace, HEIGHT, HIGH, lie, MARGIN, shortened, splitsAwaited,
  standing, standingOn, WIDE, WIDTH, wantedOf, won, write,
} from "/games/cant-stop/columns.js";
export { columnsClosed } from "/games/cant-stop/columns.js";
export { letPut } from "/games/cant-stop/putting.js";
import { add, svg as made } from "/static/dom.js";
import { marker, markers, WHITE } from "/static/tokens.js";
import { say, sayOf } from "/static/words.js";

const ROW = 25; // a player's line under the board

const LONGEST_NAME = 10;
const WON_LEFT = 126; // of what a player has won
const SHIELDS_LEFT = 176;
const SHIELDS_RIGHT = WIDTH - 88; // then Map and Lost
const SHIELD_STEP = 23;

const MARKERS = 3; // further ones are the white cone

// What is said of each face; `number` is the last sign of those that have one.
const FACES = {
  shield: (number) => say("Interstate shield {number}", { number }),
  "detour-left": () => say("Detour left"),
  "detour-right": () => say("Detour right"),
  "fast-lane": (number) => say("Fast Lane +{number}", { number }),
  "traffic-delay": (number) => say("Traffic Delay −{number}", { number }),
  map: () => say("Map"),
  roundabout: () => say("Roundabout"),
  lost: () => say("Lost"),
  accident: () => say("accident"),
  "flat-tire": () => say("flat tire"),
  "out-of-fuel": () => say("out of fuel"),
  flood: () => say("flood"),
  "traffic-light": () => say("traffic light"),
  "road-work": () => say("road work"),
};
const KINDS = ["shield", "detour", "fast-lane", "traffic-delay", "map", "roundabout", "lost"];

const BACK = "back";

// What can be printed besides the board as it stands, and how it is called.
export const pdfs = {
  tiles: say("Tiles and backs"),
  tray: say("A floor for the dice tray"),
  board: say("The board"),
  reference: say("Cards of what the tiles do"),
};

export const unit = say("columns won");

export const wanted = wantedOf;

export function draw(svg, position, tools) {
  const players = position.players ?? [];
  const seen = {
    players,
    tokens: players.map((_, seat) => position.tokens?.[seat] ?? {}),
    runners: whiteMarkers(position),
    path: position.path ?? [],
    checked: position.path?.at(-1) ?? null,
    board: position.board ?? {},
    markers: position.markers ?? MARKERS,
    pushes: position.pushes ?? 0,
    turn: position.turn ?? 0,
    shields: players.map((_, seat) => position.shields?.[seat] ?? []),
    maps: players.map((_, seat) => position.maps?.[seat] ?? 0),
    lost: players.map((_, seat) => position.lost?.[seat] ?? 0),
  };
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT + players.length * ROW + 4}`);
  svg.setAttribute("role", "img");
  add(svg, "title", {}).textContent = describe(seen);
  drawSign(svg);
  for (const column of COLUMNS) drawColumn(svg, column, seen);
  drawReach(svg, position, splitsAwaited(tools));
  drawMarkersLeft(svg, seen);
  players.forEach((name, seat) => drawPlayer(svg, seat, name, seen));
}

export function preview(svg, position, event) {
  clearReach(svg);
  if (event) drawReach(svg, position, [event], true);
}

// Every space with a white marker: those that climb or wait, those checked already, the one under check.
function whiteMarkers(position) {
  const standing = Object.entries(position.runners ?? {}).map(([column, space]) => `${column}.${space}`);
  return [...standing, ...(position.rested ?? []), ...(position.path ? [position.path.at(-1)] : [])];
}

function drawColumn(svg, column, seen) {
  for (let space = 1; space <= lie(column).spaces; space += 1) {
    const at = `${column}.${space}`;
    const [x, y] = drawSpace(svg, column, space, seen.tokens);
    const whites = seen.runners.filter((runner) => runner === at).length;
    const here = standingOn(column, space, seen.tokens, whites);
    const tile = seen.board[at];
    const beside = Boolean(tile?.up && here.length);
    if (tile) drawTile(svg, tile, x, y, beside);
    const [centre, room] = beside ? [x + 8, 0.56] : [x, 1];
    markers(svg, here, centre, y, room);
    if (seen.path.includes(at)) {
      const ring = add(svg, "rect", { x: x - WIDE / 2 + 1, y: y - HIGH / 2 + 1, width: WIDE - 2, height: HIGH - 2, rx: 5, fill: "none" });
      ring.style.stroke = "var(--main)";
      ring.style.strokeWidth = "3.5";
      if (at !== seen.checked) ring.style.strokeDasharray = "4 3"; // the way that the marker came
    }
  }
  drawNumber(svg, column);
}

// Face up a tile fills its space, or stands small beside those who are there; face down its back is seen faintly.
function drawTile(svg, tile, x, y, beside) {
  if (!tile.up) picture(svg, BACK, x - 8, y - 8, 16).style.opacity = "0.4";
  else if (beside) picture(svg, tile.face, x - WIDE / 2 + 1.5, y - 7.5, 15);
  else picture(svg, tile.face, x - 10.5, y - 10.5, 21);
}

// A printed face, or the back, in a square of this edge.
function picture(svg, face, x, y, edge) {
  loadArt();
  return add(svg, "use", { href: `#tile-${face}`, x, y, width: edge, height: edge });
}

// The same by itself, to stand on a button.
export function drawn(face) {
  loadArt();
  return made("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, made("use", { href: `#tile-${face}` }));
}

// The drawings are fetched once and lie unseen in the page; whatever names one shows it as soon as it is there.
let asked = false;

async function loadArt() {
  if (asked) return;
  asked = true;
  const answer = await fetch("/games/highway/art.svg").catch(() => null);
  if (!answer?.ok) {
    asked = false; // the next drawing asks again
    return;
  }
  const art = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  art.setAttribute("class", "unseen");
  art.setAttribute("aria-hidden", "true");
  for (const [name, size] of [["width", "0"], ["height", "0"]]) art.setAttribute(name, size);
  art.style.position = "absolute";
  document.body.append(document.adoptNode(art));
}

// The name of its kind.
export function kindOf(face) {
  return KINDS.find((name) => face.startsWith(name)) ?? "hazard";
}

// Its name.
export function spoken(face) {
  return FACES[face.replace(/-\d$/, "")](face.at(-1));
}

// In the free corner of the octagon: how many white markers this turn has, the cone as a cone.
function drawMarkersLeft(svg, seen) {
  write(svg, say("white markers"), 1, 15, { size: 15 });
  for (let nth = 0; nth < seen.markers; nth += 1) {
    const x = 10 + nth * 21;
    if (nth < MARKERS) marker(svg, WHITE, x, 33, 7);
    else drawCone(svg, x, 33);
  }
  if (!seen.pushes) return;
  const push = seen.pushes > 1 ? say("push up to 4, {pushes} times", { pushes: seen.pushes }) : say("push up to 4");
  write(svg, push, 1, 58, { size: 15, weight: 700 });
}

function drawCone(svg, x, y) {
  const cone = add(svg, "polygon", { points: `${x},${y - 9} ${x + 7},${y + 6} ${x - 7},${y + 6}` });
  const base = add(svg, "rect", { x: x - 9, y: y + 5, width: 18, height: 3.5, rx: 1.5 });
  for (const part of [cone, base]) {
    part.style.fill = "#ffffff";
    part.style.stroke = "#111111";
    part.style.strokeWidth = "1.8";
  }
}

function drawPlayer(svg, seat, name, seen) {
  const middle = HEIGHT + seat * ROW + ROW / 2;
  if (seat === seen.turn) {
    const lit = add(svg, "rect", { x: 1, y: middle - ROW / 2 + 1, width: WIDTH - 2, height: ROW - 2, rx: 5, fill: "none" });
    lit.style.stroke = "var(--main)";
    lit.style.strokeWidth = "2";
  }
  marker(svg, seat, MARGIN + 10, middle, 8);
  write(svg, shortened(name, LONGEST_NAME), MARGIN + 24, middle + 5, { size: 15, weight: seat === seen.turn ? 800 : 400 });
  write(svg, sayOf("in few signs", "{columns} won", { columns: won(seen.tokens[seat]) }), WON_LEFT, middle + 5, { size: 15 });
  const held = seen.shields[seat];
  const step = Math.min(SHIELD_STEP, (SHIELDS_RIGHT - SHIELDS_LEFT) / Math.max(held.length, 1));
  held.forEach((number, nth) => picture(svg, `shield-${number}`, SHIELDS_LEFT + nth * step, middle - 11, 22));
  drawReminder(svg, "map", seen.maps[seat], SHIELDS_RIGHT - 2, middle);
  drawReminder(svg, "lost", seen.lost[seat], SHIELDS_RIGHT + 44, middle);
}

// Map and Lost, with how many if there are several.
function drawReminder(svg, face, count, x, y) {
  if (!count) return;
  picture(svg, face, x, y - 11, 22);
  if (count > 1) write(svg, `×${count}`, x + 22, y + 5.5, { size: 15, weight: 700 });
}

function describe(seen) {
  const players = seen.players.map((name, seat) => {
    const holds = [
      seen.shields[seat].length ? say("shields {numbers}", { numbers: seen.shields[seat].join(", ") }) : "",
      seen.maps[seat] ? say("Map for the next turn") : "",
      seen.lost[seat] ? say("Lost for the next turn") : "",
    ].filter(Boolean);
    const where = standing(seen.tokens[seat]);
    return holds.length ? say("{name}: {where}; holds {things}.", { name, where, things: holds.join(", ") }) : `${name}: ${where}.`;
  });
  const space = (at) => say("column {column} space {space}", { column: at.split(".")[0], space: at.split(".")[1] });
  const tiles = Object.entries(seen.board);
  const up = tiles.filter(([, tile]) => tile.up).map(([at, tile]) => say("{tile} on {where}", { tile: spoken(tile.face), where: space(at) }));
  return [
    say("The board."),
    ...players,
    spokenMarkers(seen),
    seen.runners.length ? say("White markers on {where}.", { where: seen.runners.map(space).join(", ") }) : "",
    seen.checked ? say("The tile on {where} acts now.", { where: space(seen.checked) }) : "",
    say("{count} tiles lie face down.", { count: tiles.length - up.length }),
    up.length ? say("Face up: {tiles}.", { tiles: up.join(", ") }) : "",
  ].filter(Boolean).join(" ");
}

function spokenMarkers({ markers: count, pushes }) {
  const cone = count > MARKERS;
  if (pushes && cone) return say("{count} white markers this turn, the white cone among them, and a push of up to four spaces.", { count });
  if (pushes) return say("{count} white markers this turn, and a push of up to four spaces.", { count });
  if (cone) return say("{count} white markers this turn, the white cone among them.", { count });
  return say("{count} white markers this turn.", { count });
}
