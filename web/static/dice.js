// The roll: as dice, corrected with a tap, typed in, or photographed.

import { advised } from "./advice.js";
import { act, call, mayAct } from "./calls.js";
import { offerTile } from "./choices.js";
import { at, button, called, element, list, pressed, redraw, svg } from "./dom.js";
import { panelOf, tools } from "./parts.js";
import { awaited, awaitedTile, now, onShow } from "./snapshot.js";
import { say } from "./words.js";

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

let slots = []; // what was said of each die; 0: nothing yet
let slot = 0; // the one that the next key sets
let single = false; // one die of a whole roll is put right: the key that says what it shows is enough
let shot = 0; // the number of the photo that they were read from; 0: none was taken

export function die(value) {
  const body = svg("rect", { x: 2, y: 2, width: 44, height: 44, rx: 9 });
  body.style.fill = "var(--card)";
  body.style.stroke = "var(--ink)";
  body.style.strokeWidth = "2.5";
  const pips = (PIPS[value] ?? []).map((place) => {
    const pip = svg("circle", { cx: 12 + (place % 3) * 12, cy: 12 + Math.floor(place / 3) * 12, r: 4.4 });
    pip.style.fill = "var(--ink)";
    return pip;
  });
  return svg("svg", { viewBox: "0 0 48 48", class: "die", "aria-hidden": "true" }, body, ...pips, ...number(value));
}

// What no die shows: a rule has changed it.
function number(value) {
  if (value in PIPS || value === 0) return [];
  const made = svg("text", { x: 24, y: 33, "text-anchor": "middle", "font-size": 26, "font-weight": 700 }, String(value));
  made.style.fill = "var(--ink)";
  return [made];
}

function showRoll(before) {
  if (before && before.version !== now.version && at("picker").open) at("picker").close();
  const roll = now.view.roll;
  // A game's panel may show the dice by itself, to be tapped for something else.
  const elsewhere = Boolean(roll.length && panelOf(now.game)?.showsDice?.(tools()));
  const open = now.can_correct_roll; // once somebody has answered it, that is to be undone first
  at("roll-dice").hidden = !roll.length || elsewhere;
  at("fix-dice").hidden = !elsewhere || !open;
  redraw("roll-dice", [roll, open], () => roll.map((value, nth) => rolled(value, nth, open)));
  at("roll").hidden = !awaited();
  at("roll").replaceChildren(say("Roll"), ...(now.odds.bust ? [element("small", say("{chance} bust", { chance: now.odds.bust }))] : []), ...advised("roll"));
  at("type-dice").hidden = !awaited();
  for (const id of ["photo-label", "photo"]) at(id).hidden = !awaited() && !awaitedTile();
  called(at("photo"), awaitedTile() ? say("Photograph the tile") : say("Photograph the roll"));
  at("type-dice").classList.toggle("main", Boolean(awaited()) && now.tray.state === "unsure");
  const camera = now.devices.camera;
  at("photo-label").classList.toggle("main", !camera || camera.kind === "none" || Boolean(camera.problem));
}

// A die of the roll: a tap says what it shows instead.
function rolled(value, nth, open) {
  const shown = { number: nth + 1, value };
  const name = open ? say("Die {number} shows {value}: correct it", shown) : say("Die {number} shows {value}", shown);
  const made = called(button("", () => pick(now.view.roll, [], nth, now.tray.picture)), name);
  made.append(die(value));
  made.disabled = !open;
  return made;
}

// `picture`: the number of one that shows them; `photo`: the same where it is no picture of the tray.
function pick(values, reasons = [], first = null, picture = 0, photo = 0) {
  const count = awaited()?.count ?? now.view.roll.length;
  // Of too many nobody knows which belong to the roll.
  const known = values.length > count ? [] : values;
  slots = Array.from({ length: count }, (_, nth) => known[nth] ?? 0);
  single = first !== null && !slots.includes(0);
  shot = photo;
  showPicture(at("picker-picture"), photo || picture);
  slot = first ?? Math.max(0, slots.indexOf(0));
  list("picker-reasons", reasons);
  showPicker();
  if (!at("picker").open) at("picker").showModal();
}

function showPicker() {
  at("picker-slots").replaceChildren(
    ...slots.map((value, nth) => {
      const made = button("", () => choose(nth), nth === slot ? "at" : "");
      made.append(die(value));
      return pressed(called(made, say("Die {number}: {what}", { number: nth + 1, what: value || say("not said yet") })), nth === slot);
    }),
  );
  at("picker-use").disabled = slots.includes(0);
}

function showPicture(image, number) {
  image.hidden = !number || !mayAct;
  if (!image.hidden) image.src = `/api/tray.jpg?picture=${number}`;
}

function choose(nth) {
  slot = nth;
  showPicker();
}

function fill(value) {
  slots[slot] = value;
  if (single) {
    use();
    return;
  }
  const empty = slots.indexOf(0);
  slot = empty >= 0 ? empty : Math.min(slot + 1, slots.length - 1);
  showPicker();
}

function use() {
  at("picker").close();
  act("dice", { values: slots, ...(shot ? { picture: shot } : {}) });
}

async function photograph() {
  const photo = at("photo").files[0];
  at("photo").value = "";
  if (!photo) return;
  if (awaitedTile()) {
    await photographTile(photo);
    return;
  }
  const read = await call("/api/photo", photo, "image/jpeg");
  if (!read) return;
  const count = awaited()?.count ?? now.view.roll.length;
  const reasons = read.status === "empty" ? [say("No dice were found in the photo.")] : [...read.reasons];
  if (read.values.length > count) reasons.push(say("{seen} dice seen, {count} are thrown: say which belong to the roll.", { seen: read.values.length, count }));
  pick(read.values, reasons, null, 0, read.picture ?? 0);
}

// What it shows is offered above the list of faces.
async function photographTile(photo) {
  const prompt = awaitedTile();
  const read = await call("/api/photo?of=tile", photo, "image/jpeg");
  if (read) offerTile(prompt, read);
}

export function setUpDice() {
  onShow(showRoll);
  at("roll").addEventListener("click", () => act("look"));
  at("type-dice").addEventListener("click", () => {
    const unsure = now.tray.state === "unsure";
    if (unsure) pick(now.tray.values, now.tray.reasons, null, now.tray.picture);
    else pick([]);
  });
  at("fix-dice").addEventListener("click", () => pick(now.view.roll, [], null, now.tray.picture));
  at("photo").addEventListener("change", photograph);
  at("picker-picture").addEventListener("error", () => (at("picker-picture").hidden = true));
  for (let value = 1; value <= 6; value += 1) {
    const key = called(button("", () => fill(value)), String(value));
    key.append(die(value));
    at("picker-keys").append(key);
  }
  at("picker-cancel").addEventListener("click", () => at("picker").close());
  at("picker-use").addEventListener("click", use);
}
