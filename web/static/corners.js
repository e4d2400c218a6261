// Four points on a picture, dragged by finger or mouse or moved by arrow keys. Knows no board and no tray.

import { button, called, element, svg } from "./dom.js";
import { say } from "./words.js";

const STEP = 0.005; // of the picture, by a key
const LEAP = 0.03; // with Shift
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LOUPE = 3; // times as large as on the page

// Puts a handle over the image in `picture` for each of `spots` (`say`: its name; `at`: about where); answers `{points, remove}`:
// where they stand, parts of its width and height, in the same order. They are joined by a line, or `moved(points)` draws something
// else; a spot's `side` is `above` or `below` where its handle stands beside it.
export function letMark(picture, spots, moved = null) {
  const points = spots.map(({ at }) => [...at]);
  const image = picture.querySelector("img");
  const frame = svg("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none", class: "corner-frame", "aria-hidden": "true" });
  const line = svg("polygon", {});
  if (!moved) frame.append(line);
  const loupe = element("div", "", "loupe");
  loupe.hidden = true;
  const handles = spots.map((spot, nth) => handle(spot, nth));
  picture.append(frame, ...handles, loupe);
  show();

  function show() {
    if (moved) moved(points);
    else line.setAttribute("points", points.map((point) => point.join()).join(" "));
    handles.forEach((one, nth) => {
      one.style.left = `${points[nth][0] * 100}%`;
      one.style.top = `${points[nth][1] * 100}%`;
    });
  }

  function move(nth, x, y) {
    points[nth] = [x, y].map((part) => Math.min(1, Math.max(0, part)));
    show();
  }

  // The finger hides what it points at: that is shown larger in the corner that is farther away.
  function enlarge(nth) {
    const [x, y] = points[nth];
    const { width, height } = image.getBoundingClientRect();
    loupe.hidden = false;
    loupe.style.backgroundImage = `url("${image.src}")`;
    loupe.style.backgroundSize = `${width * LOUPE}px ${height * LOUPE}px`; // in no language
    const half = loupe.offsetWidth / 2;
    loupe.style.backgroundPosition = `${half - x * width * LOUPE}px ${half - y * height * LOUPE}px`; // in no language
    loupe.classList.toggle("right", x < 0.5);
  }

  function handle({ say: name, side = "" }, nth) {
    const made = called(button("", () => {}, "corner"), say("Point {number}: {where}; arrow keys move it", { number: nth + 1, where: name }));
    if (side) made.classList.add(side);
    made.append(element("b", String(nth + 1)));
    let grip = null; // from the point to the finger
    made.addEventListener("pointerdown", (event) => {
      event.preventDefault(); // no selecting and dragging of the browser's own
      made.focus();
      const box = image.getBoundingClientRect();
      grip = [event.clientX - box.left - points[nth][0] * box.width, event.clientY - box.top - points[nth][1] * box.height];
      made.setPointerCapture(event.pointerId);
      enlarge(nth);
    });
    made.addEventListener("pointermove", (event) => {
      if (!grip) return;
      const box = image.getBoundingClientRect();
      move(nth, (event.clientX - grip[0] - box.left) / box.width, (event.clientY - grip[1] - box.top) / box.height);
      enlarge(nth);
    });
    for (const end of ["pointerup", "pointercancel"]) made.addEventListener(end, () => {
      grip = null;
      loupe.hidden = true;
    });
    made.addEventListener("keydown", (event) => {
      const way = KEYS[event.key];
      if (!way) return;
      event.preventDefault();
      const step = event.shiftKey ? LEAP : STEP;
      move(nth, points[nth][0] + way[0] * step, points[nth][1] + way[1] * step);
    });
    return made;
  }

  return { points, remove: () => [frame, loupe, ...handles].forEach((one) => one.remove()) };
}

// Points as an address has them.
export const written = (points) => points.flat().map((part) => part.toFixed(5)).join();
