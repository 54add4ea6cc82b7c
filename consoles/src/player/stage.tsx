/** Where the dice are: under their cover, uncovered one by one, and as they lay last. */
import type { LayoutView, ResultView, TableView } from "../api/types";
import { diceOf } from "../felt/felt";
import { DieAt } from "../parts/die";
import { Icon } from "../parts/sprite";
import { said, translated, words } from "../words";
import type { Frame } from "./reveal";

export interface StageProps {
  layout: LayoutView;
  table: TableView;
  frame: Frame | null;
  /** What is shown once nothing is held back. */
  result: ResultView | null;
  onSkip: () => void;
  /** One line of it, on a phone. */
  small?: boolean;
}

export function Stage({ layout, table, frame, result, onSkip, small = false }: StageProps) {
  const w = words.value;
  const covered = !frame && table.ring === "closed";
  const shown = covered ? null : (frame?.result ?? result);
  if (!covered && !shown) return null;
  const whole = !frame || frame.lit;
  const seen = frame && !frame.lit ? frame.dice : (shown?.dice.length ?? 0);
  const list = (shown?.dice ?? []).slice(0, seen).map((face) => translated(layout.faces[face - 1] ?? String(face)));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape skips too, wherever the focus is
    // biome-ignore lint/a11y/noStaticElementInteractions: the button on it does the same
    <section class={`stage card ${small ? "small" : ""}`} data-seen={seen} onClick={() => frame && onSkip()}>
      <Plate layout={layout} dice={shown?.dice.slice(0, seen) ?? []} cover={covered ? "down" : frame ? "lifted" : ""} />
      {covered ? (
        <p class="stage-words">{layout.felt === "craps" ? w.diceInTheAir : w.diceCovered}</p>
      ) : whole ? (
        <p class="stage-words">
          <span class="unseen">{`${w.dice(list.join(", "), shown!.total, "")}, `}</span>
          <b class="total" aria-hidden="true">
            {shown!.total}
          </b>
          <span>{said(shown!.words)}</span>
        </p>
      ) : (
        <p class="stage-words spread">
          <span>{list.length ? `${list.join(", ")} …` : w.diceOpening}</span>
          <button type="button" class="button quiet" onClick={onSkip}>
            <Icon name="next" size="small" />
            {w.skip}
          </button>
        </p>
      )}
    </section>
  );
}

const SIZE = 54;
const STEP = 68;

function Plate({ layout, dice, cover }: { layout: LayoutView; dice: number[]; cover: "" | "down" | "lifted" }) {
  const wide = layout.dice * STEP - (STEP - SIZE);
  const left = 132 - wide / 2;
  const dome = layout.felt !== "craps";
  return (
    <svg class="plate" viewBox="0 0 264 132" aria-hidden="true">
      <ellipse class="plate-rim" cx="132" cy="102" rx="126" ry="27" />
      <ellipse class="plate-felt" cx="132" cy="102" rx="112" ry="21" />
      {cover === "down" && dome
        ? null
        : Array.from({ length: layout.dice }, (_, n) =>
            n < dice.length ? (
              <g class={cover ? "arrives" : ""} key={n}>
                <DieAt face={dice[n]!} kind={diceOf(layout)} x={left + n * STEP} y={46} size={SIZE} />
              </g>
            ) : (
              <rect class="to-come" key={n} x={left + n * STEP} y={46} width={SIZE} height={SIZE} rx="10" />
            ),
          )}
      {dome && cover ? (
        <g class={`cover ${cover}`}>
          <circle class="knob" cx="132" cy="8" r="8" />
          <path class="dome" d="M40 104C40 40 80 14 132 14s92 26 92 90c-50 12-134 12-184 0z" />
          <path class="band" d="M40 92c50 14 134 14 184 0v12c-50 13-134 13-184 0z" />
          <path class="shine" d="M62 78c4-24 16-40 34-48" />
        </g>
      ) : null}
    </svg>
  );
}
