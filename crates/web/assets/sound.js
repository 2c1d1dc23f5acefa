// Small sounds, made on the spot; off unless the reader wants them.

import { settings } from "./settings.js";

let context;

function knock(frequency, length, volume) {
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

/** `kind`: move, capture, check or end. */
export function play(kind) {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  if (kind === "capture") knock(240, 0.12, 0.35);
  else if (kind === "check") knock(660, 0.16, 0.25);
  else if (kind === "end") {
    knock(392, 0.4, 0.25);
    setTimeout(() => knock(523, 0.5, 0.25), 140);
  } else knock(320, 0.09, 0.3);
}
