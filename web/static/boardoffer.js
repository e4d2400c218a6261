// Where a photo of the board is offered: in the menu, after a power cut, and when a game goes on after a rest. What it takes to
// check one is only fetched when somebody asks for it.

import { mayAct, onAdmission } from "./calls.js";
import { at, button } from "./dom.js";
import { now, onShow } from "./snapshot.js";
import { say } from "./words.js";

let check = null; // the module, once it was asked for
let ask = null; // the button in the menu

async function open() {
  at("menu").open = false;
  check ??= import("./boardcheck.js");
  const module = await check.catch(() => (check = null)); // not live: the next press asks again
  module?.openBoardCheck();
}

function offer() {
  const may = mayAct && now.board_photo;
  ask.hidden = !may;
  at("check-photo").hidden = !may;
}

export function setUpBoardOffer() {
  ask = button(say("Check the board with a photo"), open, "wide");
  at("put").after(ask);
  at("check-photo").addEventListener("click", open);
  onShow(offer);
  onAdmission(() => now && offer());
}
