// The newest snapshot, and plain questions about it. Parts of the page say here that they want to show it.

import { say } from "./words.js";

export let now = null; // the snapshot on screen

const viewers = [];

// `viewer(before)` runs after each change of `now`; `before` is the snapshot that was on screen.
export function onShow(viewer) {
  viewers.push(viewer);
}

export function show(snapshot) {
  const before = now;
  now = snapshot;
  for (const viewer of viewers) {
    try {
      viewer(before);
    } catch (fault) {
      console.error(fault); // one part that cannot be drawn must not leave the others behind
    }
  }
}

// The stream tells what is; an answer only comes sooner, or after something newer was told.
export function answered(snapshot) {
  if (!now || snapshot.version > now.version) show(snapshot);
}

// What the stream tells on its way may have been overtaken by an answer: the page never goes back to it.
export function told(snapshot) {
  if (!now || snapshot.number !== now.number || snapshot.version >= now.version) show(snapshot);
}

export function inLobby() {
  return now.game === "lobby";
}

export function over() {
  return now.winners !== null;
}

export function player(seat) {
  return now.position.players?.[seat] ?? say("Seat {number}", { number: seat + 1 });
}

export function isMine(seat) {
  return now.mine.includes(seat);
}

export function awaited() {
  return now.prompts.find((prompt) => prompt.kind === "RollDice");
}

// The turned tile that is waited for.
export function awaitedTile() {
  return now.prompts.find((prompt) => prompt.kind === "RevealTile");
}

// The prompts that are answered by picking one of their options. What the box asks in the lobby, the page asks its own way.
export function questions() {
  return inLobby() ? [] : now.prompts.filter((prompt) => prompt.options);
}
