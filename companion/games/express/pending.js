// What was chosen on this phone, while screens hide it from everybody: the box tells nobody before all are in, so the
// phone remembers for its player. It outlives sleep and reload.

const KEPT = "express-pending";

// `after` is the table's answer to the choice. What is remembered belongs to the one question that takes it back: were
// anything else chosen for this seat, that would be another question.
export function remember(seat, { pairs, fifth }, after) {
  const since = after.prompts.find((prompt) => prompt.optional && prompt.seat === seat)?.since;
  if (since) write({ ...read(), [seat]: { since, pairs, fifth } });
}

// The selection, or null where this phone does not know it.
export function recall(seat, since) {
  const kept = read()[seat];
  return kept?.since === since ? kept : null;
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function write(kept) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // Without a memory the phone still says that a choice was made.
  }
}
