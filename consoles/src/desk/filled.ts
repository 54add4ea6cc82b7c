/** What was filled in, as a command: the server said which fields there are, and where each belongs. */
import { momentAt, wallClock } from "../api/clock";
import type { ActView, FieldView } from "../api/types";

/** What stands in the form, by field: a text, or texts, or a tick. */
export type Filled = Record<string, string | boolean | string[]>;

export type Mistake = { field: string; kind: "needed" | "money" | "count" | "dice" };

/** Dollars as someone writes them, in cents; null where that is no sum. */
export function cents(text: string): number | null {
  const found = /^([-−]?)\$?(\d{1,9}(?:,\d{3})*)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) return null;
  const [, sign, whole = "0", rest = ""] = found;
  const size = Number(whole.replaceAll(",", "")) * 100 + Number(rest.padEnd(2, "0"));
  return sign ? -size : size;
}

/** What a form begins with. */
export function begun(act: ActView): Filled {
  return Object.fromEntries(act.fields.map((it) => [it.key, beginning(it)]));
}

function beginning(it: FieldView): Filled[string] {
  if (it.kind === "tick") return it.value === true;
  if (it.kind === "some") return [];
  if (it.value === null)
    return it.kind === "one" && it.needed && it.choices.length === 1 ? String(it.choices[0]!.value) : "";
  if (it.kind === "moment") return wallClock(String(it.value));
  return it.kind === "money" ? dollarsOf(Number(it.value)) : String(it.value);
}

function dollarsOf(value: number): string {
  return value % 100 ? (value / 100).toFixed(2) : String(value / 100);
}

/** The command, without its id; or what is wrong with the form. */
export function commandOf(act: ActView, filled: Filled): Record<string, unknown> | Mistake {
  const made = { do: act.do, ...structuredClone(act.given) } as Record<string, unknown>;
  for (const field of act.fields) {
    const value = fieldValue(field, filled[field.key] ?? "");
    if (value instanceof Error) return { field: field.key, kind: value.message as Mistake["kind"] };
    if (value !== undefined) put(made, field.key.split("."), value);
  }
  return made;
}

function fieldValue(field: FieldView, said: Filled[string]): unknown {
  if (typeof said !== "string") return field.kind === "some" ? choicesOf(field, said as string[]) : said;
  const text = said.trim();
  if (!text) return field.needed ? new Error("needed") : undefined;
  if (field.kind === "money") return cents(text) ?? new Error("money");
  if (field.kind === "count") return /^\d{1,9}$/.test(text) ? Number(text) : new Error("count");
  if (field.kind === "moment") return momentAt(text).toISOString();
  if (field.kind === "dice") return facesOf(text, field.count) ?? new Error("dice");
  if (field.kind === "chips") return chipsOf(text) ?? new Error("needed");
  if (field.kind === "sums") return sumsOf(text) ?? new Error("money");
  if (field.kind === "one") return field.choices.find((it) => String(it.value) === text)?.value;
  return text;
}

/** Faces as they are typed, "1 4 5" or "145". */
function facesOf(text: string, count: number): number[] | null {
  return /^[1-6](?:[ ,]*[1-6])*$/.test(text) && text.replace(/[ ,]/g, "").length === count
    ? [...text.replace(/[ ,]/g, "")].map(Number)
    : null;
}

/** Chips as a field has them, "500x20 2500x4"; none of a value is not said. */
export function chipsOf(text: string): { value: number; count: number }[] | null {
  const chips = text
    .split(" ")
    .map((it) => it.split("x").map(Number))
    .map(([value = 0, count = 0]) => ({ value, count }))
    .filter((it) => it.count > 0);
  return chips.length ? chips : null;
}

/** How many of each value stand in a field. */
export function countsOf(text: string): Record<number, number> {
  return Object.fromEntries((chipsOf(text) ?? []).map((it) => [it.value, it.count]));
}

/** A field with so many chips of a value. */
export function withCount(text: string, value: number, count: number): string {
  const counts = { ...countsOf(text), [value]: count };
  return Object.entries(counts)
    .filter(([, many]) => many > 0)
    .map(([each, many]) => `${each}x${many}`)
    .join(" ");
}

/** Sums one after the other, "25 25 50". */
function sumsOf(text: string): number[] | null {
  const sums = text.split(/[ ;]+/).map(cents);
  return sums.every((it) => it !== null) ? sums : null;
}

function choicesOf(field: FieldView, said: string[]): unknown {
  return field.choices.filter((it) => said.includes(String(it.value))).map((it) => it.value);
}

function put(into: Record<string, unknown>, way: string[], value: unknown): void {
  const [first = "", ...rest] = way;
  if (!rest.length) into[first] = value;
  else {
    into[first] ??= {};
    put(into[first] as Record<string, unknown>, rest, value);
  }
}
