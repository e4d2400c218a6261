// The parts of the box that are out of order: small and calm, since the game goes on without them.

import { at, element, redraw } from "./dom.js";
import { now, onShow } from "./snapshot.js";
import { capital, locale, say } from "./words.js";

const PARTS = JSON.parse(document.body.dataset.devices); // what the box calls them

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
  const said = element("b", say("{part} out since {time}.", { part: capital(PARTS[name] ?? name), time: since(device.since) }));
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
