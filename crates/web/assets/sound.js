// @ts-check
// Small sounds, made on the spot; off unless the reader wants them.

import { settings } from "./settings.js";

/** @type {AudioContext | undefined} */
let shared;

/**
 * @param {AudioContext} context
 * @param {number} frequency
 * @param {number} length
 * @param {number} volume
 */
function knock(context, frequency, length, volume) {
  const start = context.currentTime;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.setValueAtTime(frequency, start);
  oscillator.frequency.exponentialRampToValueAtTime(frequency / 2, start + length);
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** @param {"move" | "capture" | "check" | "end"} kind */
export function play(kind) {
  if (!settings.sound) return;
  shared ??= new AudioContext();
  const context = shared;
  if (context.state === "suspended") context.resume();
  if (kind === "capture") knock(context, 240, 0.12, 0.35);
  else if (kind === "check") knock(context, 660, 0.16, 0.25);
  else if (kind === "end") {
    knock(context, 392, 0.4, 0.25);
    setTimeout(() => knock(context, 523, 0.5, 0.25), 140);
  } else knock(context, 320, 0.09, 0.3);
}
