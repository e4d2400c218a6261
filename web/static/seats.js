// Which seats this phone plays. The box keeps that over sleep, reload and restart.

import { call } from "./calls.js";
import { at, button, called, element, redraw } from "./dom.js";
import { piece } from "./pieces.js";
import { inLobby, isMine, now, onShow, player } from "./snapshot.js";
import { sure } from "./sure.js";
import { say } from "./words.js";

function showSeats() {
  const people = now.seats.map((seat, nth) => ({ ...seat, nth })).filter(({ companion }) => !companion);
  at("seats-part").hidden = inLobby() || !people.length;
  const mine = now.mine.map(player).join(", ");
  at("seats-title").textContent = mine ? say("This phone plays {names}", { names: mine }) : say("Who plays on this phone?");
  redraw("seats", [now.seats, now.mine], () => people.map(row));
}

function row({ claimed, nth: seat }) {
  const made = element("li", "", "seat");
  if (!claimed) {
    const join = button(say("I play {name}", { name: player(seat) }), () => claim(seat, true), "join");
    join.prepend(piece(seat));
    made.append(join);
    return made;
  }
  const name = element("span", player(seat), "name");
  name.append(element("small", isMine(seat) ? say("on this phone") : say("on another phone")));
  const change = isMine(seat)
    ? called(button(say("Give away"), () => claim(seat, false)), say("Give {name} away", { name: player(seat) }))
    : called(button(say("Take over"), () => take(seat)), say("Take {name} over", { name: player(seat) }));
  made.append(piece(seat), name, change);
  return made;
}

function claim(seat, is, take = false) {
  return call("/api/seat", JSON.stringify({ seat, claim: is, take }));
}

async function take(seat) {
  if (await sure(say("Another phone plays {name}. Take {name} over from it?", { name: player(seat) }), say("Take over"))) claim(seat, true, true);
}

export function setUpSeats() {
  onShow(showSeats);
}
