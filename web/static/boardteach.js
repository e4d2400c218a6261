// Teaching another board than the printed one: its photo, four spaces marked on it, and then, on the picture as seen from above,
// where its lines of spaces end. Nothing is kept before people say that all circles lie on their spaces.

import { askWhere, mark, part, points, shoot, shut, step } from "./boarddialog.js";
import { show } from "./boardmarks.js";
import { call } from "./calls.js";
import { letMark, written } from "./corners.js";
import { add, at, button, element, svg } from "./dom.js";
import { say, sentence } from "./words.js";

const INTRO = say("For a board that was not printed by the companion. Clear it: nothing may stand on it. Photograph it from straight above, in even light, all of it in the picture.");
const MARK = say("Drag the four points to the middles of these spaces:");
const FIT = say("Does each circle lie on its space? Else drag the points to the ends of those columns; the columns between follow.");
const LEARNING = say("Looking at the photo… This takes some seconds.");
const ROUND = 0.32; // of a circle, in parts of the way to the next one

// `begin()`: a board was learned or forgotten. Answers what takes the photo.
export function teachBoard(help, begin) {
  let taken = null; // the photo: { file, url }
  let corners = null;
  step(INTRO, shoot(say("Take the photo")), ...(help.taught ? [button(say("Forget this board"), forget, "wide")] : []), shut());
  if (help.taught) part.more.append(element("p", say("A board is learned already: another photo replaces it. Forgotten, photos are compared with the printed board again."), "hint"));
  return (photo) => {
    taken = photo;
    corners = null;
    markSpaces();
  };

  async function forget() {
    if (await call("/api/board/forget", "{}")) begin();
    else refused(at("problem").textContent);
  }

  async function markSpaces() {
    step(MARK, button(say("Go on"), straighten, "wide main"), shoot(say("Another photo"), "wide"), shut());
    await askWhere(help.taps, taken, corners);
  }

  async function straighten() {
    corners = points();
    const read = await send({});
    if (read?.status === "read") fit(read);
  }

  // What came back of the photo; null where it was refused, which is said then.
  async function send(more) {
    const photo = taken;
    step(LEARNING);
    const asked = new URLSearchParams({ corners: written(corners), ...more });
    const read = await call(`/api/board?${asked}`, photo.file, "image/jpeg");
    if (taken !== photo || !part.dialog.open) return null;
    if (!read) refused(at("problem").textContent);
    else if (read.status === "error") refused(read.reasons.map(sentence).join(" "));
    return read?.status === "read" ? read : null;
  }

  function refused(words) {
    step(words, shoot(say("Another photo")), ...(corners ? [button(say("Mark the spaces again"), markSpaces, "wide")] : []), shut());
  }

  async function fit(read) {
    const last = read.lines.length - 1;
    const ends = read.lines.map((line) => line.ends.map((end) => [...end.at]));
    const led = [0, Math.round(last / 2), last]; // lines whose ends are dragged; those between them follow
    const row = element("div", "", "row");
    row.append(button(say("Mark the spaces again"), markSpaces), button(say("Close"), () => part.dialog.close()));
    step(FIT, button(say("All circles fit"), () => learn(ends), "wide main"), row);
    part.picture.classList.add("large");
    await show(part.picture, part.image, `/api/tray.jpg?picture=${read.picture}`, say("The board from above, with a circle on each space"));
    part.more.append(another());
    handles();

    function handles() {
      const spots = led.flatMap((line) => read.lines[line].ends.map((end, nth) => ({ say: end.say, at: ends[line][nth], side: side(line, nth) })));
      const layer = grid(part.image);
      const marks = letMark(part.picture, spots, (dragged) => {
        led.forEach((line, nth) => (ends[line] = [dragged[2 * nth], dragged[2 * nth + 1]]));
        follow();
        layer.draw(read.lines, ends);
      });
      part.image.after(layer.node);
      mark({ points: marks.points, remove: () => [marks, layer].forEach((one) => one.remove()) });
    }

    // A handle stands beyond its point, so that two on a short line leave each other room.
    function side(line, nth) {
      return ends[line][nth][1] < ends[line][1 - nth][1] ? "above" : "below";
    }

    function follow() {
      for (let nth = 1; nth < led.length; nth += 1) {
        const [from, to] = [led[nth - 1], led[nth]];
        for (let line = from + 1; line < to; line += 1) {
          const share = (line - from) / (to - from);
          ends[line] = ends[from].map((end, one) => end.map((value, axis) => value + (ends[to][one][axis] - value) * share));
        }
      }
    }

    function another() {
      const label = element("label", say("Another column does not fit:"));
      const pick = element("select");
      pick.append(new Option("–", ""), ...read.lines.flatMap((line, nth) => (led.includes(nth) ? [] : [new Option(line.say, nth)])));
      pick.addEventListener("change", () => {
        led.push(Number(pick.value));
        led.sort((one, other) => one - other);
        pick.selectedOptions[0].remove();
        handles();
      });
      label.append(" ", pick);
      return label;
    }
  }

  async function learn(ends) {
    if (await send({ ends: written(ends.flat()) })) begin();
  }
}

// A circle on each space, light on dark.
function grid(image) {
  const [wide, high] = [image.clientWidth, image.clientHeight];
  const node = svg("svg", { viewBox: `0 0 ${wide} ${high}`, class: "board-marks", "aria-hidden": "true" });
  return { node, remove: () => node.remove(), draw };

  function draw(lines, ends) {
    node.replaceChildren();
    lines.forEach(({ spots }, line) => {
      const [[x, y], [x2, y2]] = ends[line].map(([left, top]) => [left * wide, top * high]);
      const r = (ROUND * Math.hypot(x2 - x, y2 - y)) / (spots - 1);
      for (let nth = 0; nth < spots; nth += 1) {
        const part = nth / (spots - 1);
        for (const [stroke, width] of [["#000000", 3], ["#ffc83c", 1.5]]) {
          const circle = add(node, "circle", { cx: x + (x2 - x) * part, cy: y + (y2 - y) * part, r, fill: "none", "stroke-width": width });
          circle.style.stroke = stroke;
        }
      }
    });
  }
}
