// The parts of the box that are out of order: small and calm, since the game goes on without them.

import { at, element, redraw } from "./dom.js";
import { now, onShow } from "./snapshot.js";
import { locale, say } from "./words.js";

// By the names that the box gives them.
const PARTS = {
  camera: say("Camera"),
  display: say("Display"),
  buttons: say("Buttons"),
  lamps: say("Lamps"),
  "turn light": say("Turn light"), // in no language: its name
  buzzer: say("Buzzer"),
  voice: say("Voice"),
  record: say("Record"),
};

// By the box's clock and in its zone, as its display says it: the first 16 signs of 2026-03-14T21:04:00+01:00.
function since(stamp) {
  const [day, time] = [stamp.slice(0, 10), stamp.slice(11, 16)];
  const [year, month, date] = day.split("-").map(Number);
  const today = new Date();
  const isToday = today.getFullYear() === year && today.getMonth() + 1 === month && today.getDate() === date;
  return isToday ? time : `${locale === "en-GB" ? day : new Date(year, month - 1, date).toLocaleDateString(locale)} ${time}`;
}

function told([name, device]) {
  const item = element("li");
  const said = element("b", say("{part} out since {time}.", { part: PARTS[name] ?? name, time: since(device.since) }));
  item.append(said, ` ${device.problem}`);
  return item;
}

function showDevices() {
  const out = Object.entries(now.devices).filter(([, device]) => device.state === "out");
  at("devices-part").hidden = !out.length;
  redraw("devices", out, () => out.map(told));
}

export function setUpDevices() {
  onShow(showDevices);
}
