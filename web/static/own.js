// The companion as a player: the seats that it takes in the lobby, and what it says that it does in a game.

import { at, button, element, redraw, text } from "./dom.js";
import { inLobby, now, onShow } from "./snapshot.js";
import { capital, say } from "./words.js";

export const LEVELS = { beginner: say("beginner"), strong: say("strong") };
const NAME = "Companion"; // in no language: a name, as the box gives it

// What it says of what it does now; empty: nothing.
export function why(snapshot) {
  return snapshot.prompts.find((prompt) => prompt.why)?.why ?? "";
}

function thinks(snapshot) {
  return snapshot.prompts.some(({ kind }) => kind === "Decide");
}

function showWhy() {
  text("why", inLobby() ? "" : thinks(now) ? say("The companion thinks…") : why(now));
}

// The companion joins as often as people like, each time as well as they say.
export function showOwnSeats(lobby, game, games, send) {
  const able = [...new Set((game ? [game] : games).flatMap(({ companion = [] }) => companion))];
  const seated = lobby.strengths?.some(Boolean);
  at("own-part").hidden = !able.length;
  redraw("own", [able, lobby.players], () =>
    able.map((strength) => button(capital(LEVELS[strength]), () => send("PlayerJoined", { name: free(lobby.players), colour: "", strength }))),
  );
  text("own-hint", seated && game ? game.for_companion : "");
}

function free(names) {
  let name = NAME;
  for (let nth = 2; names.includes(name); nth += 1) name = `${NAME} ${nth}`;
  return name;
}

// Beside a name in the lobby.
export function level(strength) {
  return element("small", say("plays by itself: {level}", { level: LEVELS[strength] ?? strength }));
}

export function setUpOwn() {
  onShow(showWhy);
}
