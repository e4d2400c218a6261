// What the camera sees, beside the roll: a small picture that a tap makes large, and words while there is no roll.

import { mayAct, onAdmission } from "./calls.js";
import { at, text } from "./dom.js";
import { awaited, awaitedTile, now, onShow } from "./snapshot.js";
import { say, sentence } from "./words.js";

const WORDS = {
  empty: say("No dice in the tray."),
  moving: say("The dice are moving."),
  hand: say("A hand is over the tray."),
  read: say("Read."),
  unsure: say("Dice that are not sure."),
};

let looks = 0;

function showTray() {
  const { state, picture } = now.tray;
  const camera = now.devices.camera;
  const out = camera?.state === "out"; // what it saw last says nothing of now
  const watched = Boolean(camera) && camera.kind !== "none";
  const wanted = Boolean(awaited() || awaitedTile()) || now.view.roll.length > 0; // some games have no dice
  const moves = state === "moving" || state === "hand";
  // While something moves there is no reading: what the camera sees then, with nothing drawn in.
  const shown = picture ? `picture=${picture}` : moves ? `live=${(looks += 1)}` : "";
  const source = mayAct && watched && !out && wanted && shown ? `/api/tray.jpg?${shown}` : "";
  at("tray").hidden = !source;
  if (source && at("tray-picture").getAttribute("src") !== source) at("tray-picture").src = source;
  if (awaitedTile()) showTile(watched, out);
  else showDice(watched && Boolean(awaited()), out);
  at("strip").hidden = !source && at("tray-words").hidden && at("roll-dice").hidden;
}

function showDice(waits, out) {
  const { state, reasons } = now.tray;
  const words = (state !== "unsure" && reasons[0]) || WORDS[state];
  text("tray-words", waits ? (out ? say("The camera is out: type the roll, or take a photo.") : words) : "");
  text("unsure", waits && !out && state === "unsure" ? [say("Not sure of this roll."), ...reasons].join(" ") : "");
}

// What the camera makes of a turned tile; what it read stands among the choices.
function showTile(watched, out) {
  const { state, reasons, tile } = now.tray;
  const unsure = watched && !out && state === "unsure";
  const words = out ? say("The camera is out: say what the tile shows, or take a photo.") : ofTile(state, reasons, tile);
  text("tray-words", watched && !unsure ? words : "");
  text("unsure", unsure ? [say("Not sure of this tile."), ...reasons.map(sentence)].join(" ") : "");
}

function ofTile(state, reasons, tile) {
  if (tile) return say("The camera has read it: take it if it is right.");
  if (state === "moving" || state === "hand") return say("Something moves in the tray.");
  return reasons.length ? sentence(reasons[0]) : say("Lay the tile into the tray, or say what it shows.");
}

function resize() {
  const large = at("strip").classList.toggle("large");
  at("tray").setAttribute("aria-expanded", String(large));
}

export function setUpTray() {
  onShow(showTray);
  onAdmission(() => now && showTray());
  at("tray").addEventListener("click", resize);
  at("tray-picture").addEventListener("error", () => (at("tray").hidden = true));
}
