// What may be chosen now. A phone that plays seats shows theirs first and folds away those of others.

import { advised, advisedOf } from "./advice.js";
import { act, mayAct } from "./calls.js";
import { at, button, element, redraw, text } from "./dom.js";
import { panelOf, preview, tools } from "./parts.js";
import { piece } from "./pieces.js";
import { awaited, isMine, now, onShow, player, questions } from "./snapshot.js";
import { say } from "./words.js";

const SHORT_LIST = 6; // longer ones are grouped by the lists above their options
const SHORT_LABEL = 7; // signs: three such stand side by side

const opened = new Set(); // seats whose long list somebody opened

// A finger, a mouse or the keyboard on an option shows on the board what it would do.
const SHOWS = [["pointerenter", true], ["focus", true], ["pointerleave", false], ["pointercancel", false], ["blur", false]];

let photographed = null; // what a photo of the turned tile was read as, and the `since` of that tile

let long = false; // whether the choices are more than a thumb's reach holds

function showChoices() {
  const asked = questions();
  const first = now.mine.length ? asked.filter(({ seat }) => seat === null || isMine(seat)) : asked;
  const others = asked.filter((prompt) => !first.includes(prompt));
  const wanted = first.filter((prompt) => !prompt.optional);
  draw("choices", wanted, asked);
  const place = at(long ? "long-choices" : "acts");
  if (at("choices").parentElement !== place) place.prepend(at("choices"));
  at("acts").classList.toggle("side-by-side", !long && Boolean(awaited()) && wanted.length === 1 && wanted[0].options.length === 1);
  showSeen(first.find((prompt) => prompt.kind === "RevealTile"));
  draw("extras", first.filter((prompt) => prompt.optional), asked);
  at("others").hidden = !others.length;
  text("others-title", say("For others: {names}", { names: [...new Set(others.map((prompt) => player(prompt.seat)))].join(", ") }));
  draw("others-choices", others, asked);
}

function draw(id, prompts, asked) {
  at(id).hidden = !prompts.length;
  const named = new Set(asked.map((prompt) => prompt.seat)).size > 1;
  const folded = prompts.length > 1 && prompts.some((prompt) => prompt.options.length > SHORT_LIST || isNamed(prompt));
  // The version too: buttons under the thumb answer what was on screen when they were drawn.
  redraw(id, [now.version, advisedOf(), now.position.players, named, prompts, Boolean(panelOf(now.game)), photographed], () => {
    const made = prompts.map((prompt, nth) => (folded ? fold(prompt, nth) : [...heading(prompt, named), ...answers(prompt)]));
    if (id === "choices") long = prompts.length > 1 || made.flat().some((part) => !part.matches("h3, .options, details:not([open])") || part.childElementCount > SHORT_LIST);
    return made.flat();
  });
}

// Long lists of several seats would bury each other. The first lies open, and those that somebody opened stay so.
function fold(prompt, nth) {
  const made = element("details", "", "card");
  const title = element("summary");
  title.append(piece(prompt.seat), player(prompt.seat));
  made.append(title, ...answers(prompt));
  made.open = nth === 0 || opened.has(prompt.seat);
  title.addEventListener("click", () => (made.open ? opened.delete(prompt.seat) : opened.add(prompt.seat)));
  return [made];
}

function heading(prompt, named) {
  const made = element("h3", "", isNamed(prompt) ? "unseen" : "");
  if (named && prompt.seat !== null) made.append(piece(prompt.seat), player(prompt.seat));
  if (prompt.kind === "RevealTile") made.append(say("What does the tile on {space} show?", { space: prompt.space }));
  return [...(made.childNodes.length ? [made] : []), ...photoOf(prompt)];
}

function photoOf(prompt) {
  const shot = shotOf(prompt);
  if (!shot?.picture || !mayAct) return [];
  const image = element("img", "", "picker-picture");
  image.src = `/api/tray.jpg?picture=${shot.picture}`;
  image.alt = say("The tile as it was photographed");
  return [image];
}

function shotOf(prompt) {
  return photographed?.since === prompt?.since ? photographed : null;
}

// What a camera made of the turned tile, under the thumb: one tap takes it, the list says otherwise.
function showSeen(prompt) {
  const shot = shotOf(prompt);
  const face = shot ? shot.face : now.tray.tile;
  const nth = prompt ? prompt.options.findIndex((option) => option.face === face) : -1;
  at("seen-tile").hidden = nth < 0 && !shot;
  redraw("seen-tile", [now.version, advisedOf(), prompt, face, shot], () => {
    if (nth >= 0) {
      const take = option(prompt, nth);
      take.prepend(shot ? say("The photo shows:") : say("The camera sees:"), " ");
      take.classList.add("wide", "main");
      return [take];
    }
    if (!shot) return [];
    const known = shot.face ? [say("all tiles with this face lie open already: look again, or say what it shows")] : shot.reasons;
    return [element("p", [say("Not sure of this tile."), ...known].join(" "), "warning")];
  });
}

// A phone's photo of the turned tile was read.
export function offerTile(prompt, read) {
  photographed = { since: prompt.since, face: read.face, picture: read.picture, reasons: read.reasons };
  showChoices();
}

// Whether the game's own panel says whose choice it is.
function isNamed(prompt) {
  return !prompt.why && Boolean(panelOf(now.game)?.names?.(prompt, tools()));
}

// As the game's own panel has it, or as lists of buttons.
function answers(prompt) {
  if (prompt.why) return [grid(prompt, [0])];
  return panelOf(now.game)?.choices?.(prompt, { ...tools(), grid: (nths) => grid(prompt, nths) }) ?? lists(prompt);
}

function lists(prompt) {
  if (prompt.options.length <= SHORT_LIST || !prompt.paths.length) return [grid(prompt, prompt.options.keys())];
  return [...grouped(prompt)].map(([path, nths]) => {
    if (!path) return grid(prompt, nths);
    const long = nths.some((nth) => prompt.labels[nth].length > SHORT_LABEL);
    const made = element("div", "", long ? "group long" : "group");
    made.append(element("h4", path), grid(prompt, nths));
    return made;
  });
}

function grouped(prompt) {
  const groups = new Map();
  prompt.options.forEach((_, nth) => {
    const path = prompt.paths[nth].join(", ");
    groups.set(path, [...(groups.get(path) ?? []), nth]);
  });
  return groups;
}

function grid(prompt, nths) {
  const made = element("div", "", "options");
  made.append(...[...nths].map((nth) => option(prompt, nth)));
  return made;
}

function option(prompt, nth) {
  const made = button(prompt.labels[nth] ?? prompt.options[nth].event, () => act("choose", { event: prompt.options[nth] }));
  made.classList.add(prompt.roles[nth]);
  made.classList.toggle("main", Boolean(prompt.why));
  if (prompt.effects?.[nth]) made.append(element("small", prompt.effects[nth]));
  if (prompt.odds[nth]) made.append(element("small", say("{chance} bust", { chance: prompt.odds[nth] })));
  for (const [on, event] of SHOWS) made.addEventListener(on, () => preview(event && prompt.options[nth]));
  made.append(...advised(prompt.options[nth]));
  made.classList.toggle("marked", prompt.options.length > 1 && nth === prompt.highlight && !prompt.optional);
  return made;
}

export function setUpChoices() {
  onShow(showChoices);
}
