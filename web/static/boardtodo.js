// What is to be moved on the board, once the companion is right: it stands on the page until somebody closes it.

import { showMarked, sign } from "./boardmarks.js";
import { at, button, element, headed, pressed } from "./dom.js";
import { now, onShow } from "./snapshot.js";
import { say } from "./words.js";

const part = {}; // the card's elements by what they are for

// `again` checks the board once more.
export function setUpToMove(again) {
  part.card = headed("section", "board-todo", say("To move on the board"), "card");
  part.card.hidden = true;
  part.picture = element("div", "", "board-picture");
  part.picture.hidden = true;
  part.image = element("img");
  part.picture.append(part.image);
  part.list = element("ul", "", "seats");
  const row = element("div", "", "row");
  row.append(button(say("Check again"), again), button(say("Done"), dropToMove, "main"));
  part.card.append(part.list, part.picture, row);
  at("check-board").after(part.card);
  onShow(() => now.board_photo || dropToMove()); // another game
}

export function listToMove(read) {
  part.card.hidden = false;
  part.list.replaceChildren(...read.differences.map((one, nth) => toMove(nth, one)));
  showMarked(part.picture, part.image, read);
  part.card.scrollIntoView({ block: "start" });
}

// A tap crosses it out, another brings it back.
function toMove(nth, one) {
  const made = element("li");
  const done = pressed(button("", () => pressed(done, done.getAttribute("aria-pressed") !== "true"), "wide"), false);
  done.append(element("b", String(nth + 1)), sign(one), element("span", one.say.join(" ")));
  made.append(done);
  return made;
}

export function dropToMove() {
  part.card.hidden = true;
}
