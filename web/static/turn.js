// Whose turn it is, what is awaited, and how it ended, in words: for the page and for the wall.

import { boardOf } from "./parts.js";
import { awaited, inLobby, now, over, player, questions } from "./snapshot.js";
import { lowered, say, sayCount, sayOf, sentence } from "./words.js";

// The seat whose turn it is, or that has won alone; null where that is nobody or several.
export function seatOf() {
  if (inLobby()) return null;
  if (over()) return now.winners.length === 1 ? now.winners[0] : null;
  return now.position.turn ?? null;
}

export function headline(turn) {
  if (inLobby()) return say("The next game");
  if (over()) return now.title;
  const { title } = now.view;
  return turn !== null && title === player(turn) ? say("{name}'s turn", { name: title }) : title;
}

export function result() {
  const names = now.winners.map(player);
  return names.length ? sayCount("{names} wins!", "{names} win!", names.length, { names: names.join(say(" and ")) }) : say("A draw.");
}

// What the table waits for. Where a seat may roll or choose, it says both.
export function todo(turn) {
  const asked = [awaited(), ...questions().filter((prompt) => !prompt.optional)].filter(Boolean);
  const parts = asked.map((prompt) => [prompt.seat === null ? say("Anybody") : player(prompt.seat), wanted(prompt)]);
  const of = (who) => [...new Set(parts.filter(([whose]) => whose === who).map(([, what]) => what))].join(say(" or "));
  const groups = new Map(); // what is wanted -> of whom
  for (const who of new Set(parts.map(([name]) => name))) groups.set(of(who), [...(groups.get(of(who)) ?? []), who]);
  // Whose it is stands above it already.
  if (groups.size === 1 && turn !== null && !over() && [...groups.values()][0].join() === player(turn)) return sentence([...groups.keys()][0]);
  return [...groups].map(([what, names]) => `${names.join(", ")}: ${what}`).join("; ");
}

function wanted(prompt) {
  if (prompt.why && prompt.options) return say("do what it says");
  if (prompt.kind === "RollDice") return sayCount("roll {count} die", "roll {count} dice", prompt.count);
  if (prompt.kind === "RevealTile") return say("turn the tile on {space}", { space: prompt.space });
  return boardOf(now.game)?.wanted?.(prompt) ?? (prompt.options.length > 1 ? sayOf("the table waits", "choose") : only(prompt));
}

// Where only one thing can be done, that it is.
function only({ labels, roles }) {
  return roles[0] === "stop" ? sayOf("the table waits", "stop") : lowered(labels[0]);
}
