// In the lobby: which layout stands on the table, those that people kept by name, and how many cards there are.

import { button, called, element, pressed } from "/static/dom.js";
import { say } from "/static/words.js";
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
  const ours = tools.values("layout");
  for (const name of ours) if (!shipped.has(name)) fetchShipped(name);
  const key = JSON.stringify([options.layout, options.deck, layouts, [...shipped.keys()].sort()]);
  if (part.firstElementChild?.dataset.game === GAME && drawn === key) return;
  drawn = key;
  const open = part.querySelector("details")?.open ?? false;
  const made = element("div");
  made.dataset.game = GAME;
  made.append(layout(options.layout, vehicles, ours, layouts), deck(options.deck, tools, open));
  part.replaceChildren(made);
}

async function fetchShipped(name) {
  shipped.set(name, null); // asked for
  const asked = await fetch(`/api/opening/${GAME}?options=${encodeURIComponent(JSON.stringify({ layout: name }))}`);
  if (asked.ok) shipped.set(name, (await asked.json()).position.vehicles);
  else shipped.delete(name);
  drawn = "";
  show();
}

function layout(chosen, vehicles, ours, kept) {
  const made = element("section");
  made.append(element("h2", say("The layout on the table")));
  if (editor) {
    made.append(editor.element);
    return made;
  }
  const own = kept.find(({ value }) => same(value, chosen));
  made.append(element("p", own?.name ?? (typeof chosen === "string" ? say("Layout {name}", { name: tools.words("layout", chosen) }) : say("Entered by you, without a name")), "shift-name"));
  if (vehicles) made.append(draw(vehicles));
  made.append(offered(chosen, ours, kept, own));
  const entering = button(say("Enter what stands on your table"), () => edit(vehicles, own?.name), "wide");
  entering.disabled = !vehicles; // while they are fetched
  made.append(entering);
  made.append(row(exporting(own?.name ?? (typeof chosen === "string" ? chosen : "layout"), vehicles), importing()));
  if (own) made.append(button(say("Forget {name}", { name: own.name }), () => tools.send("ValueForgotten", { option: "layout", name: own.name }), "wide"));
  return made;
}

// All that may be picked, each with a small drawing: ours, the easiest first, and those that people kept.
function offered(chosen, ours, kept, own) {
  const made = element("div", "", "shift-layouts");
  const all = [
    ...ours.map((name) => [tools.words("layout", name), name, shipped.get(name), name === chosen]),
    ...kept.map((one) => [one.name, one.value, one.value, one === own]),
  ];
  made.append(...all.map(([words, value, vehicles, on]) => {
    const one = pressed(called(button("", () => pick(value)), say("Play layout {name}", { name: words })), on);
    if (vehicles) one.append(draw(vehicles));
    one.append(element("span", words));
    return one;
  }));
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
  return tools.send("OptionPicked", { name: "layout", value });
}

function edit(vehicles, name = "") {
  editor = new Editor(vehicles, name, tools, {
    use: async (layout) => (await pick(layout)) && close(),
    keep: async (given, layout) => (await tools.send("ValueKept", { option: "layout", name: given, value: layout })) && (await pick(layout)) && close(),
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
  const made = button(say("Export"), () => {
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

// What comes from a file is judged before anything is opened: a senseless one changes nothing.
function importing() {
  const label = element("label", say("Import"), "button");
  const input = element("input", "", "unseen");
  Object.assign(input, { type: "file", accept: "application/json,.json" });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (!file) return;
    const { name, layout, fault } = parsed(await file.text());
    input.value = "";
    const wrong = fault ?? (await refusal(layout));
    if (wrong === "") edit(layout, name);
    else if (wrong) tools.complain(say("{file}: {wrong}. Nothing was changed: mend the file, or enter the layout here.", { file: file.name, wrong }));
  });
  label.append(input);
  return label;
}

const KEYS = ["game", "name", "layout"];

function parsed(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return { fault: say("it is no JSON file, as Export makes one") };
  }
  if (!isObject(file)) return { fault: say("it must hold an object with a layout, not {what}", { what: JSON.stringify(file) }) };
  const { game = GAME, name = "", layout } = file;
  const unknown = Object.keys(file).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) return { fault: say("it has the key {key}, and a layout has {keys} only", { key: JSON.stringify(unknown), keys: KEYS.join(", ") }) };
  if (game !== GAME) return { fault: say("its game must be {game}, not {what}", { game: JSON.stringify(GAME), what: JSON.stringify(game) }) };
  if (typeof name !== "string") return { fault: say("its name must be a text, not {what}", { what: JSON.stringify(name) }) };
  if (layout === undefined) return { fault: say("its layout is missing") };
  if (!isObject(layout)) return { fault: say("its layout must be an object of vehicles by letter, not {what}", { what: JSON.stringify(layout) }) };
  return { name, layout };
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// Why the box would not play it; empty: it would. Null: the box did not say, and the page says that.
async function refusal(layout) {
  const said = await tools.call("/api/findings", { game: GAME, options: { layout } });
  return said && (said.findings.find(({ refused }) => refused)?.reason ?? "");
}
