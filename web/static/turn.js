// Whose turn it is, what is awaited, and how it ended, in words: for the page and for the wall.

import { boardOf } from "./parts.js";
import { awaited, inLobby, now, over, player, questions } from "./snapshot.js";

// The seat whose turn it is, or that has won alone; null where that is nobody or several.
export function seatOf() {
  if (inLobby()) return null;
  if (over()) return now.winners.length === 1 ? now.winners[0] : null;
  return now.position.turn ?? null;
}

export function headline(turn) {
  if (inLobby()) return "The next game";
  if (over()) return now.title;
  const { title } = now.view;
  return turn !== null && title === player(turn) ? `${title}'s turn` : title;
}

export function result() {
  const names = now.winners.map(player);
  return names.length ? `${names.join(" and ")} ${names.length > 1 ? "win" : "wins"}!` : "A draw.";
}

// What the table waits for. Where a seat may roll or choose, it says both.
export function todo(turn) {
  const asked = [awaited(), ...questions().filter((prompt) => !prompt.optional)].filter(Boolean);
  const parts = asked.map((prompt) => [prompt.seat === null ? "Anybody" : player(prompt.seat), wanted(prompt)]);
  const of = (who) => [...new Set(parts.filter(([whose]) => whose === who).map(([, what]) => what))].join(" or ");
  const groups = new Map(); // what is wanted -> of whom
  for (const who of new Set(parts.map(([name]) => name))) groups.set(of(who), [...(groups.get(of(who)) ?? []), who]);
  if (groups.size === 1 && turn !== null && !over() && [...groups.values()][0].join() === player(turn)) return sentence([...groups.keys()][0]);
  return [...groups].map(([what, names]) => `${names.join(", ")}: ${what}`).join("; ");
}

// Whose it is stands above it already.
function sentence(words) {
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

function wanted(prompt) {
  if (prompt.kind === "RollDice") return `roll ${prompt.count} dice`;
  if (prompt.kind === "RevealTile") return `turn the tile on ${prompt.space}`;
  return boardOf(now.game)?.wanted?.(prompt) ?? (prompt.options.length > 1 ? "choose" : prompt.labels[0].toLowerCase());
}
