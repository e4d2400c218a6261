// Five dice are tapped into a selection: the fifth die, then two that make a pair; what is left is the other pair. What
// may still be chosen lights up on the sheet, and one button marks it.

import { die } from "/static/dice.js";
import { button, called, element, pressed } from "/static/dom.js";
import { say } from "/static/words.js";
import { drawOne, panel } from "./board.js";
import { clock, nudge } from "./nudge.js";
import { recall, remember } from "./pending.js";
import { tables } from "./paper.js";

const ALL_WAYS = 15; // to lay five dice
const FIFTH_BOXES = 8; // the mark in the last one puts the player out
const ON_A_PHONE = 5; // players side by side in the score table

const builders = new Map(); // seat -> the selection that is being tapped there
const chosen = new Map(); // seat -> shows what was chosen there, once it is known

// The elements with which a seat chooses, or takes its choice back; null: a plain list does.
export function choices(prompt, tools) {
  if (prompt.optional) return takingBack(prompt, tools);
  const { position } = tools.snapshot;
  const from = JSON.stringify([prompt.since, prompt.options, position.pips, position.sheets?.[prompt.seat], ours(prompt.seat, tools)]);
  const before = builders.get(prompt.seat);
  const thrown = String([position.throws, position.pips]);
  // Of the same throw, what was tapped stays: the question may have changed by what others did.
  const picked = before?.thrown === thrown ? before.picked : { fifth: null, pair: [] };
  if (before?.from !== from) builders.set(prompt.seat, { from, thrown, ...builder(prompt, tools, picked) });
  return builders.get(prompt.seat).elements;
}

// Whether the dice stand here, so that the page need not show them once more.
export function showsDice(tools) {
  return tools.snapshot.prompts.some((prompt) => chooses(prompt) && ours(prompt.seat, tools));
}

// Whether the seat's sheet, with its name, stands in what `choices` gives.
export const names = (prompt, tools) => ours(prompt.seat, tools);

export const leads = (tools) => panel.seats(tools).length > 0;

export function more(place, tools) {
  const { snapshot } = tools;
  if (snapshot.winners !== null) place.replaceChildren(...tables(snapshot, ON_A_PHONE));
  else nudge(place, showsDice(tools) ? [snapshot.position.throws, snapshot.position.pips] : null);
}

panel.seats = (tools) =>
  tools.snapshot.prompts.filter(({ options, why, seat }) => options && !why && ours(seat, tools)).map(({ seat }) => seat);

// What the companion does, the page shows and takes by itself.
const chooses = (prompt) => !prompt.why && prompt.options?.[0].event === "SelectionMade";

// A phone that plays nobody in particular plays everybody.
const ours = (seat, { snapshot }) => !snapshot.mine.length || snapshot.mine.includes(seat);

// ---------------------------------------------------------------------------------------------- choosing

