/** The number boxes of a craps layout: they hold the puck and the Come and Don't Come wagers that travelled. */
import type { BoxView, PuckView } from "../api/types";
import { ChipAt } from "../parts/chip";
import { words } from "../words";

/** A wager that has gone to a number. */
export interface Travelled {
  wager: string;
  number: number;
  stake: number;
}

export function Boxes({ boxes, puck, travelled }: { boxes: BoxView[]; puck: PuckView | null; travelled: Travelled[] }) {
  const w = words.value;
  return (
    <g class="boxes" role="img" aria-label={puck?.on ? w.puckOn(puck.point) : w.puckOff}>
      {boxes.map((box) => {
        const on = puck?.on === true && puck.point === box.number;
        return (
          <g class={on ? "box on" : "box"}>
            <rect x={box.x + 1.5} y={box.y + 1.5} width={box.w - 3} height={box.h - 3} rx="6" />
            <text x={box.x + box.w / 2} y={box.y + box.h / 2 + 8} font-size="25" text-anchor="middle">
              {box.number}
            </text>
            {on ? (
              <g class="marker on">
                <circle cx={box.puck[0]} cy={box.puck[1]} r="12" />
                <text x={box.puck[0]} y={box.puck[1]! + 3.6} font-size="10" text-anchor="middle">
                  {words.value.on}
                </text>
              </g>
            ) : null}
            {travelled
              .filter((it) => it.number === box.number)
              .map((it) => {
                const [x = 0, y = 0] = box.spots[it.wager] ?? box.puck;
                return <ChipAt cents={it.stake} x={x} y={y} r={11} />;
              })}
          </g>
        );
      })}
    </g>
  );
}
