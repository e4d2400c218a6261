// Putting the board right: what the real table looks like wins. Some games let people drag the pieces that are drawn; of
// every game each single thing may be picked from lists, as on the box.

import { act } from "./calls.js";
import { at, button, element } from "./dom.js";
import { isHeld } from "./held.js";
import { boardOf } from "./parts.js";
import { inLobby, now, onShow, show as showAll } from "./snapshot.js";
import { say } from "./words.js";

const ASKED = [say("What stands otherwise?"), say("Where?"), say("How?"), say("And?")];

let putting = false;
let path = []; // what is picked in the lists so far
let version = 0; // of the table that the lists are of
let drawn = null; // the snapshot whose board is put right

function show(before) {
  putting &&= !inLobby();
  document.body.classList.toggle("putting", putting);
  at("put").hidden = inLobby();
  for (const id of ["putting", "put-other", "put-done"]) at(id).hidden = !putting;
  if (!putting) return;
  if (!isHeld()) showDrawn();
  if (before?.version !== now.version) ask([]);
}

function showDrawn() {
  drawn = now;
  const focused = at("board").contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
  boardOf(now.game)?.letPut?.(at("board"), at("putting"), now.position, correct);
  if (focused) at("board").querySelector(`[aria-label="${focused}"]`)?.focus();
}

// As a whole: what a position leaves out would be that of a fresh game. Of the board that was drawn: what somebody else put
// right meanwhile is not to be put back by this.
async function correct(changes) {
  const { version: seen, position } = drawn;
  if (!(await act("position", { version: seen, position: { ...position, ...changes } }))) show(now);
}

// One list after the other, until one thing is named.
async function ask(picked) {
  path = picked;
  at("put-lists").querySelector("button")?.remove(); // it would send what was picked before
  let next = [];
  try {
    const said = await (await fetch(`/api/corrections?${new URLSearchParams(picked.map((label) => ["path", label]))}`)).json();
    if (picked !== path) return; // another list was picked from meanwhile
    ({ version, next } = said);
  } catch {
    return; // not live, and the page says so
  }
  const lists = [...at("put-lists").querySelectorAll("label")].slice(0, picked.length);
  const done = picked.length && !next.length ? [button(say("It stands so"), () => act("correct", { version, path }), "wide main")] : [];
  at("put-lists").replaceChildren(...lists, ...(next.length ? [list(next, picked)] : []), ...done);
}

function list(labels, before) {
  const made = element("label", ASKED[Math.min(before.length, ASKED.length - 1)]);
  const select = element("select");
  select.append(element("option", say("choose")), ...labels.map((label) => element("option", label)));
  select.addEventListener("change", () => ask(select.selectedIndex ? [...before, labels[select.selectedIndex - 1]] : before));
  made.append(select);
  return made;
}

function turn(on) {
  putting = on;
  at("menu").open = false;
  at("putting").replaceChildren();
  at("put-other").open = !boardOf(now.game)?.letPut;
  showAll(now); // the drawing as it is put right, or as it is without that
  if (!on) return;
  ask([]);
  at("board-part").scrollIntoView({ block: "start" });
}

export function setUpPutting() {
  onShow(show);
  at("put").addEventListener("click", () => turn(true));
  at("put-done").addEventListener("click", () => turn(false));
}