// `picked`: the dice tapped so far, by their place in the throw.
function builder(prompt, tools, picked) {
  const { position } = tools.snapshot;
  const every = waysOf(position.pips).filter((way) => prompt.options.some((option) => option.fifth === way.selection.fifth));
  const isFree = freeThrow(position, prompt.seat);
  const left = isFree ? say("left out") : say("fifth");
  const sheet = ours(prompt.seat, tools) ? svg("express-sheet") : null;
  const words = element("span");
  words.setAttribute("role", "status");
  const line = element("div", "", "express-say");
  line.append(words, clock());
  const dice = position.pips.map((value, nth) => {
    const made = button("", () => tap(nth));
    made.append(die(value), element("small"));
    return made;
  });
  const row = element("div", "", "express-dice");
  row.append(...dice);
  const mark = button("", confirm, "wide main");
  const pick = element("div", "", "express-pick stuck");
  pick.append(line, row, mark);

  function remaining() {
    return every.filter(
      ({ fifth, pairs }) =>
        (picked.fifth === null || fifth === picked.fifth) &&
        (!picked.pair.length || pairs.some((pair) => picked.pair.every((nth) => pair.includes(nth)))),
    );
  }

  function tap(nth) {
    if (picked.fifth === null) {
      if (!every.some(({ fifth }) => fifth === nth)) return show(mustBe(every));
      picked.fifth = nth;
    } else if (nth === picked.fifth) {
      [picked.fifth, picked.pair] = [null, []];
    } else if (picked.pair.includes(nth)) {
      picked.pair = picked.pair.filter((other) => other !== nth);
    } else {
      picked.pair = picked.pair.length < 2 ? [...picked.pair, nth] : [nth];
    }
    show();
  }

  function mustBe(ways) {
    const shown = { values: values(ways) };
    return isFree ? say("The die left out must be {values}.", shown) : say("The fifth die must be {values}.", shown);
  }

  function show(complaint = "") {
    if (picked.fifth === null && alike(every, ({ selection }) => selection.fifth)) picked.fifth = every[0].fifth;
    const ways = remaining();
    const only = alike(ways, ({ selection }) => selection) ? ways[0] : null;
    words.textContent = complaint || instruction(only, ways);
    dice.forEach((made, nth) => {
      const role = roleOf(nth, only);
      made.lastChild.textContent = { fifth: left, first: say("pair 1"), second: say("pair 2") }[role] ?? "";
      made.className = role;
      made.setAttribute("aria-disabled", String(picked.fifth === null && !every.some(({ fifth }) => fifth === nth)));
      called(pressed(made, role !== ""), say("Die {number}: {what}", { number: nth + 1, what: [position.pips[nth], made.lastChild.textContent].join(" ").trim() }));
    });
    mark.disabled = !only;
    mark.textContent = only ? say("Mark {what}", { what: named(only.selection, isFree) }) : say("Mark");
    if (only && position.sheets[prompt.seat].fifth[only.selection.fifth] === FIFTH_BOXES - 1) mark.append(element("small", say("the eighth: you are out")));
    if (!sheet) return;
    const possible = { sums: new Set(ways.flatMap(({ selection }) => selection.pairs)), fifths: new Set(ways.map(({ selection }) => selection.fifth)) };
    drawOne(sheet, position, prompt.seat, only ? { coming: only.selection } : { possible });
  }

  function roleOf(nth, only) {
    if (nth === picked.fifth) return "fifth";
    if (!only) return picked.pair.includes(nth) ? "first" : "";
    const first = picked.pair.length ? only.pairs.find((pair) => pair.includes(picked.pair[0])) : only.pairs[0];
    return first.includes(nth) ? "first" : "second";
  }

  function instruction(only, ways) {
    if (only && every.every(({ selection }) => same(selection, only.selection))) return isFree ? say("Free throw, and only one way.") : say("Only one way.");
    if (only) return isFree ? say("Free throw: no fifth die is marked.") : say("Tap a die to change it.");
    if (picked.fifth === null && isFree) return say("Free throw: tap the die to leave out.");
    if (picked.fifth === null) return every.length < ALL_WAYS ? say("Tap the fifth die: {values}.", { values: values(every) }) : say("Tap the fifth die.");
    const forced = alike(every, ({ selection }) => selection.fifth);
    if (picked.pair.length) return say("Tap the other die of this pair.");
    if (forced) return say("The fifth die must be {values}. Tap two dice for a pair.", { values: values(ways) });
    return say("Tap two dice for a pair.");
  }

  async function confirm() {
    const [{ selection }] = remaining();
    const event = prompt.options.find((option) => same(option, selection));
    mark.disabled = true;
    const after = await tools.choose(event);
    if (!after) return show();
    [picked.fifth, picked.pair] = [null, []]; // whoever takes it back begins anew
    remember(prompt.seat, event, after);
    chosen.get(prompt.seat)?.(); // the stream may have been quicker than the answer
  }

  const gone = picked.fifth !== null && !every.some(({ fifth }) => fifth === picked.fifth);
  if (gone) [picked.fifth, picked.pair] = [null, []];
  show(gone ? say("Somebody has put that value aside: it must be {values}.", { values: values(every) }) : "");
  // One element for both, so that the dice stay in sight as long as this seat's own sheet is.
  const whole = element("div");
  whole.append(...(sheet ? [sheet, pick] : [pick]));
  return { picked, elements: [whole] };
}

// Every way to lay the dice: `fifth` and `pairs` by their place in the throw, and the selection that this makes.
function waysOf(pips) {
  return pips.flatMap((value, fifth) => {
    const [a, b, c, d] = pips.map((_, nth) => nth).filter((nth) => nth !== fifth);
    return [[[a, b], [c, d]], [[a, c], [b, d]], [[a, d], [b, c]]].map((pairs) => ({
      fifth,
      pairs,
      selection: { pairs: pairs.map(([x, y]) => pips[x] + pips[y]).sort((x, y) => x - y), fifth: value },
    }));
  });
}

function freeThrow(position, seat) {
  const open = Object.keys(position.sheets[seat].fifth).map(Number);
  return open.length === 3 && !position.pips.some((value) => open.includes(value));
}

const same = (one, other) => one.fifth === other.fifth && String(one.pairs) === String(other.pairs);
const alike = (ways, of) => new Set(ways.map((way) => JSON.stringify(of(way)))).size === 1;
const values = (ways) => [...new Set(ways.map(({ selection }) => selection.fifth))].join(say(" or "));

function named({ pairs: [first, second], fifth }, isFree) {
  const pairs = first === second ? say("{row} twice", { row: first }) : say("{first} and {second}", { first, second });
  return isFree ? say("{pairs}, no fifth die", { pairs }) : say("{pairs}, fifth {value}", { pairs, value: fifth });
}

// ---------------------------------------------------------------------------------------------- chosen

function takingBack(prompt, tools) {
  if (!ours(prompt.seat, tools)) return null;
  const { position } = tools.snapshot;
  const seen = position.selections?.[prompt.seat]; // where everybody sees it, its marks are on the sheet already
  const [sheet, words] = [svg("express-sheet"), element("p")];
  chosen.set(prompt.seat, () => {
    const selection = seen ?? recall(prompt.seat, prompt.since);
    drawOne(sheet, position, prompt.seat, seen || !selection ? {} : { coming: selection });
    const name = tools.player(prompt.seat);
    words.textContent = selection
      ? say("{name} has chosen: {what}.", { name, what: named(selection, freeThrow(position, prompt.seat)) })
      : say("{name} has chosen.", { name });
  });
  chosen.get(prompt.seat)();
  const back = button(say("Take back"), () => tools.choose(prompt.options[0]), "wide");
  if (seen || tools.snapshot.mine.length === 1) return [sheet, words, back];
  // Who plays here too is not to read it by the way.
  const shut = element("details");
  shut.append(element("summary", say("{name} has chosen: tap to see", { name: tools.player(prompt.seat) })), sheet, words);
  return [shut, back];
}

function svg(className) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.setAttribute("class", className);
  return made;
}
