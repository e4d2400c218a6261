// A control in a drawing that is put from 0 to its most: by finger, mouse or arrow keys. Knows no game and no table.

import { add } from "./dom.js";

const STEPS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

// `under(point)` says which value lies at a point of the drawing, `spoken(value)` how it is called, `draw(ghost, value)` shows it
// before it is put, and `put(value)` is called with one that is not `from`. A tap on the value that it has means `tapped`.
export function addSlider(parent, { name, from, most, area, vertical = false, under, spoken, draw, put, tapped = from }) {
  const group = add(parent, "g", { tabindex: 0, role: "slider", "aria-label": name, "aria-valuemin": 0, "aria-valuemax": most });
  if (vertical) group.setAttribute("aria-orientation", "vertical");
  const ground = add(group, "rect", { ...area, fill: "transparent" });
  Object.assign(ground.style, vertical ? { cursor: "ns-resize", touchAction: "none" } : { cursor: "ew-resize", touchAction: "pan-y" });
  const ghost = add(group, "g", { "pointer-events": "none" });
  let at = from;
  let dragged = false;

  function show(value) {
    at = Math.min(Math.max(value, 0), most);
    group.setAttribute("aria-valuenow", at);
    group.setAttribute("aria-valuetext", spoken(at));
    ghost.replaceChildren();
    if (at !== from) draw(ghost, at);
  }

  const touched = ({ clientX, clientY }) => under(new DOMPoint(clientX, clientY).matrixTransform(parent.getScreenCTM().inverse()));
  const send = () => at !== from && put(at);
  group.addEventListener("pointerdown", (event) => {
    group.setPointerCapture(event.pointerId);
    dragged = false;
    show(touched(event));
  });
  group.addEventListener("pointermove", (event) => {
    if (!group.hasPointerCapture(event.pointerId)) return;
    dragged ||= touched(event) !== at;
    show(touched(event));
  });
  group.addEventListener("pointerup", () => {
    if (at === from && !dragged) show(tapped);
    send();
  });
  group.addEventListener("pointercancel", () => show(from));
  group.addEventListener("keydown", (event) => {
    if (event.key in STEPS) show(at + STEPS[event.key]);
    else if (event.key === "Escape") show(from);
    else if (event.key === "Enter" || event.key === " ") send();
    else return;
    event.preventDefault();
  });
  show(from);
}
