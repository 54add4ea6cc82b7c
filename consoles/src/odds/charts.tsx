/** Small charts, drawn from figures of the server: what the house keeps, and how sessions end. */
import type { BarView } from "../api/types";
import { net } from "../words/money";
import { oddsWords } from "../words/odds";

const WIDE = 120;
const MIDDLE = 60;

/** To the left what the house keeps, to the right, hatched, what it loses, cut off where that is more than it ever keeps. */
export function EdgeBar({ bar, widest, label }: { bar: number; widest: number; label: string }) {
  const most = MIDDLE - 8;
  const size = bar === 0 ? 0 : Math.min(most, Math.max(1.5, (Math.abs(bar) / widest) * most));
  return (
    <svg width={WIDE} height="14" viewBox={`0 0 ${WIDE} 14`} role="img" aria-label={label} class="edge-bar">
      <Hatch />
      {bar >= 0 ? (
        <rect class="keeps" x={MIDDLE - size} y="2" width={size} height="10" rx="1" />
      ) : (
        <rect class="gives" x={MIDDLE} y="2" width={size} height="10" />
      )}
      {bar < -widest ? <path class="arrow" d={`M${MIDDLE + size - 1} 0l7 7-7 7z`} /> : null}
      <path class="zero" d={`M${MIDDLE} 0v14`} />
    </svg>
  );
}

function Hatch() {
  return (
    <defs>
      <pattern id="over-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" fill="#ff9d8e" />
        <rect width="2" height="6" fill="#7a2d25" />
      </pattern>
    </defs>
  );
}

const HIGH = 120;

/** How sessions end: one bar for each band of results, those below zero filled, those above outlined. */
export function SessionChart({ bars }: { bars: BarView[] }) {
  const w = oddsWords.value;
  const tallest = Math.max(...bars.map((it) => it.share), 1);
  const step = 560 / bars.length;
  return (
    <figure class="session-chart">
      <figcaption>{w.chart}</figcaption>
      <svg viewBox={`0 0 560 ${HIGH + 22}`} role="img" aria-label={w.chart}>
        {bars.map((it, n) => {
          const high = Math.max(1, (it.share / tallest) * HIGH);
          return (
            <rect
              key={it.least}
              class={it.most < 0 ? "behind" : it.least > 0 ? "ahead" : "even"}
              x={n * step + 1.5}
              y={HIGH - high}
              width={step - 3}
              height={high}
              rx="1.5"
            >
              <title>{`${net(it.least)} ${w.and} ${net(it.most)}: ${it.chance}`}</title>
            </rect>
          );
        })}
        <path class="zero" d={`M0 ${HIGH}h560`} />
        <text x="0" y={HIGH + 17}>
          {net(bars[0]?.least ?? 0)}
        </text>
        <text x="560" y={HIGH + 17} text-anchor="end">
          {net(bars.at(-1)?.most ?? 0)}
        </text>
      </svg>
      <details>
        <summary>{w.table}</summary>
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">{w.result}</th>
              <th scope="col" class="num">
                {w.chance}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map((it) => (
              <tr key={it.least}>
                <td>
                  {net(it.least)} … {net(it.most)}
                </td>
                <td class="num">{it.chance}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
