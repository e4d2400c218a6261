// Says a text in the table's language. The English sentence is the key, whole and literal, so that it is found for the catalogue.

import { texts } from "/texts.js";

// For dates and numbers.
export const locale = document.documentElement.lang === "de" ? "de-DE" : "en-GB";

// `values` replace each {name} in the text.
export function say(text, values = {}) {
  return filled(texts[text] ?? text, values);
}

// Where one English text is two in another language, `about` says in English which of them is meant.
export function sayOf(about, text, values = {}) {
  return filled(texts[`${about}\u0004${text}`] ?? text, values);
}

// `one` where `count` is 1, else `many`: so do English and German. The text may name the count itself.
export function sayCount(one, many, count, values = {}) {
  return filled((texts[one] ?? [one, many])[count === 1 ? 0 : 1], { count, ...values });
}

// A label in the middle of a sentence: without its capital in English; German nouns keep theirs everywhere.
export function lowered(label) {
  return document.documentElement.lang === "de" ? label : label.toLowerCase();
}

// As a sentence begins.
export function capital(words) {
  return words[0].toUpperCase() + words.slice(1);
}

// A reason that stands by itself.
export function sentence(words) {
  return capital(words) + (/[.!?]$/.test(words) ? "" : ".");
}

// When something began, from ISO 8601; what is none is shown as it is.
export function day(started) {
  const date = new Date(started);
  if (Number.isNaN(date.getTime())) return String(started ?? "");
  return date.toLocaleString(locale, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
