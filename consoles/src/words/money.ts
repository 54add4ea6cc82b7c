/** Money is whole cents everywhere; this is the one place that writes it for people. */

import { language } from "./index";

const grouped = new Intl.NumberFormat("en-AU");

function split(cents: number): [sign: string, whole: string, rest: string] {
  const size = Math.abs(cents);
  return [cents < 0 ? "−" : "", grouped.format(Math.floor(size / 100)), String(size % 100).padStart(2, "0")];
}

/** "$1,180.00": balances, results and tables. */
export function dollars(cents: number): string {
  const [sign, whole, rest] = split(cents);
  return `${sign}$${whole}.${rest}`;
}

/** "$5", or "$7.50" where there are cents: chips, limits and stakes. */
export function stake(cents: number): string {
  const [sign, whole, rest] = split(cents);
  return rest === "00" ? `${sign}$${whole}` : `${sign}$${whole}.${rest}`;
}

/** "+$80.00", "−$5.00", "$0.00": what a round brought. */
export function net(cents: number): string {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** "5", "1k", "12.5": what is printed on a chip. */
export function onChip(cents: number): string {
  const whole = cents / 100;
  if (whole >= 10_000 && whole % 100 === 0) return `${whole / 1000}k`;
  if (whole >= 1000 && whole % 1000 === 0) return `${whole / 1000}k`;
  return String(whole);
}

/** "5 dollars", for a screen reader. */
export function spoken(cents: number): string {
  const [sign, whole, rest] = split(cents);
  if (language.value === "zh") return `${sign ? "负 " : ""}${whole}${rest === "00" ? "" : `.${rest}`} 元`;
  const said = rest === "00" ? `${whole} ${whole === "1" ? "dollar" : "dollars"}` : `${whole} dollars ${Number(rest)}`;
  return sign ? `minus ${said}` : said;
}
