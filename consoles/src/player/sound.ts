/** The sounds of a table, made here: off until switched on, and remembered. Nothing sounds for a round that was lost. */
import { signal } from "@preact/signals";

const KEPT = "dicehouse.sound";
export const soundOn = signal(globalThis.localStorage?.getItem(KEPT) === "on");
let audio: AudioContext | null = null;

export function switchSound(): void {
  soundOn.value = !soundOn.value;
  globalThis.localStorage?.setItem(KEPT, soundOn.value ? "on" : "off");
  if (soundOn.value) chipSound();
  else globalThis.speechSynthesis?.cancel();
}

/** Where sounds are made; a browser gives it only after someone has touched the page. */
function context(): AudioContext | null {
  if (!soundOn.value || !("AudioContext" in globalThis)) return null;
  audio ??= new AudioContext();
  void audio.resume();
  return audio;
}

/** A short burst of noise around a pitch: something hard meets something hard. */
function knock(after: number, pitch: number, length: number, loud: number): void {
  const it = context();
  if (!it) return;
  const burst = it.createBuffer(1, Math.ceil(it.sampleRate * length), it.sampleRate);
  const samples = burst.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 3;
  const source = new AudioBufferSourceNode(it, { buffer: burst });
  const band = new BiquadFilterNode(it, { type: "bandpass", frequency: pitch, Q: 3 });
  source
    .connect(band)
    .connect(new GainNode(it, { gain: loud }))
    .connect(it.destination);
  source.start(it.currentTime + after);
}

/** A soft note. */
function note(after: number, pitch: number, length: number): void {
  const it = context();
  if (!it) return;
  const begins = it.currentTime + after;
  const gain = new GainNode(it, { gain: 0 });
  gain.gain.linearRampToValueAtTime(0.08, begins + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, begins + length);
  const tone = new OscillatorNode(it, { type: "sine", frequency: pitch });
  tone.connect(gain).connect(it.destination);
  tone.start(begins);
  tone.stop(begins + length);
}

export function chipSound(): void {
  knock(0, 3_800, 0.05, 0.5);
  knock(0.045, 4_600, 0.04, 0.3);
}

export function dieSound(): void {
  knock(0, 1_500, 0.06, 0.9);
}

/** Chips are pushed to a player. */
export function paidSound(): void {
  for (let n = 0; n < 4; n++) knock(n * 0.09, 3_600 + 300 * n, 0.05, 0.4);
  note(0.1, 523, 0.5);
  note(0.22, 659, 0.6);
}

/** The dealer's call, spoken where the browser can. */
export function callSound(words: string, language: string): void {
  note(0, 392, 0.35);
  if (!soundOn.value || !globalThis.speechSynthesis) return;
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.lang = language === "zh" ? "zh-CN" : "en-AU";
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}
