// Small steps on the document. Nothing here knows what a table is.

const drawn = new Map(); // what each part was drawn from

export const at = (id) => document.getElementById(id);

export function element(name, words = "", className = "") {
  const made = document.createElement(name);
  made.textContent = words;
  if (className) made.className = className;
  return made;
}

export function button(words, act, className = "") {
  const made = element("button", words, className);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

// What is written on a button is not always enough for ears.
export function called(made, name) {
  made.setAttribute("aria-label", name);
  return made;
}

export function pressed(made, is) {
  made.setAttribute("aria-pressed", String(is));
  return made;
}

// A part of the page with its heading, which is its name for ears too.
export function headed(name, id, words, className = "") {
  const made = element(name, "", className);
  const title = element("h2", words);
  made.id = id;
  title.id = `${id}-title`;
  made.setAttribute("aria-labelledby", title.id);
  made.append(title);
  return made;
}

export function text(id, words) {
  at(id).textContent = words;
  at(id).hidden = !words;
}

export function list(id, lines) {
  at(id).replaceChildren(...lines.map((line) => element("li", line)));
}

// Redrawn only where it changed: a button must not vanish under the thumb, and the focus stays on its like.
export function redraw(id, from, make) {
  const key = JSON.stringify(from);
  if (drawn.get(id) === key) return;
  drawn.set(id, key);
  const part = at(id);
  const focused = part.contains(document.activeElement) ? name(document.activeElement) : null;
  part.replaceChildren(...make());
  if (focused !== null) [...part.querySelectorAll("button, select")].find((one) => name(one) === focused)?.focus();
}

function name(control) {
  return control.getAttribute("aria-label") || control.id || control.textContent;
}

export function svg(name, attributes, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

export function add(parent, name, attributes) {
  const made = svg(name, attributes);
  parent.append(made);
  return made;
}
