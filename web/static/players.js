// Who plays the next game, in which order and colour.

import { at, button, called, element, pressed, redraw, text } from "./dom.js";
import { level } from "./own.js";
import { piece } from "./pieces.js";
import { say } from "./words.js";

const COLOURS = document.body.dataset.colours.split(" "); // as the box knows them
const COLOUR_WORDS = document.body.dataset.colourWords.split(" "); // and as the table calls them
const FIRST_NAMES = 8; // of earlier evenings, before one asks for all

let open = null; // whose colours are on offer
let all = false;
let shown = null;
let chosen = null; // of the chosen game: its name, what each seat plays, and in which colour

// `send` sends an event to the table; `game` says what each seat plays and in which colour, where it tells seats apart.
export function showPlayers(lobby, game, send) {
  shown = lobby;
  chosen = { name: game?.name, plays: game?.plays ?? [], colours: game?.colours ?? [] };
  if (!lobby.players.includes(open)) open = null;
  redraw("players", [lobby.players, lobby.colours, lobby.strengths, open, chosen], () => lobby.players.map((name, seat) => row(lobby, name, seat, send)));
  at("order-hint").hidden = lobby.players.length < 2;
  text("order-hint", chosen.plays.length ? playsHint(chosen.plays) : say("In the order in which they sit."));
  const others = lobby.known.filter(({ name }) => !lobby.players.includes(name));
  at("known-part").hidden = !others.length;
  redraw("known", [others, all], () => {
    const chips = others.slice(0, all ? others.length : FIRST_NAMES).map((known) => chip(known, send));
    const rest = others.length - chips.length;
    return rest ? [...chips, button(say("{count} more", { count: rest }), () => showAll(send), "chip")] : chips;
  });
}

function playsHint([first, ...others]) {
  const next = others.map((piece) => say(", the next one {piece}", { piece }));
  return say("The first one plays {piece}{next}: ↑ and ↓ change that.", { piece: first, next: next.join("") });
}

function wordOf(colour) {
  return COLOUR_WORDS[COLOURS.indexOf(colour)] ?? colour;
}

function showAll(send) {
  all = true;
  showPlayers(shown, chosen, send);
}

function chip({ name, colour }, send) {
  const made = called(button("", () => send("PlayerJoined", { name, colour: "" }), "chip"), say("{name} plays", { name }));
  const dot = element("span", "", "dot");
  dot.style.background = `var(--${colour})`;
  made.append(dot, name);
  return made;
}

function row(lobby, name, seat, send) {
  const made = element("li", "", "seat");
  const own = chosen.colours[seat]; // of the game's pieces: then there is nothing to choose
  const mine = own ?? lobby.colours[seat];
  const colour = own ? element("span", "", "icon") : called(button("", () => toggle(name, send), "icon"), say("{name} plays {colour}: another colour", { name, colour: wordOf(mine) }));
  if (!own) colour.setAttribute("aria-expanded", String(open === name));
  colour.append(piece(seat, `var(--${mine})`));
  const up = called(button("↑", () => send("PlayerMoved", { name, to: seat - 1 }), "icon"), say("{name} up", { name }));
  up.disabled = seat === 0;
  const down = called(button("↓", () => send("PlayerMoved", { name, to: seat + 1 }), "icon"), say("{name} down", { name }));
  down.disabled = seat === lobby.players.length - 1;
  const leave = called(button("✕", () => send("PlayerLeft", { name }), "icon"), say("{name} leaves", { name }));
  const written = element("span", name, "name");
  if (chosen.plays[seat]) written.append(element("small", say("plays {piece}", { piece: chosen.plays[seat] })));
  if (lobby.strengths?.[seat]) written.append(level(lobby.strengths[seat]));
  made.append(colour, written, up, down, leave);
  if (open === name && !own) made.append(palette(lobby, name, seat, send));
  return made;
}

function palette(lobby, name, seat, send) {
  const made = element("div", "", "palette");
  made.append(
    ...COLOURS.map((colour) => {
      const own = lobby.colours[seat] === colour;
      const swatch = pressed(button("", () => pick(name, colour, send)), own);
      swatch.append(piece(seat, `var(--${colour})`), wordOf(colour));
      swatch.disabled = !own && lobby.colours.includes(colour);
      return swatch;
    }),
  );
  return made;
}

function toggle(name, send) {
  open = open === name ? null : name;
  showPlayers(shown, chosen, send);
}

function pick(name, colour, send) {
  toggle(name, send);
  return send("ColourPicked", { name, colour });
}

export function setUpPlayers(send) {
  at("join").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = at("join-name");
    const name = field.value.trim();
    field.value = ""; // at once: the next name is typed before the answer to this one is there
    field.focus();
    if (name && !(await send("PlayerJoined", { name, colour: "" }))) field.value ||= name;
  });
}
