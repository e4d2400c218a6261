// Keeps the page live: listens to the box, notices when it falls silent, and comes back by itself.

import { at } from "./dom.js";
import { show } from "./snapshot.js";

const BEAT_MS = 3000;
const MISSED = 3;
const SETTLE_MS = 2500;

let heard = 0; // when the box was heard last
let source = null;

export function connect() {
  source?.close();
  source = new EventSource("/api/events");
  source.addEventListener("snapshot", (message) => {
    hear();
    show(JSON.parse(message.data));
  });
  source.addEventListener("beat", hear);
  // The line broke: a box that only closed an old stream is heard again at once.
  source.addEventListener("error", () => setTimeout(() => source.readyState !== EventSource.OPEN && silentNow(), SETTLE_MS));
}

export function live() {
  heard = Date.now();
  connect();
  setInterval(watch, 1000);
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
}

function hear() {
  heard = Date.now();
  at("not-live").hidden = true;
}

function silentNow() {
  at("not-live").hidden = false;
}

function watch() {
  const silent = Date.now() - heard;
  if (silent > MISSED * BEAT_MS + 500) at("not-live").hidden = false;
  // A browser gives up for good after an answer such as 503, and may sleep through a dead line.
  if (source.readyState === EventSource.CLOSED || silent > (MISSED + 2) * BEAT_MS) {
    heard = Date.now() - MISSED * BEAT_MS;
    connect();
  }
}

function wake() {
  if (document.hidden || Date.now() - heard < BEAT_MS + 1000) return;
  at("not-live").hidden = false;
  connect();
}
