// Who plays the next game, in which order and colour.

import { at, button, called, element, pressed, redraw, text } from "./dom.js";
import { piece } from "./pieces.js";

const COLOURS = document.body.dataset.colours.split(" "); // as the box knows them
const FIRST_NAMES = 8; // of earlier evenings, before one asks for all

let open = null; // whose colours are on offer
let all = false;
let shown = null;
let chosen = null; // of the chosen game: its name, what each seat plays, and in which colour

// `say` sends an event to the table; `game` says what each seat plays and in which colour, where it tells seats apart.
export function showPlayers(lobby, game, say) {
  shown = lobby;
  chosen = { name: game?.name, plays: game?.plays ?? [], colours: game?.colours ?? [] };
  if (!lobby.players.includes(open)) open = null;
  redraw("players", [lobby.players, lobby.colours, open, chosen], () => lobby.players.map((name, seat) => row(lobby, name, seat, say)));
  at("order-hint").hidden = lobby.players.length < 2;
  text("order-hint", chosen.plays.length ? `The first one plays ${chosen.plays.join(", the next one ")}: ↑ and ↓ change that.` : "In the order in which they sit.");
  const others = lobby.known.filter(({ name }) => !lobby.players.includes(name));
  at("known-part").hidden = !others.length;
  redraw("known", [others, all], () => {
    const chips = others.slice(0, all ? others.length : FIRST_NAMES).map((known) => chip(known, say));
    const rest = others.length - chips.length;
    return rest ? [...chips, button(`${rest} more`, () => showAll(say), "chip")] : chips;
  });
}

function showAll(say) {
  all = true;
  showPlayers(shown, chosen, say);
}

function chip({ name, colour }, say) {
  const made = called(button("", () => say("PlayerJoined", { name, colour: "" }), "chip"), `${name} plays`);
  const dot = element("span", "", "dot");
  dot.style.background = `var(--${colour})`;
  made.append(dot, name);
  return made;
}

function row(lobby, name, seat, say) {
  const made = element("li", "", "seat");
  const own = chosen.colours[seat]; // of the game's pieces: then there is nothing to choose
  const mine = own ?? lobby.colours[seat];
  const colour = own ? element("span", "", "icon") : called(button("", () => toggle(name, say), "icon"), `${name} plays ${mine}: another colour`);
  if (!own) colour.setAttribute("aria-expanded", String(open === name));
  colour.append(piece(seat, `var(--${mine})`));
  const up = called(button("↑", () => say("PlayerMoved", { name, to: seat - 1 }), "icon"), `${name} up`);
  up.disabled = seat === 0;
  const down = called(button("↓", () => say("PlayerMoved", { name, to: seat + 1 }), "icon"), `${name} down`);
  down.disabled = seat === lobby.players.length - 1;
  const leave = called(button("✕", () => say("PlayerLeft", { name }), "icon"), `${name} leaves`);
  const written = element("span", name, "name");
  if (chosen.plays[seat]) written.append(element("small", `plays ${chosen.plays[seat]}`));
  made.append(colour, written, up, down, leave);
  if (open === name && !own) made.append(palette(lobby, name, seat, say));
  return made;
}

function palette(lobby, name, seat, say) {
  const made = element("div", "", "palette");
  made.append(
    ...COLOURS.map((colour) => {
      const own = lobby.colours[seat] === colour;
      const swatch = pressed(button("", () => pick(name, colour, say)), own);
      swatch.append(piece(seat, `var(--${colour})`), colour);
      swatch.disabled = !own && lobby.colours.includes(colour);
      return swatch;
    }),
  );
  return made;
}

function toggle(name, say) {
  open = open === name ? null : name;
  showPlayers(shown, chosen, say);
}

function pick(name, colour, say) {
  toggle(name, say);
  return say("ColourPicked", { name, colour });
}

export function setUpPlayers(say) {
  at("join").addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = at("join-name").value.trim();
    if (name && (await say("PlayerJoined", { name, colour: "" }))) at("join-name").value = "";
    at("join-name").focus();
  });
}
