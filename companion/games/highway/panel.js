// How Highway's prompts are answered on a phone where a plain list of buttons is not enough: splits before shields, a
// Roundabout as a compass, a turned tile by its sign.

import { button, called, element } from "/static/dom.js";
import { say } from "/static/words.js";

import { drawn, kindOf, spoken } from "./board.js";

const WAYS = ["up", "left", "right", "down"];

// The turned tile is looked for in these rows.
const ROWS = [
  [say("Shield"), /^shield/],
  [say("Fast, Delay"), /^(fast|traffic-delay)/],
  [say("Detour"), /^detour/],
  ["", /^(roundabout|map|lost)$/],
  [say("Hazard"), /./],
];

const FEW_NUMBERS = 2; // of shields; more are folded one by one

const unfolded = new Set(); // lists that somebody opened

export function choices(prompt, tools) {
  const kinds = new Set(prompt.options.map(({ event }) => event));
  if (kinds.has("TileRevealed")) return faces(prompt, tools);
  if (kinds.has("DirectionChosen")) return [compass(prompt, tools)];
  if (kinds.has("MarkerPicked")) return [element("h3", say("Which white marker is checked first?")), tools.grid(prompt.options.keys())];
  if (kinds.has("ShieldUsed")) return withFolded(prompt, tools, "ShieldUsed", say("Use a shield"), shields);
  if (kinds.has("MarkerPushed")) return withFolded(prompt, tools, "MarkerPushed", say("Use the Map: a marker goes up"), pushes);
  return null;
}

// What is chosen most stands open; where nothing else helps, the fold does too.
function withFolded(prompt, tools, folded, title, inside) {
  const nths = [...prompt.options.keys()];
  const other = nths.filter((nth) => prompt.options[nth].event !== folded);
  const lost = other.every((nth) => prompt.options[nth].event === "BustAccepted");
  const uses = inside(prompt, tools, nths.filter((nth) => !other.includes(nth)), lost);
  return [tools.grid(other), fold(title, uses, lost)];
}

// Open where it has to be, and where somebody opened it before.
function fold(title, inside, open) {
  const made = element("details", "", "card hw-fold");
  const summary = element("summary", title);
  made.append(summary, ...inside);
  made.open = open || unfolded.has(title);
  summary.addEventListener("click", () => (made.open ? unfolded.delete(title) : unfolded.add(title)));
  return made;
}

// By number, those that help before those that do not. Many numbers are folded too, but for those that save the turn.
function shields(prompt, tools, nths, lost) {
  const helps = (nth) => !prompt.loses[nth];
  const numbers = grouped(nths, (nth) => prompt.options[nth].number);
  return numbers.flatMap(([number, these]) => {
    const uses = tools.grid([...these.filter(helps), ...these.filter((nth) => !helps(nth))]);
    if (numbers.length <= FEW_NUMBERS) return [element("h4", say("Shield {number}", { number })), uses];
    return [fold(say("Shield {number}", { number }), [uses], lost && these.some(helps))];
  });
}

function pushes(prompt, tools, nths) {
  return grouped(nths, (nth) => prompt.options[nth].column).flatMap(([column, these]) => [
    element("h4", say("Column {column}", { column })),
    tools.grid(these),
  ]);
}

function grouped(nths, by) {
  const groups = new Map();
  for (const nth of nths) groups.set(by(nth), [...(groups.get(by(nth)) ?? []), nth]);
  return [...groups];
}

function compass(prompt, tools) {
  const way = (nth) => WAYS.indexOf(prompt.options[nth].direction);
  const nths = [...prompt.options.keys()].sort((one, other) => way(one) - way(other));
  const made = tools.grid(nths);
  made.classList.add("hw-compass");
  nths.forEach((nth, place) => {
    made.children[place].classList.add(`hw-${prompt.options[nth].direction}`);
    made.children[place].classList.toggle("hw-loses", prompt.loses[nth]);
  });
  return made;
}

function faces(prompt, tools) {
  const left = new Set(prompt.options.keys());
  return ROWS.map(([title, pattern]) => {
    const nths = [...left].filter((nth) => pattern.test(prompt.options[nth].face));
    nths.forEach((nth) => left.delete(nth));
    const row = element("div", "", "hw-faces");
    row.append(...nths.map((nth) => face(prompt, nth, tools)));
    const made = element("div", "", "hw-row");
    if (title) made.append(element("h4", title, "unseen")); // the drawings say it to eyes
    made.append(row);
    return nths.length ? made : null;
  }).filter(Boolean);
}

const SPEAK_FOR_THEMSELVES = ["shield", "fast-lane", "traffic-delay", "detour"];

// The others have their name under them.
function face(prompt, nth, tools) {
  const shown = prompt.options[nth].face;
  const name = spoken(shown);
  const named = !SPEAK_FOR_THEMSELVES.includes(kindOf(shown));
  const made = called(button("", () => tools.choose(prompt.options[nth]), named ? "hw-face hw-named" : "hw-face"), name);
  made.append(drawn(shown));
  if (named) made.append(element("span", name));
  return made;
}
