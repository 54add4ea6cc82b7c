/** The pages of a felt on a phone: what is bet on most stands together, and a craps number has its four wagers. */
import type { AreaView, LayoutView } from "../api/types";
import { said, words } from "../words";

export interface Page {
  id: string;
  name: string;
  areas: string[];
}

/** The page of one number of a craps layout. */
export function numberPage(number: number): string {
  return `number-${number}`;
}

const OUTSIDE = ["small", "big", "odd", "even"];
const LINE = ["win-line", "behind-win-line", "dont-win", "behind-dont-win"];
const FOUR = ["place-win", "place-lose", "buy", "lay"];

/** In the order in which they are wanted; those that the layout has no area for are not there. */
export function pagesOf(layout: LayoutView, number: number): Page[] {
  const w = words.value;
  const ids = (is: (area: AreaView) => boolean) => layout.areas.filter(is).map((area) => area.id);
  const band = (...names: string[]) => ids((area) => names.includes(area.band) && !area.streak);
  const named = (id: string) => {
    const found = layout.bands.find((it) => it.id === id);
    return found ? said(found.name) : id;
  };
  const pages: Page[] =
    layout.felt === "craps"
      ? [
          { id: "line", name: w.pageLine, areas: LINE },
          { id: numberPage(number), name: named("numbers"), areas: FOUR.map((kind) => `${kind}-${number}`) },
          { id: "come", name: named("come"), areas: first("come", ids(isCome)) },
          { id: "field", name: named("field"), areas: first("field", band("field")) },
          { id: "hard", name: w.pageHard, areas: ids((area) => area.family === "hard") },
          { id: "one", name: w.pageOneRoll, areas: ids((area) => area.band === "props" && area.family !== "hard") },
        ]
      : [
          {
            id: "main",
            name: w.pageMain,
            areas: [...OUTSIDE, ...band("outside").filter((id) => !OUTSIDE.includes(id)), ...band("totals")],
          },
          ...layout.bands
            .filter((it) => it.id !== "outside" && it.id !== "totals")
            .map((it) => ({ id: it.id, name: named(it.id), areas: ids((area) => area.band === it.id) })),
        ];
  const known = new Set(layout.areas.map((area) => area.id));
  const shown = pages
    .map((page) => ({ ...page, areas: page.areas.filter((id) => known.has(id)) }))
    .filter((page) => page.areas.length);
  return [...shown, ...rest(layout, shown)];
}

/** What a rulebook has beside all that: areas of bands that no page above shows. */
function rest(layout: LayoutView, shown: Page[]): Page[] {
  const there = new Set(shown.flatMap((page) => page.areas));
  const left = layout.areas.filter(
    (area) => !there.has(area.id) && !/^(place-win|place-lose|buy|lay)-\d+$/.test(area.id),
  );
  return left.length ? [{ id: "rest", name: words.value.pageRest, areas: left.map((area) => area.id) }] : [];
}

function isCome(area: AreaView): boolean {
  return area.band === "come" || area.id.endsWith("come");
}

function first(id: string, areas: string[]): string[] {
  return areas.includes(id) ? [id, ...areas.filter((it) => it !== id)] : areas;
}
