// The page: shows the newest snapshot and sends what people tap. It knows no rules; a game draws its own board.

const BEAT_MS = 3000;
const MISSED = 3;

const at = (id) => document.getElementById(id);
let now = null; // the snapshot on screen
let heard = 0; // when the box was heard last
let source = null;
let mayAct = document.body.dataset.mayAct === "yes";
let games = [];
const boards = new Map();

// --- live ---

function connect() {
  source?.close();
  source = new EventSource("/api/events");
  source.addEventListener("snapshot", (message) => {
    hear();
    show(JSON.parse(message.data));
  });
  source.addEventListener("beat", hear);
}

function hear() {
  heard = Date.now();
  at("not-live").hidden = true;
}

function watch() {
  const silent = Date.now() - heard;
  if (silent > MISSED * BEAT_MS + 500) at("not-live").hidden = false;
  // A browser gives up for good after an answer such as 503, and may sleep through a dead line.
  if (source.readyState === EventSource.CLOSED || silent > (MISSED + 2) * BEAT_MS) {
    heard = Date.now() - MISSED * BEAT_MS;
    connect();
  }
  if (now?.devices.display?.kind === "simulated" && !document.hidden) at("oled").src = `/api/oled.png?t=${Date.now()}`;
}

function wake() {
  if (document.hidden || Date.now() - heard < BEAT_MS + 1000) return;
  at("not-live").hidden = false;
  connect();
}

// --- calls ---

async function call(path, body, type = "application/json") {
  try {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": type }, body });
    const said = await answer.json();
    if (said.snapshot) answered(said.snapshot);
    complain(answer.ok ? "" : said.error);
    if (answer.status === 403) admit(false);
    return answer.ok ? said : null;
  } catch {
    complain("The box cannot be reached: it did not get this.");
    return null;
  }
}

async function act(name, fields = {}) {
  const snapshot = await call(`/api/${name}`, JSON.stringify({ version: now.version, ...fields }));
  if (snapshot) answered(snapshot);
  return snapshot;
}

// The stream tells what is; an answer only comes sooner, or after something newer was told.
function answered(snapshot) {
  if (snapshot.version > now.version) show(snapshot);
}

function complain(sentence) {
  at("problem").textContent = sentence;
  at("problem").hidden = !sentence;
}

function admit(may) {
  mayAct = may;
  at("pin-form").hidden = may;
  if (now) showTray();
  if (!may) at("pin").focus();
}

// --- showing ---

function show(snapshot) {
  const changed = now && snapshot.version !== now.version;
  if (changed && at("picker").open) at("picker").close();
  if (snapshot.notice) complain(snapshot.notice);
  else if (changed || (now?.notice && at("problem").textContent === now.notice)) complain("");
  now = snapshot;
  const view = snapshot.view;
  at("turn").textContent = view.title || snapshot.title;
  document.title = `${view.title || snapshot.title} – Companion`;
  text("number", view.number);
  text("todo", todo());
  showWinner();
  showBoard();
  list("lines", view.lines);
  text("move", view.move.length ? `On the board: ${view.move.join("; ")}` : "");
  showRoll();
  showChoices();
  at("undo").disabled = !snapshot.can_undo;
  at("redo").disabled = !snapshot.can_redo;
  showTold();
  showTray();
  showDevices();
  at("new-confirm-row").hidden = !unfinished();
}

function text(id, words) {
  at(id).textContent = words;
  at(id).hidden = !words;
}

function list(id, lines) {
  at(id).replaceChildren(...lines.map((line) => element("li", line)));
}

function element(name, words = "", className = "") {
  const made = document.createElement(name);
  made.textContent = words;
  if (className) made.className = className;
  return made;
}

function player(seat) {
  return now.position.players?.[seat] ?? `Seat ${seat + 1}`;
}

function unfinished() {
  return Boolean(now?.game) && now.winners === null;
}

function showWinner() {
  const winners = now.winners;
  const names = (winners ?? []).map(player);
  text("winner", winners === null ? "" : names.length ? `${names.join(" and ")} ${names.length > 1 ? "win" : "wins"}!` : "A draw.");
}

async function showBoard() {
  const { game, position } = now;
  if (!game) return;
  if (!boards.has(game)) boards.set(game, import(`/games/${game}/board.js`).catch(() => null));
  const board = await boards.get(game);
  // Another snapshot may have come while the drawing was fetched.
  if (now.position !== position) return;
  at("board-part").hidden = !board;
  board?.draw(at("board"), position);
}

function awaited() {
  return now.prompts.find((prompt) => prompt.kind === "RollDice");
}

// What the table waits for. Where a seat may roll or choose, it says both.
function todo() {
  const parts = now.prompts.map((prompt) => {
    const what = prompt.kind === "RollDice" ? `roll ${prompt.count} dice` : prompt.options.length > 1 ? "choose" : prompt.labels[0];
    return [prompt.seat === null ? "Anybody" : player(prompt.seat), what.toLowerCase()];
  });
  const seats = [...new Set(parts.map(([who]) => who))];
  const of = (who) => [...new Set(parts.filter(([whose]) => whose === who).map(([, what]) => what))].join(" or ");
  return seats.map((who) => `${who}: ${of(who)}`).join("; ");
}

