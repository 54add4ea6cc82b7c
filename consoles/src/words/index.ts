/** The language of the page, and how to say things in it. */
import { computed, effect, signal } from "@preact/signals";
import type { Refusal, Text } from "../api/types";
import type { Words } from "./en";
import { en } from "./en";
import { inChinese } from "./phrases";
import { whenIs } from "./time";
import { zh } from "./zh";

export type Language = "en" | "zh";
const KEPT = "dicehouse.language";

function kept(): Language {
  const stored = globalThis.localStorage?.getItem(KEPT);
  if (stored === "en" || stored === "zh") return stored;
  return globalThis.navigator?.language.startsWith("zh") ? "zh" : "en";
}

export const language = signal<Language>(kept());

/** The words of the page; reading `.value` in a component redraws it when the language changes. */
export const words = computed<Words>(() => (language.value === "zh" ? zh : en));

effect(() => {
  const root = globalThis.document?.documentElement;
  if (root) root.lang = language.value === "zh" ? "zh-Hans" : "en";
});

export function switchLanguage(): void {
  language.value = language.value === "en" ? "zh" : "en";
  globalThis.localStorage?.setItem(KEPT, language.value);
}

/** A text of the server in the language of the page. */
export function said(text: Text): string {
  return language.value === "zh" && text.zh ? text.zh : text.en;
}

/** The same where the server may have no Chinese: then the English, in Chinese where its phrase is known. */
export function explained(text: Text): string {
  return language.value === "zh" && text.zh ? text.zh : told(text.en);
}

/** The same in the other language, for the second line of a bilingual sign. */
export function otherwise(text: Text): string {
  return language.value === "zh" ? text.en : text.zh;
}

/** A sentence that the server has in English alone, in the language of the page where its phrase is known. */
export function told(sentence: string): string {
  return capital(translated(sentence));
}

/** The same for a part of a sentence. */
export function translated(text: string): string {
  const here = inHouseTime(text);
  return language.value === "zh" ? (inChinese(here) ?? inChinese(capital(here)) ?? here) : here;
}

/** Moments that the server wrote out whole, as the clock of the house shows them. */
function inHouseTime(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?:[+-]\d\d:\d\d|Z)/g, (moment) =>
    whenIs(moment.replace(" ", "T")),
  );
}

/** "11 to 1" as it is said here: "1赔11". Works for every price in a text. */
export function odds(text: string): string {
  if (language.value === "en") return text;
  return text
    .replace(/([\d.]+)(?: to |:)([\d.]+)/g, (_, pays: string, per: string) => `${per}赔${pays}`)
    .replace(/(\d+赔[\d.]+) to (?=\d)/g, "$1 至 ")
    .replace(/, (?=\d)/g, "，")
    .replace(/ less ([\d.]+)% of it/g, "，扣赢额 $1%")
    .replace(/ less ([\d.]+)%/g, "，扣本金 $1%")
    .replace(/ or /g, " 或 ");
}

/** "16 in 216" as it is said here. */
export function chance(text: string): string {
  if (language.value === "en") return text;
  return text.replace(/^(\d+) in (\d+)$/, "$2 次中 $1 次");
}

/** A refusal as one sentence with its clause; without `about`, what it is about is left out, which stands beside it. */
export function whyNot(refused: Refusal, about = true): string {
  const zh = language.value === "zh";
  const whole = zh ? refused.zh : refused.message;
  const subject = zh ? refused.about.zh : refused.about.en;
  const sentence = about || !subject ? whole : whole.slice(subject.length + (zh ? "：" : ": ").length);
  const clause = refused.clause ? ` (${refused.clause})` : "";
  return `${capital(inHouseTime(sentence)).replace(/[.。]$/, "")}${clause}${zh ? "。" : "."}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
