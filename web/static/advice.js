// Advice: who may be told what, the button that asks, and what was said, on this phone alone.

import { call } from "./calls.js";
import { at, button, called, element, pressed, redraw, text } from "./dom.js";
import { piece } from "./pieces.js";
import { isMine, now, onShow, over, player, show } from "./snapshot.js";
import { locale, say, sayCount } from "./words.js";

const WORDS = { off: say("Nothing"), odds: say("Odds"), advice: say("Advice") };

let said = null; // {version, advice}: what the box said; advice null while it thinks

// What is known of an action, `roll` or an event, as the lines that stand on its button.
export function advised(action) {
  const nth = said?.advice?.actions.findIndex((one) => same(one.action, action)) ?? -1;
  if (nth < 0) return [];
  const worth = element("small", worthOf(said.advice.actions[nth]), "worth");
  return nth === 0 && said.advice.actions.length > 1 ? [element("small", say("★ Best"), "best"), worth] : [worth];
}

// Changes whenever what `advised` says does.
export function advisedOf() {
  return said?.advice ? said.version : null;
}

// Fields may come in any order, and each stands for itself.
function same(one, other) {
  if (typeof one === "string" || typeof other === "string") return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));
}

function worthOf({ win, turns, points }) {
  if (points !== undefined) return sayCount("{count} point at the end", "{count} points at the end", Math.round(points));
  return win === null ? say("{number} turns to go", { number: written(turns, 2) }) : say("{percent} % to win", { percent: written(100 * win, 1) });
}

// With so many digits after the point, or after the comma where the language has one.
function written(value, digits) {
  return value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// Whether the table waits for somebody on this phone, or on none, who wants advice.
function mayAsk() {
  const seats = now.prompts.filter((prompt) => prompt.kind !== "RevealTile" && !prompt.optional && prompt.seat !== null).map((prompt) => prompt.seat);
  return !over() && seats.some((seat) => now.levels.seats[seat] === "advice" && (isMine(seat) || !now.seats[seat].claimed));
}

function showAdvice() {
  at("ask").hidden = !mayAsk() || said !== null;
  text("advice", said ? (said.advice?.why ?? say("Thinking…")) : "");
}

function showLevels() {
  const { offered, seats } = now.levels;
  at("levels-part").hidden = !offered.length || !seats.length || over();
  const odds = offered.includes("odds") && (!seats.length || seats.some((level) => level !== "off"));
  at("odds").hidden = !odds;
  text("menu-title", odds ? say("Board, odds, new game") : say("Board, new game"));
  at("levels-title").textContent = offered.includes("advice") ? say("Odds and advice") : say("Odds");
  redraw("levels", [now.position.players, offered, seats, now.seats, now.mine], () =>
    seats.flatMap((level, seat) => (now.seats[seat]?.companion ? [] : [row(seat, level, offered)])),
  );
}

function row(seat, level, offered) {
  const made = element("li", "", "level");
  const whose = element("span", player(seat), "name");
  whose.prepend(piece(seat));
  const choice = element("div", "", "levels");
  choice.append(...offered.map((one) => pick(seat, one, one === level)));
  made.append(whose, choice);
  return made;
}

function pick(seat, level, is) {
  const made = pressed(called(button(WORDS[level], () => allow(seat, level)), `${player(seat)}: ${WORDS[level]}`), is);
  made.disabled = now.seats[seat].claimed && !isMine(seat);
  return made;
}

function allow(seat, level) {
  return call("/api/level", JSON.stringify({ seat, level }));
}

async function ask() {
  const mine = (said = { version: now.version, advice: null });
  show(now);
  const body = await call("/api/advice", JSON.stringify({ version: mine.version }));
  if (said !== mine) return; // the table has moved on
  said = body ? { version: body.version, advice: body.advice } : null;
  show(now);
}

export function setUpAdvice() {
  onShow(() => {
    // It was said of a table that is gone, or to a seat that wants none any more.
    if (said && (said.version !== now.version || !mayAsk())) said = null;
    showAdvice();
    showLevels();
  });
  at("ask").addEventListener("click", ask);
}
