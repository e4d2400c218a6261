// Checking the board: a phone's photo of it is compared with the game. What differs is listed and marked on the picture, and
// people say who is right. Nothing is changed before they do.

import { askWhere, buildDialog, item, part, points, shoot, shut, step } from "./boarddialog.js";
import { drawLayout, showMarked, sign } from "./boardmarks.js";
import { teachBoard } from "./boardteach.js";
import { dropToMove, listToMove, setUpToMove } from "./boardtodo.js";
import { act, call } from "./calls.js";
import { written } from "./corners.js";
import { at, button, element } from "./dom.js";
import { now } from "./snapshot.js";
import { say, sayCount, sentence } from "./words.js";

const HOW = say("Photograph the whole board from above, all of it in the picture. The companion says what stands elsewhere.");
const MARK = say("The edges of the board were not found. Drag the four points to the middles of these spaces:");
const MARK_BY_HAND = say("Drag the four points to the middles of these spaces:");
const MARK_GRID = say("Drag the four points to these corners of the grid's spaces:");
const LOOKING = say("Looking at the photo… This takes some seconds.");
const LAY_OUT = say("Once for each set of pieces, so that they are known: lay them out so and photograph the board from where you sit, not from straight above.");
const AS_SHOWN = say("Once for each layout, so that its pieces are known: when all stands as the companion shows it, photograph the board from where you sit, not from straight above.");
const MOST_UNSEEN = 4; // places that are named; more are counted

let photo = null; // the file that was taken last
let learn = ""; // what it is for: "" to be compared, "now" or "set-up" to learn the colours
let teaching = null; // takes the next photo, while another board is taught
let corners = null; // where they stood in this photo; null: the board bears codes
let grid = false; // it is one of spaces, without codes: its corners are marked in every photo

async function open() {
  teaching = null;
  const help = await known();
  grid = Boolean(help?.grid);
  if (help?.checks && !help.known) teachFirst(help);
  else askForPhoto(help);
  if (!part.dialog.open) part.dialog.showModal();
}

function askForPhoto(help) {
  learn = "";
  step(HOW, shoot(say("Take the photo")), button(say("Learn the colours of the pieces"), askToLearn, "wide"), ...otherBoard(help), shut());
}

function otherBoard(help) {
  if (!help?.teaches) return [];
  return [button(help.taught ? say("Another board, or forget this one") : say("We play on another board"), () => (teaching = teachBoard(help, open)), "wide")];
}

function forget() {
  if (photo) URL.revokeObjectURL(photo.url);
  photo = null;
  teaching = null;
  step("");
}

function taken(file) {
  if (photo) URL.revokeObjectURL(photo.url);
  photo = { file, url: URL.createObjectURL(file) };
  corners = null;
  if (teaching) teaching(photo);
  else if (grid) askForCorners(MARK_GRID);
  else look();
}

async function look() {
  step(LOOKING);
  const asked = new URLSearchParams({ of: "board" });
  if (corners) asked.set("corners", written(corners));
  if (learn) asked.set("learn", learn);
  const seen = photo;
  const read = await call(`/api/photo?${asked}`, photo.file, "image/jpeg");
  if (photo !== seen) return; // closed meanwhile
  if (!read) step(at("problem").textContent, shoot(say("Another photo")), shut());
  else if (read.teach) step(read.reasons.map(sentence).join(" "), button(say("Learn the colours of the pieces"), askToLearn, "wide main"), shut());
  else if (read.status === "empty" && !corners) await askForCorners(MARK);
  else if (read.status === "empty" || read.status === "error") failed(read.reasons);
  else if (read.learned && learn === "set-up") learned();
  else result(read);
}

// It may be that the board was not found where it is: then people can say where.
function failed(reasons) {
  step(reasons.map(sentence).join(" "), shoot(say("Another photo")), byHand(), shut());
}

const byHand = () => button(say("Mark the board by hand"), () => askForCorners(grid ? MARK_GRID : MARK_BY_HAND), "wide");

async function askForCorners(words) {
  const help = await known();
  if (!help || !photo) return; // not live, or closed meanwhile
  step(words, button(grid ? say("Look there") : say("Look again"), lookThere, "wide main"), shoot(say("Another photo"), "wide"), shut());
  await askWhere(help.taps, photo, corners);
}

