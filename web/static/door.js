// How another phone gets to the page: its address, and the code that a camera reads. Fetched when somebody looks.

import { onAdmission } from "./calls.js";
import { at, text } from "./dom.js";
import { say } from "./words.js";

export async function showDoor() {
  try {
    const { address, name } = await (await fetch("/api/door")).json();
    at("door-address").textContent = name || address;
    text("door-other", name && say("or {address}", { address }));
  } catch {
    return;
  }
  at("door-code").hidden = false;
  at("door-code").src = `/api/door.svg?${performance.now()}`; // a device that may act gets another one
}

export function setUpDoor() {
  at("door-code").addEventListener("error", () => (at("door-code").hidden = true));
  at("door").addEventListener("toggle", () => at("door").open && showDoor());
  onAdmission(() => at("door").open && showDoor());
}
