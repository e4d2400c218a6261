// Keeps the page live: listens to the box, notices when it falls silent, and comes back by itself, at first soon and then
// less often. Where no stream comes through (an old browser, a proxy that holds it back), it asks again and again.

import { at } from "./dom.js";
import { now, show, told } from "./snapshot.js";

const BEAT_MS = 3000;
const MISSED = 3; // beats, after which the page is not live
const SETTLE_MS = 2500;
const SOONEST_MS = 1000;
const LATEST_MS = 15000;
const POLL_MS = 2000;

let heard = 0; // when the box was heard last
let source = null;
let failures = 0; // streams that broke, since one was heard
let begun = 0; // when the newest stream was asked for
let again = null; // the timer of the next stream
let polled = 0; // when the box was asked last
let shown = ""; // the newest snapshot as it came

export function connect() {
  clearTimeout(again);
  source?.close();
  begun = Date.now();
  if (!window.EventSource) return poll();
  const mine = new EventSource("/api/events");
  source = mine;
  let put = show; // a box that was set up anew may begin with less than the page has seen
  mine.addEventListener("snapshot", (message) => {
    failures = 0;
    hear();
    tell(message.data, put);
    put = told;
  });
  mine.addEventListener("beat", hear);
  mine.addEventListener("error", () => mine === source && lost());
}

export function live() {
  heard = Date.now();
  const { snapshot } = document.body.dataset; // what the box had when it gave the page
  if (snapshot) tell(snapshot, show);
  connect();
  setInterval(watch, 1000);
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("pagehide", () => source?.close()); // a page in the background holds no stream of the box
}

function tell(data, put) {
  if (data === shown) return;
  shown = data;
  put(JSON.parse(data));
}

function hear() {
  heard = Date.now();
  at("not-live").hidden = true;
}

// A box that only closed an old stream is heard again at once; one that is gone is not asked every second.
function lost() {
  source.close();
  const before = heard;
  again = setTimeout(connect, Math.min(SOONEST_MS * 2 ** failures, LATEST_MS));
  failures += 1;
  setTimeout(() => heard === before && (at("not-live").hidden = false), SETTLE_MS);
}

function watch() {
  const silent = Date.now() - heard;
  if (silent > MISSED * BEAT_MS + 500) at("not-live").hidden = false;
  if (silent > BEAT_MS + 1000) poll();
  // A stream that is open and silent is a dead line through which a browser may sleep.
  const dead = (MISSED + 2) * BEAT_MS;
  if (silent > dead && Date.now() - begun > dead && source?.readyState === EventSource.OPEN) connect();
}

// Only where the stream says nothing; what comes is as good.
async function poll() {
  if (Date.now() - polled < POLL_MS) return;
  polled = Date.now();
  const before = now;
  try {
    const answer = await fetch("/api/snapshot", { signal: AbortSignal.timeout(BEAT_MS) });
    if (!answer.ok) return;
    const data = await answer.text();
    hear();
    tell(data.trim(), now === before ? show : told);
  } catch {
    // Not live; the bar says so in time.
  }
}

function wake() {
  if (document.hidden || Date.now() - heard < BEAT_MS + 1000) return;
  at("not-live").hidden = false;
  failures = 0;
  connect();
}