function lookThere() {
  corners = points();
  look();
}

const known = () => fetch("/api/board").then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);

function result(read) {
  learn = "";
  const buttons = read.differences.length ? judged(read) : [button(say("Good"), () => good(read), "wide main")];
  step(summary(read), ...buttons);
  part.list.replaceChildren(...read.differences.map((one, nth) => item(nth, sign(one), ...one.say)));
  part.more.replaceChildren(...remarks(read));
  showMarked(part.picture, part.image, read);
}

function summary(read) {
  return read.learned ? `${say("The colours are learned.")} ${found(read)}` : found(read);
}

function found({ differences: { length: count }, unseen, decides }) {
  if (count && !decides) return sayCount("{count} place to look at.", "{count} places to look at.", count);
  if (count) return sayCount("{count} place looks otherwise.", "{count} places look otherwise.", count);
  return unseen.length ? say("What could be seen is as it should be.") : say("The board is as it should be.");
}

function judged(read) {
  const again = element("div", "", "row");
  again.append(shoot(say("Another photo"), ""), button(say("Close"), () => part.dialog.close()));
  if (!read.decides) return [button(say("Keep the list"), () => keep(read), "wide main"), again];
  const board = button(say("The board is right"), () => believe(read), "main");
  board.append(element("small", say("Take it over")));
  board.disabled = !read.change;
  const companion = button(say("The companion is right"), () => keep(read), "main");
  companion.append(element("small", say("Move the pieces")));
  const row = element("div", "", "row");
  row.append(board, companion);
  return [row, again];
}

// The board stands as the companion says, only the colours were not known.
function teach() {
  return button(say("Learn the colours from it"), () => {
    learn = "now";
    look();
  }, "wide");
}

function remarks({ differences, prevented, unseen, reasons, decides }) {
  const said = [];
  if (prevented) said.push(element("p", decides ? `${say("The companion cannot take this over.")} ${prevented}` : prevented, "warning"));
  if (unseen.length) said.push(element("p", hidden(unseen), "hint"));
  if (reasons.length) said.push(element("p", reasons.map(sentence).join(" "), "hint"));
  if (differences.length) said.push(element("p", say("Were pieces taken for others, and all stands where it should? Then the companion can learn from this photo."), "hint"), teach());
  if (corners) said.push(byHand());
  return said;
}

function hidden(unseen) {
  if (unseen.length > MOST_UNSEEN) return say("{count} places could not be seen: they are marked with a question mark.", { count: unseen.length });
  return say("Could not be seen: {places}.", { places: unseen.map((one) => one.say).join("; ") });
}

// The board is as it should be, or what could be seen of it.
function good(read) {
  part.dialog.close();
  if (!read.unseen.length && (now.check_board || now.taken_up)) act("checked");
}

// As one correction, which an undo takes back.
async function believe(read) {
  part.dialog.close();
  if (await act("position", { version: read.version, position: { ...now.position, ...read.change } })) dropToMove();
}

function keep(read) {
  part.dialog.close();
  listToMove(read);
}

async function askToLearn() {
  const help = await known();
  if (help?.checks) teachFirst(help);
}

function teachFirst(help) {
  learn = help.lay_out.length ? "set-up" : "now";
  step(help.lay_out.length ? LAY_OUT : AS_SHOWN, shoot(say("Take the photo")), ...asItStands(help), ...otherBoard(help), shut());
  part.list.replaceChildren(...help.lay_out.map((one, nth) => item(nth, null, one.say)));
  if (help.lay_out.length) part.more.replaceChildren(drawLayout(help));
}

// In the middle of a game nothing has to be cleared away, if one of each stands alone somewhere.
function asItStands({ now: may }) {
  if (!may) return [];
  const take = () => {
    learn = "now";
    part.file.click();
  };
  return [button(say("All stands as it should: learn from that"), take, "wide")];
}

function learned() {
  learn = "";
  step(say("The colours are learned. Now the board can be checked."), shoot(say("Photograph the board")), shut());
}

// The first call makes what later ones show again.
export function openBoardCheck() {
  if (!part.dialog) {
    buildDialog(taken, forget);
    setUpToMove(open);
  }
  open();
}
