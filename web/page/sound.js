// Sounds of moves and of the end of a game, made by the browser: no files.

import { settings } from "./settings.js";

let context = null;

/** A short tone: its pitch in Hz, when it begins and how long it lasts in seconds. */
function tone(pitch, at, length, loudness) {
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  const start = context.currentTime + at;
  oscillator.frequency.value = pitch;
  oscillator.type = "triangle";
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

function play(tones) {
  if (!settings.sound || typeof AudioContext !== "function") return;
  // Browsers let a page sound only after the visitor has acted on it.
  if (navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  for (const [pitch, at, length, loudness] of tones) tone(pitch, at, length, loudness);
}

/** A disc is put down, and so many are turned. */
export function moveSound(flipped) {
  const flips = Array.from({ length: Math.min(flipped, 6) }, (_, i) => [
    520 + 40 * i,
    0.07 + 0.045 * i,
    0.05,
    0.05,
  ]);
  play([[220, 0, 0.09, 0.25], ...flips]);
}

/** The game is over. */
export const endSound = () => play([392, 494, 587].map((pitch, i) => [pitch, 0.2 + 0.12 * i, 0.3, 0.12]));
