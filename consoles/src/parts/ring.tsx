/** The phase of the round: seconds left in a ring, the call in words, and three steps. */
import { left } from "../api/clock";
import type { TableView } from "../api/types";
import { otherwise, said, words } from "../words";
import type { IconName } from "./sprite";
import { Icon } from "./sprite";

const AROUND = 2 * Math.PI * 42;
const STEPS = { idle: 0, open: 1, closed: 2, result: 3 };
const SIGN: Record<string, IconName> = { closed: "lock", result: "check", idle: "clock" };

/** How the ring stands: its tone, and the whole seconds left where there is a timer. */
export function ringOf(table: Pick<TableView, "ring" | "ends" | "period">): {
  tone: string;
  seconds: number | null;
  part: number;
} {
  const ms = table.ring === "open" ? left(table.ends) : null;
  const seconds = ms === null ? null : Math.ceil(ms / 1000);
  const part = ms === null || !table.period ? 1 : Math.min(1, ms / (table.period * 1000));
  const tones = {
    open: seconds !== null && seconds <= 5 ? "amber" : "mint",
    closed: "coral",
    result: "brass",
    idle: "ink",
  };
  return { tone: tones[table.ring], seconds, part };
}

export function Ring({ table, size = 96, under }: { table: TableView; size?: number; under?: string }) {
  const { tone, seconds, part } = ringOf(table);
  const w = words.value;
  return (
    <section class={`ring tone-${tone}`} aria-label={said(table.call)}>
      <div class="ring-box">
        <svg width={size} height={size} viewBox="0 0 96 96" aria-hidden="true">
          <circle cx="48" cy="48" r="42" class="ring-track" />
          <circle
            cx="48"
            cy="48"
            r="42"
            class="ring-left"
            stroke-dasharray={AROUND}
            stroke-dashoffset={AROUND * (1 - part)}
            transform="rotate(-90 48 48)"
          />
        </svg>
        <span class="ring-seconds" aria-hidden="true">
          {seconds !== null ? seconds : <Icon name={table.ring === "open" ? "hand" : SIGN[table.ring]!} size="large" />}
        </span>
      </div>
      <div>
        <h2>{said(table.call)}</h2>
        <p class="other-tongue" lang={w.otherLanguage === "中文" ? "zh-Hans" : "en"}>
          {otherwise(table.call)}
        </p>
        {under ? <p class="ring-under">{under}</p> : null}
        <div class="steps" aria-hidden="true">
          {[1, 2, 3].map((n) => (
            <i class={n <= STEPS[table.ring] ? "on" : ""} />
          ))}
        </div>
      </div>
    </section>
  );
}
