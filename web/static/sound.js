// Sounds and a voice, both off until somebody on this device wants them: a roll was read, a bust, a column won. The sounds
// are made here, the voice is the browser's.

import { at, pressed } from "./dom.js";
import { why } from "./own.js";
import { boardOf } from "./parts.js";
import { inLobby, now, onShow, over } from "./snapshot.js";

// Each sound: the wave, then its tones as [hertz, seconds].
const READ = ["sine", [660, 0.08], [880, 0.12]];
const BUST = ["triangle", [330, 0.18], [247, 0.18], [165, 0.35]];
const WON = ["sine", [523, 0.12], [659, 0.12], [784, 0.12], [1047, 0.35]];
const LOUD = 0.2;

const wanted = { sounds: recalled("sounds"), voice: recalled("voice") };
let audio = null;

// A browser that keeps nothing forgets it with the page.
function recalled(name) {
  try {
    return localStorage.getItem(name) === "on";
  } catch {
    return false;
  }
}

function toggle(name) {
  wanted[name] = !wanted[name];
  try {
    localStorage.setItem(name, wanted[name] ? "on" : "off");
  } catch {
    // it lasts as long as the page
  }
  if (name === "voice" && !wanted.voice) speechSynthesis.cancel();
  showWanted();
  wake();
  if (name === "sounds" && wanted.sounds) play(READ);
}

function showWanted() {
  pressed(at("sounds"), wanted.sounds);
  pressed(at("voice"), wanted.voice);
  at("voice").hidden = !window.speechSynthesis;
}

// Browsers let a page sound only after somebody has touched it.
function wake() {
  if (!wanted.sounds || !window.AudioContext) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
}

function play([wave, ...tones]) {
  if (!wanted.sounds || audio?.state !== "running") return;
  let start = audio.currentTime + 0.02;
  for (const [hertz, seconds] of tones) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = wave;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUD, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + seconds);
    start += seconds;
  }
}

const busts = ({ prompts }) => prompts.some(({ options = [] }) => options.some(({ event }) => event === "BustAccepted"));

function listen(before) {
  if (before && wanted.voice) speak(news(before));
  if (!before || before.version === now.version || before.game !== now.game || inLobby()) return;
  const closed = boardOf(now.game)?.columnsClosed;
  const more = closed ? closed(now.position) > closed(before.position) : false;
  if (more || (over() && before.winners === null)) play(WON);
  else if (busts(now) && !busts(before)) play(BUST);
  else if (now.view.roll.length && String(now.view.roll) !== String(before.view.roll)) play(READ);
}

// What was told since, and what the companion says that it does.
function news(before) {
  if (before.game !== now.game || inLobby()) return [];
  const [was, is] = [before.version === now.version ? why(before) : "", why(now)];
  const told = before.version === now.version ? [] : now.told.filter((sentence) => !before.told.includes(sentence));
  return is && is !== was ? [...told, is] : told;
}

function speak(sentences) {
  if (!sentences.length) return;
  speechSynthesis.cancel(); // what is past need not be said to its end
  const said = new SpeechSynthesisUtterance(sentences.join(" "));
  said.lang = document.documentElement.lang;
  speechSynthesis.speak(said);
}

export function setUpSound() {
  onShow(listen);
  at("sounds").addEventListener("click", () => toggle("sounds"));
  at("voice").addEventListener("click", () => toggle("voice"));
  addEventListener("pointerdown", wake);
  addEventListener("keydown", wake);
  showWanted();
}
