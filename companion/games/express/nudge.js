// A clock that nudges and never decides: off until somebody switches it on, for this phone alone.

import { element } from "/static/dom.js";
import { say } from "/static/words.js";

const KEPT = "express-nudge";
const SECONDS = [30, 40]; // what the rules allow for a choice

let seen = { key: "", at: 0 }; // the throw on screen, and since when
let ticking = null;
let row = null;
let late = false;

// The switch, as long as there is a throw to choose from; null: there is none.
export function nudge(place, thrown) {
  const key = JSON.stringify(thrown);
  if (seen.key !== key) [seen, late] = [{ key, at: Date.now() }, false];
  row ??= made();
  if (!thrown) place.replaceChildren();
  else if (place.firstChild !== row) place.replaceChildren(row);
  wind(Boolean(thrown));
}

// The clock beside a question. Its seconds are not for ears; that they are over is.
export function clock() {
  const shown = element("span", "", "express-clock");
  shown.setAttribute("aria-hidden", "true");
  queueMicrotask(tick);
  return shown;
}

function made() {
  const whole = element("div", "", "express-nudge");
  const label = element("label", say("Nudge me when time is up"));
  const select = element("select");
  select.id = "express-nudge";
  label.htmlFor = select.id;
  for (const seconds of [0, ...SECONDS]) {
    const option = element("option", seconds ? `${seconds} s` : say("off"));
    option.value = seconds;
    select.append(option);
  }
  select.value = String(wanted());
  select.addEventListener("change", () => {
    localStorage.setItem(KEPT, select.value);
    [seen.at, late] = [Date.now(), false];
    wind(true);
  });
  const said = element("p", "", "unseen");
  said.setAttribute("role", "status");
  whole.append(label, select, said);
  return whole;
}

function wanted() {
  try {
    const seconds = Number(localStorage.getItem(KEPT));
    return SECONDS.includes(seconds) ? seconds : 0;
  } catch {
    return 0;
  }
}

function wind(on) {
  if (on && wanted()) ticking ??= setInterval(tick, 1000);
  else ticking = clearInterval(ticking) ?? null;
  tick();
}

function tick() {
  const left = wanted() - Math.floor((Date.now() - seen.at) / 1000);
  const over = Boolean(ticking) && left <= 0;
  for (const shown of document.querySelectorAll(".express-clock")) {
    shown.textContent = !ticking ? "" : over ? say("time to mark") : `${left} s`;
    shown.classList.toggle("late", over);
  }
  if (row) row.lastChild.textContent = over ? say("Time to mark.") : "";
  if (over && !late) navigator.vibrate?.(150);
  late = over;
}
