// All that happened in this game, in words, and the way back to any of it. Fetched while it lies open.

import { act } from "./calls.js";
import { at, button, called, element } from "./dom.js";
import { inLobby, now, onShow } from "./snapshot.js";
import { sure } from "./sure.js";
import { say, sayCount, sayOf } from "./words.js";

const LATEST = 20; // at first

let asked = 0; // the version for which the story was asked last
let all = false;
let story = { version: 0, moves: [] };

async function fetchStory() {
  at("story").hidden = inLobby();
  if (inLobby() || !at("story").open || asked === now.version) return;
  asked = now.version;
  try {
    story = await (await fetch("/api/story")).json();
  } catch {
    asked = 0; // it is asked again with the next change
    return;
  }
  showStory();
}

function showStory() {
  const first = all ? 0 : Math.max(0, story.moves.length - LATEST);
  at("more-moves").hidden = first === 0;
  at("moves").start = first + 1;
  at("moves").replaceChildren(...story.moves.slice(first).map((move, nth) => row(move, first + nth)).reverse());
  at("moves").reversed = true;
}

function row({ told }, nth) {
  const made = element("li");
  made.value = nth + 1;
  made.append(element("span", told.join(" ")));
  if (nth < story.moves.length - 1) made.append(called(button(say("Back to here"), () => goBack(nth)), `${say("Back to here")}: ${told.join(" ")}`));
  return made;
}

async function goBack(nth) {
  const after = story.moves.slice(nth + 1);
  const values = { count: after.length, first: after[0].told[0] };
  const sentence = sayCount("This takes back one step, from “{first}” on. Redo brings them back.", "This takes back {count} steps, from “{first}” on. Redo brings them back.", after.length, values);
  if (await sure(sentence, sayOf("steps", "Take back"))) await act("undo", { version: story.version, to: story.moves[nth].moments });
}

export function setUpStory() {
  onShow(fetchStory);
  at("story").addEventListener("toggle", fetchStory);
  at("more-moves").addEventListener("click", () => {
    all = true;
    showStory();
  });
}
