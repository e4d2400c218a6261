// For pages beside the table: what the box knows is fetched, what it is to do is posted, and why it did not is shown.

import { text } from "./dom.js";
import { setUpSure, sure } from "./sure.js";
import { say } from "./words.js";

export async function load(path, how) {
  const answer = await fetch(path, how);
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error);
  return said;
}

// Shows why where it could not be fetched.
export async function tried(work) {
  try {
    await work();
    text("problem", "");
  } catch (fault) {
    text("problem", fault.message.includes("fetch") ? say("The box cannot be reached.") : fault.message);
  }
}

// Puts another game on the table, and goes there. What lies there unfinished waits, once somebody has said so.
export async function toTheTable(path, fields) {
  const now = await load("/api/snapshot");
  const unfinished = now.number && now.winners === null;
  if (unfinished) {
    const sentence = say("{game} with {players} is not finished. It stays on record and can go on later.", { game: now.title, players: now.position.players.join(", ") });
    if (!(await sure(sentence, say("Set it aside")))) return;
  }
  const body = JSON.stringify({ ...fields, version: now.version, confirm: true });
  await load(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  location.assign("/");
}

setUpSure();
