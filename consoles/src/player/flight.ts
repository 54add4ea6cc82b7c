/** Chips on their way from the areas that won to the rack: for the eye alone, gone when they are there. */
import { FLY } from "./reveal";

/** From each of these areas one chip as it lies there. */
export function fly(areas: string[]): void {
  const rack = document.querySelector(".money b")?.getBoundingClientRect();
  if (!rack) return;
  for (const id of areas) {
    const stack = document.querySelector<SVGGElement>(`[data-id="${id}"] .stack`);
    const from = stack?.getBoundingClientRect();
    const chip = stack?.querySelector("use:last-of-type")?.getAttribute("href");
    if (!from || !chip) continue;
    const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawn.setAttribute("class", "flying");
    drawn.setAttribute("aria-hidden", "true");
    drawn.setAttribute("viewBox", "-20 -20 40 40");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    for (const [key, value] of Object.entries({ href: chip, x: "-20", y: "-20", width: "40", height: "40" }))
      use.setAttribute(key, value);
    drawn.append(use);
    document.body.append(drawn);
    const at = (x: number, y: number) => `translate(${x - 15}px, ${y - 15}px)`;
    const way = drawn.animate(
      [
        { transform: at(from.x + from.width / 2, from.y + from.height / 2) },
        { transform: at(rack.x + rack.width / 2, rack.y + rack.height / 2), opacity: 0.6 },
      ],
      { duration: FLY, easing: "cubic-bezier(.4, 0, .6, 1)", fill: "forwards" },
    );
    way.onfinish = way.oncancel = () => drawn.remove();
  }
}
