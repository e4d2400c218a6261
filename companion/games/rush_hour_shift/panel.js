// What the page shows of Rush Hour Shift besides the board: the cards to play, buttons for whoever does not drag, the
// helper, and the pile.

import { advised } from "/static/advice.js";
import { button, called, element, redraw } from "/static/dom.js";
import { say } from "/static/words.js";
import { isHero } from "./grid.js";
import { setUp as layoutAndDeck } from "./set_up.js";
import { cardWords, kind, towards } from "./words.js";

const HAND = 4;

let buttonsOpen = false;
let asked = null; // {version, hints, searching, ran_out}: what the helper has found so far

export const setUp = layoutAndDeck;
export const settles = ["layout", "deck"];

export function choices(prompt, tools) {
  if (prompt.optional) return null;
  if (prompt.options[0]?.event === "CardPlayed") return [cards(prompt, tools)];
  const byHand = prompt.options.some(({ by }) => by) ? element("p", say("Drag a piece on the board, or tap it and then a light."), "hint") : null;
  return [byHand, best(prompt, tools), ending(prompt, tools), moves(prompt, tools)].filter(Boolean);
}

function cards(prompt, tools) {
  const made = element("div", "", "shift-cards");
  const { options = {}, discards = [] } = tools.snapshot.position;
  const deck = options.deck ?? {};
  const lying = (card) => discards.filter((one) => one === card).length;
  prompt.options.forEach((event, nth) => {
    const one = called(button("", () => tools.choose(event), "shift-card"), [say("Play {card}. {effect}", { card: cardWords(event.card), effect: prompt.effects[nth] }), spoken(event)].filter(Boolean).join(" "));
    one.append(...face(event.card));
    one.classList.toggle("marked", nth === prompt.highlight);
    if (!deck[event.card]) one.append(element("small", say("not in your deck")));
    else if (lying(event.card) >= deck[event.card]) one.append(element("small", say("all are discarded")));
    one.append(...advised(event));
    made.append(one);
  });
  return made;
}

// As on the printed card: what it does, and the number.
function face(card) {
  const number = card.match(/\d/)?.[0];
  const sign = card === "slide" ? "⟶" : card === "shift" ? "⇅" : card.startsWith("move-and") ? `${number} ⇅` : number;
  return [element("span", cardWords(card).replace(/ \d/, "")), element("b", sign)];
}

// What was advised, where it would stand within the closed list of moves.
function best(prompt, tools) {
  const event = prompt.options.find((option) => option.by && advised(option).length > 1);
  if (!event) return null;
  const car = tools.snapshot.position.vehicles[event.vehicle];
  const made = element("div", "", "options");
  const move = button(`${nameOf(event, car)} ${arrow(event, car)}`, () => tools.choose(event), "wide");
  move.append(...advised(event));
  made.append(called(move, `${nameOf(event, car)} ${Math.abs(event.by)} ${towards(car?.axis ?? "v", event.by)}. ${spoken(event)}`));
  return made;
}

const spoken = (event) => advised(event).map((part) => part.textContent).join(", ");

function ending(prompt, tools) {
  const nth = prompt.options.findIndex(({ event }) => event === "TurnEnded");
  if (nth < 0) return null;
  const made = element("div", "", "options");
  const end = button(say("End turn"), () => tools.choose(prompt.options[nth]), "stop");
  end.append(...advised(prompt.options[nth]));
  made.append(end);
  return made;
}

function moves(prompt, tools) {
  const groups = new Map();
  prompt.options.forEach((option, nth) => {
    const piece = option.vehicle ?? option.part;
    if (piece) groups.set(piece, [...(groups.get(piece) ?? []), nth]);
  });
  if (!groups.size) return null;
  const made = element("details", "", "card");
  made.open = buttonsOpen;
  const first = ([piece]) => (isHero(piece) ? 0 : piece.length > 1 ? 1 : 2); // then the parts, then by letter
  const sorted = [...groups].sort((one, other) => first(one) - first(other));
  made.append(element("summary", say("Move with buttons")), ...sorted.map(([piece, nths]) => group(piece, nths, prompt, tools)));
  made.addEventListener("toggle", () => (buttonsOpen = made.open));
  return made;
}

function group(piece, nths, prompt, tools) {
  const car = tools.snapshot.position.vehicles[piece];
  const name = nameOf(prompt.options[nths[0]], car);
  const options = element("div", "", "options");
  nths.sort((one, other) => prompt.options[one].by - prompt.options[other].by);
  options.append(...nths.map((nth) => one(name, prompt.options[nth], car, prompt.effects[nth], tools)));
  const made = element("div", "", "group shift-group");
  made.append(element("h4", name), options);
  return made;
}

function nameOf({ vehicle, part }, car) {
  if (vehicle) return kind(vehicle, car);
  return part === "left" ? say("Left part") : say("Right part");
}

const ARROWS = { h: { true: "→", false: "←" }, v: { true: "↓", false: "↑" } };

const arrow = ({ by }, car) => `${ARROWS[car?.axis ?? "v"][by > 0]} ${Math.abs(by)}`;

function one(name, event, car, effect, tools) {
  const words = `${name} ${Math.abs(event.by)} ${towards(car?.axis ?? "v", event.by)}. ${[effect, spoken(event)].filter(Boolean).join(" ")}`;
  const made = called(button(arrow(event, car), () => tools.choose(event)), words);
  made.append(...advised(event));
  return made;
}

export function more(element_, tools) {
  const now = tools.snapshot;
  if (asked && asked.version !== now.version) asked = null; // said of a table that has moved on
  redraw(element_.id, ["rush-hour-shift", now.version, now.winners, asked], () => [pile(now.position), ...helper(now, tools)]);
}

function pile({ discards = [], options = {} }) {
  const deck = options.deck ?? {};
  const cards = Object.values(deck).reduce((sum, count) => sum + count, 0) - 2 * HAND;
  const made = element("details", "", "card");
  made.append(element("summary", say("Draw pile {pile}, discards {discards}", { pile: cards - discards.length, discards: discards.length })));
  const rows = Object.entries(deck).filter(([card, count]) => count || discards.includes(card));
  const list = element("ul", "", "shift-pile");
  list.append(...rows.map(([card, count]) => element("li", say("{card}: {played} of {count}", { card: cardWords(card), played: discards.filter((one) => one === card).length, count }))));
  made.append(element("p", say("Discarded since the last shuffle, of each kind in the deck:"), "hint"), list);
  return made;
}

function helper(now, tools) {
  if (now.winners !== null) return [];
  if (!asked) return [button(say("Ask the helper"), () => ask(tools), "wide")];
  const said = element("div", "", "card shift-helper");
  said.setAttribute("role", "status");
  said.append(...asked.hints.map((sentence) => element("p", sentence)));
  if (asked.ran_out) said.append(button(say("Ask again"), () => ask(tools), "wide"));
  if (asked.searching) said.append(element("p", say("Still searching for a way with few cards…"), "hint"));
  return [said];
}

// What wins now is known at once; the rest comes as the box finds it, for as long as nobody plays on.
async function ask(tools) {
  const part = document.getElementById("more-part");
  const { version } = tools.snapshot;
  let mine = { version, hints: [], searching: true };
  asked = mine;
  more(part, tools);
  for (let again = false; asked === mine && mine.searching; again = true) {
    const said = await (again ? tools.ask : tools.call)("/api/hints", { version, known: mine.hints.length });
    if (asked !== mine) return;
    mine = said && said.version === version ? said : null;
    asked = mine;
    more(part, tools);
    if (!mine) return;
  }
}
