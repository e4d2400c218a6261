// In the lobby: which layout stands on the table, those that people kept by name, and how many cards there are.

import { button, called, element, pressed } from "/static/dom.js";
import { deck } from "./deck.js";
import { Editor } from "./editor.js";
import { draw } from "./layout.js";

const GAME = "rush-hour-shift";
const NEEDED = ["row", "col", "length", "axis"];

const shipped = new Map(); // name of a layout of ours -> its vehicles
let tools = null; // the newest
let editor = null; // while a layout is being entered
let part = null;
let drawn = "";

export function setUp(element_, newest) {
  tools = newest;
  part = element_;
  show();
}

function show() {
  const { options, kept = [] } = tools.snapshot.position;
  const layouts = kept.filter(({ game, option }) => game === GAME && option === "layout");
  const vehicles = typeof options.layout === "string" ? shipped.get(options.layout) : options.layout;
  if (!vehicles) fetchShipped(options.layout);
  const key = JSON.stringify([options.layout, options.deck, layouts, Boolean(vehicles)]);
  if (part.firstElementChild?.dataset.game === GAME && drawn === key) return;
  drawn = key;
  const open = part.querySelector("details")?.open ?? false;
  const made = element("div");
  made.dataset.game = GAME;
  made.append(layout(options.layout, vehicles, layouts), deck(options.deck, tools, open));
  part.replaceChildren(made);
}

async function fetchShipped(name) {
  const asked = await fetch(`/api/opening/${GAME}?options=${encodeURIComponent(JSON.stringify({ layout: name }))}`);
  if (!asked.ok || shipped.has(name)) return;
  shipped.set(name, (await asked.json()).position.vehicles);
  show();
}

function layout(chosen, vehicles, kept) {
  const made = element("section");
  made.append(element("h2", "The layout on the table"));
  if (editor) {
    made.append(editor.element);
    return made;
  }
  const own = kept.find(({ value }) => same(value, chosen));
  made.append(element("p", own?.name ?? (typeof chosen === "string" ? `Layout ${tools.words("layout", chosen)}` : "Entered by you, without a name"), "shift-name"));
  if (vehicles) made.append(draw(vehicles));
  if (kept.length) made.append(chips(kept, own));
  made.append(button("Enter what stands on your table", () => edit(vehicles ?? {}, own?.name), "wide"));
  made.append(row(exporting(own?.name ?? (typeof chosen === "string" ? chosen : "layout"), vehicles), importing()));
  if (own) made.append(button(`Forget ${own.name}`, () => tools.say("ValueForgotten", { option: "layout", name: own.name }), "wide"));
  return made;
}

function chips(kept, own) {
  const made = element("div", "", "chips");
  made.append(...kept.map((one) => pressed(called(button(one.name, () => pick(one.value)), `Play layout ${one.name}`), one === own)));
  return made;
}

function row(...inside) {
  const made = element("div", "", "row");
  made.append(...inside);
  return made;
}

function same(one, other) {
  const plain = (layout) => Object.entries(layout).sort().map(([name, car]) => [name, ...NEEDED.map((key) => car[key])]);
  return typeof one === typeof other && typeof one === "object" && JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

function pick(value) {
  return tools.say("OptionPicked", { name: "layout", value });
}

function edit(vehicles, name = "") {
  editor = new Editor(vehicles, name, tools, {
    use: async (layout) => (await pick(layout)) && close(),
    keep: async (given, layout) => (await tools.say("ValueKept", { option: "layout", name: given, value: layout })) && (await pick(layout)) && close(),
    close,
  });
  drawn = "";
  show();
  part.scrollIntoView();
}

function close() {
  editor = null;
  drawn = "";
  show();
}

function exporting(name, vehicles) {
  const made = button("Export", () => {
    const file = new Blob([JSON.stringify({ game: GAME, name, layout: vehicles }, null, 1)], { type: "application/json" });
    const link = element("a");
    link.href = URL.createObjectURL(file);
    link.download = `${name.replace(/[^\w-]+/g, "-")}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
  made.disabled = !vehicles;
  return made;
}

// What comes from a file is opened in the editor: it is judged there like anything that people enter.
function importing() {
  const label = element("label", "Import", "button");
  const input = element("input", "", "unseen");
  Object.assign(input, { type: "file", accept: "application/json,.json" });
  input.addEventListener("change", async () => {
    const read = parsed(await input.files[0]?.text());
    input.value = "";
    if (read) edit(read.layout, read.name);
    else tools.complain("That file holds no layout: a layout is exported here as a JSON file.");
  });
  label.append(input);
  return label;
}

function parsed(text) {
  try {
    const { game = GAME, name = "", layout, vehicles } = JSON.parse(text);
    const given = layout ?? vehicles;
    const whole = (car) => NEEDED.every((key) => (key === "axis" ? ["h", "v"].includes(car[key]) : Number.isInteger(car[key])));
    if (game !== GAME || !given || !Object.entries(given).every(([letter, car]) => /^[A-Z]$/.test(letter) && whole(car))) return null;
    return { name: String(name), layout: given };
  } catch {
    return null;
  }
}