function rollSize() {
  return awaited()?.count ?? now.view.roll.length;
}

function showRoll() {
  const roll = now.view.roll;
  const dice = at("roll-dice");
  dice.hidden = !roll.length;
  at("roll-hint").hidden = !roll.length;
  dice.setAttribute("aria-label", `The roll: ${roll.join(", ")}. Correct it`);
  dice.replaceChildren(...roll.map(die));
  at("roll").hidden = !awaited();
  at("enter").hidden = !awaited();
  const unsure = awaited() && now.tray.state === "unsure";
  text("unsure", unsure ? ["Not sure of this roll.", ...now.tray.reasons].join(" ") : "");
  at("type-dice").classList.toggle("main", Boolean(unsure));
}

function showChoices() {
  const parts = [];
  const chosen = now.prompts.filter((prompt) => prompt.kind === "Choose");
  chosen.forEach((prompt) => {
    if (chosen.length > 1) parts.push(element("h3", player(prompt.seat)));
    prompt.options.forEach((option, nth) => {
      const label = prompt.labels[nth] ?? option.event;
      const button = element("button", label, prompt.roles[nth]);
      button.type = "button";
      if (prompt.options.length > 1 && nth === prompt.highlight) button.classList.add("marked");
      button.addEventListener("click", () => act("choose", { event: option }));
      parts.push(button);
    });
  });
  // Redrawn only where it changed: a button must not vanish under the thumb or lose the focus.
  const key = JSON.stringify([now.version, chosen]);
  if (at("choices").dataset.key === key) return;
  at("choices").dataset.key = key;
  at("choices").replaceChildren(...parts);
}

function showTold() {
  const key = JSON.stringify(now.told);
  if (at("told").dataset.key === key) return;
  at("told").dataset.key = key;
  at("told").replaceChildren(...now.told.map((sentence) => element("p", sentence)));
}

const TRAY_WORDS = {
  empty: "No dice in the tray.",
  moving: "The dice are moving.",
  hand: "A hand is over the tray.",
  read: "Read:",
  unsure: "Not sure:",
};

function showTray() {
  const tray = now.tray;
  const camera = now.devices.camera;
  at("tray-part").hidden = !camera || camera.kind === "none";
  at("tray-words").textContent = tray.state === "read" ? `Read: ${tray.values.join(", ")}` : TRAY_WORDS[tray.state];
  list("tray-reasons", tray.reasons);
  const picture = mayAct && tray.picture ? `/api/tray.jpg?picture=${tray.picture}` : "";
  at("tray").hidden = !picture;
  if (picture && at("tray").getAttribute("src") !== picture) at("tray").src = picture;
}

function showDevices() {
  const troubles = Object.entries(now.devices).filter(([, device]) => device.problem);
  at("devices-part").hidden = !troubles.length;
  list("devices", troubles.map(([name, device]) => `${name[0].toUpperCase()}${name.slice(1)}: ${device.problem}`));
  const simulated = now.devices.display?.kind === "simulated";
  at("box-part").hidden = !simulated;
  if (simulated) at("oled").src = `/api/oled.png?t=${Date.now()}`;
  document.querySelectorAll("[data-button]").forEach((button) => {
    const words = now.announce[button.dataset.button];
    button.setAttribute("aria-label", `Button ${button.dataset.button} on the box${words ? `: ${words}` : ""}`);
  });
}

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

function die(value) {
  const drawn = svg("svg", { viewBox: "0 0 48 48", class: "die", "aria-hidden": "true" });
  const body = svg("rect", { x: 2, y: 2, width: 44, height: 44, rx: 9 });
  body.style.fill = "var(--card)";
  body.style.stroke = "var(--ink)";
  body.style.strokeWidth = "2.5";
  drawn.append(body);
  for (const place of PIPS[value] ?? []) {
    const pip = svg("circle", { cx: 12 + (place % 3) * 12, cy: 12 + Math.floor(place / 3) * 12, r: 4.4 });
    pip.style.fill = "var(--ink)";
    drawn.append(pip);
  }
  return drawn;
}

