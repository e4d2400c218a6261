// How many of each card there are. Two public lists disagree, so whoever has the box counts.

import { button, called, element } from "/static/dom.js";
import { say } from "/static/words.js";
import { cardWords } from "./words.js";

const LISTS = {
  "list-1": { "move-1": 6, "move-2": 6, "move-3": 4, "move-4": 3, shift: 4, slide: 3, "move-and-shift-1": 3, "move-and-shift-2": 3, "move-and-shift-3": 0 },
  "list-2": { "move-1": 3, "move-2": 5, "move-3": 5, "move-4": 3, shift: 6, slide: 5, "move-and-shift-1": 0, "move-and-shift-2": 3, "move-and-shift-3": 2 },
};
const MOST = 99;

let line = Promise.resolve(); // one after the other, however fast somebody taps
let meant = null; // what the taps so far come to, while the box has not heard them all

export function deck(chosen, tools, open) {
  const listed = typeof chosen === "string";
  const counts = { ...LISTS["list-1"], ...(listed ? LISTS[chosen] : chosen) };
  meant = meant && JSON.stringify(meant) !== JSON.stringify(counts) ? meant : null;
  const made = element("details", "", "card");
  made.open = open;
  const sum = Object.values(counts).reduce((all, count) => all + count, 0);
  made.append(element("summary", listed ? say("Deck: {count} cards, unconfirmed", { count: sum }) : say("Deck: {count} cards, counted", { count: sum })));
  const why = say("Two public lists of the cards disagree, and neither is confirmed. If you have the box, count your cards. They decide when the draw pile is spent, nothing else.");
  made.append(element("p", why, "hint"), ...Object.keys(counts).map((card) => row(card, counts, tools)));
  const back = element("div", "", "row");
  back.append(...Object.keys(LISTS).map((name) => button(say("As in the list with {cards}", { cards: tools.words("deck", name) }), () => tools.send("OptionPicked", { name: "deck", value: name }))));
  made.append(back);
  return made;
}

function row(card, counts, tools) {
  const words = cardWords(card);
  const shown = element("b", String(counts[card]));
  const step = (by) => {
    const now = meant ?? counts;
    if (now[card] + by < 0 || now[card] + by > MOST) return;
    meant = { ...now, [card]: now[card] + by };
    shown.textContent = String(meant[card]);
    const value = meant;
    line = line.then(() => tools.send("OptionPicked", { name: "deck", value })).then((taken) => {
      if (!taken) meant = null; // refused: the page says why
    });
  };
  const made = element("div", "", "shift-count");
  made.append(element("span", words), called(button("−", () => step(-1)), say("One {card} less", { card: words })), shown, called(button("+", () => step(1)), say("One {card} more", { card: words })));
  return made;
}
