// Asks once before something that others may not want.

import { at } from "./dom.js";

export function sure(sentence, yes) {
  at("sure-words").textContent = sentence;
  at("sure-yes").textContent = yes;
  at("sure").returnValue = "";
  at("sure").showModal();
  return new Promise((decided) => {
    at("sure").addEventListener("close", () => decided(at("sure").returnValue === "yes"), { once: true });
  });
}

export function setUpSure() {
  at("sure-yes").addEventListener("click", () => at("sure").close("yes"));
  at("sure-no").addEventListener("click", () => at("sure").close("no"));
}
