// Calibrating the tray: look at it empty, mark its corners where they were not found, look at one roll in it. And the
// one sentence on a camera that was moved, or a die that was nudged.

import { mayAct, onAdmission, send } from "./calls.js";
import { at, button, called, element, headed, text } from "./dom.js";
import { now, onShow } from "./snapshot.js";
import { say, sayCount } from "./words.js";

const EMPTY = say("Take the dice out of the tray and your hands away.");
const ROLL = say("Throw the dice into the tray and let them come to rest.");
const SIMULATED = say("The simulated tray is emptied and thrown into by itself.");
const MARK = say("Tap the four corners of the tray in the picture, on the floor, in any order.");
const CORNERS = 4;

let next = "empty"; // the step that the main button takes
let taps = null; // corners marked so far; null: nobody marks

const part = {}; // the dialog's elements by what they are for

function build() {
  const dialog = headed("dialog", "calibrate", say("Calibrate the tray"));
  part.words = element("p");
  part.words.setAttribute("role", "status");
  part.picture = element("div", "", "calibrate-picture");
  part.image = element("img");
  part.image.alt = say("The tray as the camera sees it, with its edge and what was read drawn in");
  part.picture.append(part.image);
  part.hints = element("ul", "", "lines");
  part.mark = button(say("Mark the corners"), mark, "wide");
  part.again = button(say("Empty tray again"), () => look("empty"), "wide");
  part.forget = button(say("Forget the calibration"), forget, "wide");
  const row = element("div", "", "row");
  part.close = button(say("Close"), () => dialog.close());
  part.look = button(say("Look"), () => (next === "done" ? dialog.close() : look(next)), "main");
  row.append(part.close, part.look);
  dialog.append(part.words, part.picture, part.hints, part.mark, part.again, part.forget, row);
  part.picture.addEventListener("click", tap);
  document.body.append(dialog);
  part.dialog = dialog;
}

async function open() {
  at("menu").open = false;
  const simulated = now.devices.camera?.kind === "simulated";
  show("empty", simulated ? SIMULATED : EMPTY);
  part.image.removeAttribute("src");
  part.picture.hidden = part.mark.hidden = part.again.hidden = part.forget.hidden = true;
  hints([]);
  part.dialog.showModal();
  const known = await fetch("/api/calibration").then((answer) => answer.json()).catch(() => null);
  part.forget.hidden = !known?.calibrated || simulated;
}

function show(step, words) {
  next = step;
  part.words.textContent = words;
  part.look.textContent = { empty: say("Look at the empty tray"), roll: say("Look at the roll"), done: say("Done") }[step];
  part.close.hidden = step === "done";
}

function hints(all) {
  part.hints.replaceChildren(...all.map((hint) => element("li", hint.say, hint.urgent ? "urgent" : "")));
}

// A step takes the camera some seconds: a Blob is waited for as long as a photo is.
const take = (fields) => send("/api/calibrate", new Blob([JSON.stringify(fields)]));

async function look(step, corners = null) {
  busy(true);
  part.words.textContent = say("Looking…");
  const said = await take({ step, corners });
  busy(false);
  taps = null;
  drop();
  if (said.status !== 200) {
    show(step, said.body?.error ?? say("The box cannot be reached."));
    return;
  }
  seen(said.body);
}

function seen(taken) {
  part.picture.hidden = false;
  part.image.src = `/api/tray.jpg?picture=${taken.picture}`;
  hints(taken.hints);
  const empty = taken.step === "empty";
  part.mark.hidden = !empty || !taken.ok;
  part.again.hidden = empty;
  part.forget.hidden = true;
  if (empty) {
    const simulated = now.devices.camera?.kind === "simulated";
    show(taken.ok ? "roll" : "empty", taken.ok ? simulated ? say("Is that the tray? Then look at a roll in it.") : `${say("Is that the tray?")} ${ROLL}` : taken.outlook);
  } else if (taken.ok) {
    const held = taken.held ? say("The camera keeps its exposure.") : "";
    const read = say("Read: {values}.", { values: taken.values.join(", ") });
    show("done", [read, taken.outlook, held].filter(Boolean).join(" "));
  } else show("roll", taken.outlook);
}

function busy(is) {
  for (const one of [part.look, part.mark, part.again, part.forget]) one.disabled = is;
}

function mark() {
  taps = [];
  drop();
  hints([]);
  part.words.textContent = MARK;
}

function tap(event) {
  if (!taps) return;
  const box = part.image.getBoundingClientRect();
  const inside = (at, from, size) => Math.min(1, Math.max(0, (at - from) / size));
  const point = [inside(event.clientX, box.left, box.width), inside(event.clientY, box.top, box.height)];
  taps.push(point);
  const dot = element("span", "", "dot-mark");
  dot.style.left = `${point[0] * 100}%`;
  dot.style.top = `${point[1] * 100}%`;
  part.picture.append(dot);
  const left = CORNERS - taps.length;
  part.words.textContent = left ? sayCount("{count} more corner.", "{count} more corners.", left) : say("Looking…");
  if (!left) look("empty", taps);
}

function drop() {
  part.picture.querySelectorAll(".dot-mark").forEach((dot) => dot.remove());
}

async function forget() {
  busy(true);
  const said = await take({ step: "forget" });
  busy(false);
  if (said.status === 200) part.dialog.close();
}

function showNotice() {
  const camera = now.devices.camera;
  part.open.hidden = !mayAct || !camera || ["none", "folder"].includes(camera.kind);
  text("tray-notice", now.tray.notice ?? "");
}

export function setUpCalibrate() {
  build();
  const notice = element("p", "", "warning");
  notice.id = "tray-notice";
  notice.hidden = true;
  notice.setAttribute("role", "status");
  at("unsure").after(notice);
  part.open = called(button(say("Calibrate the tray"), open, "wide"), say("Calibrate the tray"));
  at("menu").append(part.open);
  onShow(showNotice);
  onAdmission(() => now && showNotice());
}
