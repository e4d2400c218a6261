// The score table, and the sheets for printing.

import { element } from "/static/dom.js";
import { say } from "/static/words.js";
import { drawOne, penaltyOf, ROWS, rowScore, sheetOf, signed } from "./board.js";

const ON_PAPER = 10; // players side by side
const LARGE = 4; // players whose sheets are printed two in a row; of more, three

// The points of every row of every player, the best first, `most` of them in one table.
export function tables(snapshot, most) {
  const { position, scores, winners } = snapshot;
  const seats = position.players.map((_, seat) => seat).sort((a, b) => scores[b] - scores[a]);
  const made = [];
  for (let from = 0; from < seats.length; from += most) made.push(table(seats.slice(from, from + most), position, scores, winners));
  return made;
}

function table(seats, position, scores, winners) {
  const penalty = penaltyOf(position);
  const made = element("table", "", "express-scores");
  made.append(element("caption", say("Points by row")));
  const head = line(made.createTHead(), "th", "", seats.map((seat) => position.players[seat]));
  const body = made.createTBody();
  for (const row of ROWS) {
    const points = seats.map((seat) => rowScore(row, sheetOf(position, seat).pairs[row] ?? 0, penalty));
    line(body, "td", String(row), points.map((number) => (number ? signed(number) : "0")));
  }
  const total = line(made.createTFoot(), "td", say("Sum"), seats.map((seat) => signed(scores[seat])));
  seats.forEach((seat, nth) => {
    if (!winners?.includes(seat)) return;
    head.cells[nth + 1].append(element("span", say("wins"), "express-won"));
    total.cells[nth + 1].classList.add("express-won");
  });
  return made;
}

function line(part, kind, name, words) {
  const row = part.insertRow();
  const first = element("th", name);
  first.scope = "row";
  row.append(first, ...words.map((each) => element(kind, each)));
  if (kind === "th") for (const cell of row.cells) cell.scope = "col";
  return row;
}

// The print page's own part: the table, and every sheet.
export function paper(place, { snapshot }) {
  const { position } = snapshot;
  const sheets = element("div", "", position.players.length > LARGE ? "express-sheets small" : "express-sheets");
  position.players.forEach((_, seat) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawOne(svg, position, seat);
    sheets.append(svg);
  });
  const wide = element("div", "", "express-wide"); // on a phone it scrolls sideways by itself
  wide.style.setProperty("--players", Math.min(position.players.length, ON_PAPER));
  wide.tabIndex = 0; // so that keys scroll it too
  wide.append(...tables(snapshot, ON_PAPER));
  place.replaceChildren(wide, sheets);
}