function svg(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// --- saying what the dice show ---

let slots = [];
let slot = 0;

function pick(values, reasons = []) {
  slots = Array.from({ length: rollSize() }, (_, nth) => values[nth] ?? 0);
  slot = Math.max(0, slots.indexOf(0));
  list("picker-reasons", reasons);
  showPicker();
  if (!at("picker").open) at("picker").showModal();
}

function showPicker() {
  at("picker-slots").replaceChildren(
    ...slots.map((value, nth) => {
      const button = element("button", "", nth === slot ? "at" : "");
      button.type = "button";
      button.setAttribute("aria-label", `Die ${nth + 1}: ${value || "not said yet"}`);
      button.setAttribute("aria-pressed", String(nth === slot));
      button.append(die(value));
      button.addEventListener("click", () => {
        slot = nth;
        showPicker();
      });
      return button;
    }),
  );
  at("picker-use").disabled = slots.includes(0);
}

function fill(value) {
  slots[slot] = value;
  const empty = slots.indexOf(0);
  slot = empty >= 0 ? empty : Math.min(slot + 1, slots.length - 1);
  showPicker();
}

async function photograph() {
  const photo = at("photo").files[0];
  at("photo").value = "";
  if (!photo) return;
  const read = await call("/api/photo", photo, "image/jpeg");
  if (read) pick(read.values ?? [], read.status === "empty" ? ["No dice were found in the photo."] : (read.reasons ?? []));
}

// --- a new game ---

async function loadGames() {
  try {
    games = await (await fetch("/api/games")).json();
  } catch {
    return;
  }
  at("new-game").replaceChildren(...games.map((game) => choice(game.name, game.title)));
  if (games.length) showGame();
}

function choice(value, words) {
  const option = element("option", words);
  option.value = value;
  return option;
}

function valueWords(value) {
  if (value === null || value === false) return "no";
  return value === true ? "yes" : String(value).replaceAll("-", " ");
}

function chosenGame() {
  return games.find((game) => game.name === at("new-game").value);
}

function showGame() {
  const { seats, options } = chosenGame();
  const before = [...document.querySelectorAll(".new-player")].map((input) => input.value);
  const known = before.length ? before : (now?.position.players ?? []);
  const rows = [];
  for (let seat = 0; seat < seats[1]; seat += 1) {
    const input = element("input", "", "new-player");
    Object.assign(input, { value: known[seat] ?? "", maxLength: 40, required: seat < seats[0], autocomplete: "off" });
    input.addEventListener("input", showFirst);
    const label = element("label", `Player ${seat + 1}${seat < seats[0] ? "" : " (if there is one)"}`);
    label.append(input);
    rows.push(label);
  }
  at("new-players").replaceChildren(...rows);
  at("new-options").replaceChildren(
    ...options.map((option) => {
      const select = element("select", "", "new-option");
      select.dataset.name = option.name;
      select.append(...option.values.map((value, nth) => choice(nth, valueWords(value))));
      const label = element("label", option.name.replaceAll("_", " "));
      label.append(element("small", option.meaning), select);
      return label;
    }),
  );
  showFirst();
}

function names() {
  return [...document.querySelectorAll(".new-player")].map((input) => input.value.trim()).filter(Boolean);
}

function showFirst() {
  const before = at("new-first").value;
  at("new-first").replaceChildren(...names().map((name, seat) => choice(seat, name)));
  at("new-first").value = before in names() ? before : "0";
}

async function start(event) {
  event.preventDefault();
  const game = chosenGame();
  if (!game || !now) return;
  const options = {};
  document.querySelectorAll(".new-option").forEach((select, nth) => {
    options[select.dataset.name] = game.options[nth].values[Number(select.value)];
  });
  const confirm = at("new-confirm").checked;
  const fields = { game: game.name, players: names(), options, first: Number(at("new-first").value || 0), confirm };
  if (await act("new", fields)) {
    at("new-part").open = false;
    at("new-confirm").checked = false;
    scrollTo(0, 0);
  }
}

// --- hands ---

at("undo").addEventListener("click", () => act("undo"));
at("redo").addEventListener("click", () => act("redo"));
at("roll").addEventListener("click", () => act("button", { button: "roll" }));
at("roll-dice").addEventListener("click", () => pick(now.view.roll));
at("type-dice").addEventListener("click", () => {
  const unsure = now.tray.state === "unsure";
  pick(unsure ? now.tray.values : [], unsure ? now.tray.reasons : []);
});
at("photo").addEventListener("change", photograph);
document.querySelectorAll("[data-button]").forEach((button) => {
  button.addEventListener("click", () => act("button", { button: button.dataset.button }));
});
for (let value = 1; value <= 6; value += 1) {
  const key = element("button");
  key.type = "button";
  key.setAttribute("aria-label", String(value));
  key.append(die(value));
  key.addEventListener("click", () => fill(value));
  at("picker-keys").append(key);
}
at("picker-cancel").addEventListener("click", () => at("picker").close());
at("picker-use").addEventListener("click", async () => {
  at("picker").close();
  await act("dice", { values: slots });
});
at("pin-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await call("/api/pin", JSON.stringify({ pin: at("pin").value.trim() }))) admit(true);
  at("pin").value = "";
});
at("new-game").addEventListener("change", showGame);
at("new-part").addEventListener("toggle", () => at("new-part").open && !games.length && loadGames());
at("new-form").addEventListener("submit", start);
at("oled").addEventListener("load", () => (at("oled").hidden = false));
at("oled").addEventListener("error", () => (at("oled").hidden = true));
at("tray").addEventListener("error", () => (at("tray").hidden = true));
document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => event.persisted && wake());

at("pin-form").hidden = mayAct;
heard = Date.now();
connect();
setInterval(watch, 1000);
