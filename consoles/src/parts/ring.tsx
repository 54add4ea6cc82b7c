/** The phase of the round: seconds left in a ring, the call in words, and three steps. */
import { left } from "../api/clock";
import type { TableView } from "../api/types";
import { otherwise, said, words } from "../words";
import type { IconName } from "./sprite";
import { Icon } from "./sprite";

const AROUND = 2 * Math.PI * 42;
const STEPS = { idle: 0, open: 1, closed: 2, result: 3 };
const SIGN: Record<string, IconName> = { closed: "lock", result: "check", idle: "clock" };

const SUPER_STREAK = { en: "Super Streak", zh: "超级连胜" };

/** How the ring stands: its tone, and the whole seconds left where there is a timer. */
export function ringOf(table: Pick<TableView, "ring" | "ends" | "period" | "window_ends" | "since">): {
  tone: string;
  seconds: number | null;
  part: number;
} {
  if (table.window_ends) {
    const ms = left(table.window_ends) ?? 0;
    const whole = Date.parse(table.window_ends) - Date.parse(table.since);
    return { tone: "amber", seconds: Math.ceil(ms / 1000), part: Math.min(1, ms / whole) };
  }
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
  const call = table.window_ends ? SUPER_STREAK : table.call;
  return (
    <section class={`ring tone-${tone}`} aria-label={said(call)}>
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
        <h2>{said(call)}</h2>
        <p class="other-tongue" lang={w.otherLanguage === "中文" ? "zh-Hans" : "en"}>
          {otherwise(call)}
        </p>
        {table.window_ends ? (
          <p class="ring-under">{w.thenTheShake}</p>
        ) : under ? (
          <p class="ring-under">{under}</p>
        ) : null}
        <div class="steps" aria-hidden="true">
          {[1, 2, 3].map((n) => (
            <i class={n <= STEPS[table.ring] ? "on" : ""} />
          ))}
        </div>
      </div>
    </section>
  );
}
