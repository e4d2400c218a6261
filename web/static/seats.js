// Which seats this phone plays. The box keeps that over sleep, reload and restart.

import { call } from "./calls.js";
import { at, button, called, element, redraw } from "./dom.js";
import { piece } from "./pieces.js";
import { inLobby, isMine, now, onShow, player } from "./snapshot.js";
import { sure } from "./sure.js";

function showSeats() {
  at("seats-part").hidden = inLobby() || !now.seats.length;
  const mine = now.mine.map(player).join(", ");
  at("seats-title").textContent = mine ? `This phone plays ${mine}` : "Who plays on this phone?";
  redraw("seats", [now.seats, now.mine], () => now.seats.map(row));
}

function row({ claimed }, seat) {
  const made = element("li", "", "seat");
  if (!claimed) {
    const join = button(`I play ${player(seat)}`, () => claim(seat, true), "join");
    join.prepend(piece(seat));
    made.append(join);
    return made;
  }
  const name = element("span", player(seat), "name");
  name.append(element("small", isMine(seat) ? "on this phone" : "on another phone"));
  const change = isMine(seat)
    ? called(button("Give away", () => claim(seat, false)), `Give ${player(seat)} away`)
    : called(button("Take over", () => take(seat)), `Take ${player(seat)} over`);
  made.append(piece(seat), name, change);
  return made;
}

function claim(seat, is, take = false) {
  return call("/api/seat", JSON.stringify({ seat, claim: is, take }));
}

async function take(seat) {
  if (await sure(`Another phone plays ${player(seat)}. Take ${player(seat)} over from it?`, "Take over")) claim(seat, true, true);
}

export function setUpSeats() {
  onShow(showSeats);
}
