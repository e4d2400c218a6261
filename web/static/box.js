// The box on the page, where its display is simulated or out of order: the picture, and buttons that are pressed and held like real ones.
// What a press means is decided at the box, from the time stamps told here; one call follows the other.

import { act, send } from "./calls.js";
import { at, called } from "./dom.js";
import { answered, now, onShow } from "./snapshot.js";
import { say } from "./words.js";

const TICK_MS = 100;
const KEYS = { r: "roll", s: "stop", c: "choose" };
const PRESSED = { roll: say("Button roll on the box"), stop: say("Button stop on the box"), choose: say("Button choose on the box") };

let page = pageName();
let line = Promise.resolve();
let waiting = 0; // calls in the line
let picture = 0;
const down = new Map(); // button -> what was on screen when it went down: the version, and what it would do

function announced(name) {
  return now.announce[name] ?? "";
}

function click(name) {
  act("button", { button: name, announced: announced(name) });
}

function pageName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function press(name) {
  if (down.has(name)) return;
  const seen = { version: now.version, announced: announced(name) };
  down.set(name, seen);
  tell(name, true, seen);
}

function release(name) {
  if (!down.has(name)) return;
  const seen = down.get(name);
  down.delete(name);
  tell(name, false, seen);
}

// A press that the system took away was no press. One that fills the bar must be let go, or the bar would stay.
function cancel() {
  if (now.box.bar) [...down.keys()].forEach(release);
  else forget();
}

// Under a new name these are other hands: what was down is down no more, and calls in the line are void.
function forget() {
  down.clear();
  page = pageName();
}

function tick() {
  if (down.size && !waiting) tell(null, null, { version: Math.min(...[...down.values()].map((seen) => seen.version)) });
}

function tell(name, isDown, seen) {
  const named = page;
  const body = JSON.stringify({ page, ...seen, button: name, down: isDown, ms: performance.now() });
  waiting += 1;
  line = line.then(async () => {
    const said = named === page ? await send("/api/hands", body) : null;
    waiting -= 1;
    if (said?.status === 200) answered(said.body);
    // An edge that was lost would hold its button down for ever.
    else if (said && said.status !== 409) forget();
  });
}

function showBox() {
  const display = now.devices.display;
  // Where the panel is out of order, the page stands in for it.
  const shown = display?.kind === "simulated" || display?.state === "out";
  at("box-part").hidden = !shown;
  if (!shown) return;
  picture += 1;
  at("oled").src = `/api/oled.png?t=${performance.timeOrigin}-${picture}`;
  document.querySelectorAll("[data-button]").forEach((button) => {
    const words = now.announce[button.dataset.button];
    const name = PRESSED[button.dataset.button];
    called(button, words ? `${name}: ${words}` : name);
  });
}

function setUpButton(button) {
  const name = button.dataset.button;
  button.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    button.setPointerCapture(event.pointerId);
    press(name);
  });
  button.addEventListener("pointerup", () => release(name));
  button.addEventListener("pointercancel", cancel);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  // By a screen reader, or Enter on the focused button: a click that no finger made.
  button.addEventListener("click", (event) => event.detail === 0 && click(name));
}

function keyOf(event) {
  const elsewhere = event.target.closest("input, select, textarea, dialog") || at("box-part").hidden; // in no language
  return elsewhere || event.ctrlKey || event.altKey || event.metaKey ? null : KEYS[event.key.toLowerCase()];
}

export function setUpBox() {
  onShow(showBox);
  document.querySelectorAll("[data-button]").forEach(setUpButton);
  addEventListener("keydown", (event) => keyOf(event) && !event.repeat && press(keyOf(event)));
  addEventListener("keyup", (event) => release(KEYS[event.key.toLowerCase()]));
  addEventListener("blur", cancel);
  at("box-menu").addEventListener("click", () => click("menu"));
  at("oled").addEventListener("load", () => (at("oled").hidden = false));
  at("oled").addEventListener("error", () => (at("oled").hidden = true));
  setInterval(tick, TICK_MS);
}
