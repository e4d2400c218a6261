// Sends what people tap, shows why something was refused, and asks for the PIN where it is wanted.

import { at } from "./dom.js";
import { connect } from "./live.js";
import { answered, inLobby, now, onShow } from "./snapshot.js";
import { say } from "./words.js";

export let mayAct = document.body.dataset.mayAct === "yes";

const UNREACHED = say("The box cannot be reached: it did not get this.");
const PATIENCE_MS = 15000; // the table answers within ten seconds
const PHOTO_MS = 60000;

const admissions = [];
let underWay = ""; // what the box was asked last and has not answered yet

export function onAdmission(changed) {
  admissions.push(changed);
}

// The answer's body, or null where it was refused or did not arrive; why is on the page then.
export async function call(path, body, type = "application/json") {
  const said = await send(path, body, type);
  if (said.status === 200) complain("");
  return said.status === 200 ? said.body : null;
}

// What the box does with versions: an answer is good while the question stands that was on screen.
export async function act(name, fields = {}) {
  const asked = JSON.stringify({ version: now.version, ...fields });
  if (underWay === name + asked && !inLobby()) return null; // tapped twice: it is meant once
  underWay = name + asked;
  const snapshot = await call(`/api/${name}`, asked);
  if (underWay === name + asked) underWay = "";
  if (snapshot) answered(snapshot);
  return snapshot;
}

export async function send(path, body, type = "application/json") {
  try {
    // A call that hangs would hold up those behind it, and carry them out when nobody means them any more.
    const signal = AbortSignal.timeout(typeof body === "string" ? PATIENCE_MS : PHOTO_MS);
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": type }, body, signal });
    const said = await answer.json();
    if (said.snapshot) answered(said.snapshot);
    if (!answer.ok) complain(said.error);
    if (answer.status === 403) admit(false);
    return { status: answer.status, body: said };
  } catch {
    complain(UNREACHED);
    return { status: 0, body: null };
  }
}

// For what is asked again and again while somebody looks on: without a word on the page, and null where nothing came.
export async function ask(path, body) {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body, signal });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

export function complain(sentence) {
  at("problem").textContent = sentence;
  at("problem").hidden = !sentence;
}

function admit(may, asked = true) {
  mayAct = may;
  at("pin-form").hidden = may;
  if (!may && asked) at("pin").focus();
  admissions.forEach((changed) => changed());
}

async function typePin(event) {
  event.preventDefault();
  const pin = at("pin").value.trim();
  at("pin").value = "";
  await givePin(pin);
}

async function givePin(pin) {
  if (!(await call("/api/pin", JSON.stringify({ pin })))) return;
  admit(true);
  // A new PIN may have given this device a new id, by which the stream is to know it.
  connect();
}

// A code may carry the PIN behind the address's #, which no browser sends: it is posted, and taken off the address.
async function usePinOfCode() {
  const [, pin] = location.hash.match(/^#pin=(\d{4})$/i) ?? [];
  if (!pin) return;
  history.replaceState(null, "", location.pathname);
  if (!mayAct) await givePin(pin);
}

export function setUpCalls() {
  usePinOfCode();
  at("pin-form").hidden = mayAct;
  at("pin-form").addEventListener("submit", typePin);
  onShow((before) => {
    // Another PIN was drawn on the box, or this device was let in on another page.
    if (now.may_act !== mayAct) admit(now.may_act, false);
    // A new snapshot of a box that was away: it can be reached again, and shows what it did get.
    if (before !== now && at("problem").textContent === UNREACHED) complain("");
    const changed = before && before.version !== now.version;
    if (now.notice) complain(now.notice);
    else if (changed || (before?.notice && at("problem").textContent === before.notice)) complain("");
  });
}
