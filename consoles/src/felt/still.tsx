/** A felt that is only looked at: the illuminated layout of a display. It reads as one picture. */
import type { LayoutView } from "../api/types";
import { Area } from "./area";
import { Boxes } from "./boxes";
import { diceOf } from "./felt";
import type { Marks } from "./marks";
import { NOTHING } from "./marks";
import { wholeFelt } from "./places";
import "./felt.css";

export function StillFelt({
  layout,
  marks,
  settled,
  puck,
  label,
}: {
  layout: LayoutView;
  marks: Marks;
  settled: boolean;
  puck: { on: boolean; point: number } | null;
  label: string;
}) {
  const { places, w, h } = wholeFelt(layout);
  return (
    <svg class="felt-drawing still" viewBox={`0 0 ${w} ${h}`} role="img" aria-label={label}>
      <defs>
        <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="7" height="7" class="hatch-ground" />
          <rect width="1.4" height="7" class="hatch-line" />
        </pattern>
      </defs>
      {layout.boxes.length ? <Boxes boxes={layout.boxes} puck={puck} travelled={[]} /> : null}
      {places.map((place) => (
        <Area
          key={place.area.id}
          place={place}
          mark={marks.get(place.area.id) ?? NOTHING}
          settled={settled}
          current={false}
          still
          dice={diceOf(layout)}
          colours={layout.colours}
          gap={layout.gap}
          radius={layout.radius}
        />
      ))}
    </svg>
  );
}
