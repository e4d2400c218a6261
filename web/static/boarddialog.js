// The dialog in which photos of the board are taken: words, a picture on which points are dragged, a list, and the buttons of each
// step. Knows neither what a photo is for nor what came of it.

import { show } from "./boardmarks.js";
import { letMark } from "./corners.js";
import { button, element, headed } from "./dom.js";
import { say } from "./words.js";

export const part = {}; // its elements by what they are for
let marking = null; // what lies over the picture while points are dragged

// `taken(file)`: a photo was; `closed()`: the dialog was.
export function buildDialog(taken, closed) {
  const dialog = headed("dialog", "board-check", say("Check the board"));
  const middle = element("div", "", "middle");
  middle.tabIndex = 0; // it scrolls, for keys too
  part.words = element("p");
  part.words.setAttribute("role", "status");
  part.picture = element("div", "", "board-picture");
  part.image = element("img");
  part.picture.append(part.image);
  part.list = element("ol", "", "board-list");
  part.more = element("div");
  middle.append(part.words, part.picture, part.list, part.more);
  part.buttons = element("div");
  dialog.append(middle, part.buttons, chooser(taken));
  dialog.addEventListener("close", closed);
  document.body.append(dialog);
  part.dialog = dialog;
}

function chooser(taken) {
  part.file = element("input", "", "unseen");
  Object.assign(part.file, { id: "board-photo", type: "file", accept: "image/jpeg", tabIndex: -1 });
  part.file.setAttribute("capture", "environment");
  part.file.setAttribute("aria-label", say("Photograph the board"));
  part.file.addEventListener("change", () => {
    if (part.file.files[0]) taken(part.file.files[0]);
    part.file.value = "";
  });
  return part.file;
}

export function step(words, ...buttons) {
  part.words.textContent = words;
  mark(null);
  part.picture.querySelector(".board-marks")?.remove();
  part.picture.hidden = true;
  part.picture.classList.remove("large");
  part.list.replaceChildren();
  part.more.replaceChildren();
  part.buttons.replaceChildren(...buttons);
}

// What `letMark` put over the picture; the next step takes it away.
export function mark(layer) {
  marking?.remove();
  marking = layer;
}

// The photo with a handle for each of `taps`, named in the list: about where it is, or where it stood before.
export async function askWhere(taps, photo, corners) {
  part.list.replaceChildren(...taps.map((tap, nth) => item(nth, null, tap.say)));
  await show(part.picture, part.image, photo.url, say("Your photo of the board"));
  mark(letMark(part.picture, taps.map((tap, nth) => ({ ...tap, at: corners?.[nth] ?? tap.at }))));
}

export const points = () => marking.points;
export const shut = (words = say("Close")) => button(words, () => part.dialog.close(), "wide");
export const shoot = (words, className = "wide main") => button(words, () => part.file.click(), className);

export function item(nth, sign, ...sentences) {
  const made = element("li");
  made.append(element("b", String(nth + 1)), ...(sign ? [sign] : []), element("span", sentences.join(" ")));
  return made;
}
