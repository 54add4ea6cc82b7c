/** Pictures that are drawn once per page and used by name: icons, dice, chips and the symbols of Option B. */
import type { ComponentChildren } from "preact";

/** Line icons on a grid of 24. */
const ICONS = {
  user: (
    <>
      <circle cx="12" cy="8" r="3.8" />
      <path d="M4.5 20a7.5 7.5 0 0 1 15 0" />
    </>
  ),
  play: <path d="M8 5v14l11-7z" />,
  pause: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M10 9v6M14 9v6" />
    </>
  ),
  book: (
    <>
      <path d="M5 5.5A2.5 2.5 0 0 1 7.5 3H19v15H7.5A2.5 2.5 0 0 0 5 20.5z" />
      <path d="M5 20.5A2.5 2.5 0 0 0 7.5 21H19v-3" />
    </>
  ),
  sound: (
    <>
      <path d="M4 10v4h3.5L12 18V6L7.5 10z" />
      <path d="M15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" />
    </>
  ),
  mute: (
    <>
      <path d="M4 10v4h3.5L12 18V6L7.5 10z" />
      <path d="m16 9.5 5 5m0-5-5 5" />
    </>
  ),
  undo: (
    <>
      <path d="M8 5 4 9l4 4" />
      <path d="M4 9h9.5a5.5 5.5 0 0 1 0 11H9" />
    </>
  ),
  repeat: (
    <>
      <path d="M5 11V9.5A3.5 3.5 0 0 1 8.5 6H19" />
      <path d="m16 3 3 3-3 3" />
      <path d="M19 13v1.5A3.5 3.5 0 0 1 15.5 18H5" />
      <path d="m8 21-3-3 3-3" />
    </>
  ),
  double: (
    <>
      <path d="M4 8l6 8M10 8l-6 8" />
      <path d="M14 10a3 3 0 1 1 5.2 2L14 18h6" />
    </>
  ),
  clear: (
    <>
      <path d="M6 7h12l-1 13H7z" />
      <path d="M9 7V4h6v3M4 7h16" />
    </>
  ),
  lock: (
    <>
      <rect x="6" y="11" width="12" height="9" rx="2" />
      <path d="M8.5 11V8a3.5 3.5 0 0 1 7 0v3" />
    </>
  ),
  check: (
    <>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </>
  ),
  cross: (
    <>
      <path d="m7 7 10 10M17 7 7 17" />
    </>
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V12l3 2" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5M12 8v.01" />
    </>
  ),
  hand: (
    <>
      <path d="M8 12V6.5a1.5 1.5 0 0 1 3 0V11M11 11V5a1.5 1.5 0 0 1 3 0v6M14 11V6.5a1.5 1.5 0 0 1 3 0V14a6 6 0 0 1-6 6c-3 0-4.5-1.5-5.5-3.5L3.8 13a1.5 1.5 0 0 1 2.5-1.5L8 13.5" />
    </>
  ),
  warn: (
    <>
      <path d="M12 4 21 19.5H3z" />
      <path d="M12 10v4.5M12 17v.01" />
    </>
  ),
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  star: <path d="m12 4 2.5 5.2 5.5.7-4 3.9 1 5.6-5-2.8-5 2.8 1-5.6-4-3.9 5.5-.7z" />,
  dice: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="4" />
      <path d="M9 9v.01M15 15v.01M12 12v.01" />
    </>
  ),
  cash: (
    <>
      <rect x="3" y="6.5" width="18" height="11" rx="2" />
      <circle cx="12" cy="12" r="2.6" />
    </>
  ),
  ticket: (
    <>
      <path d="M4 7h16v3.2a1.8 1.8 0 0 0 0 3.6V17H4v-3.2a1.8 1.8 0 0 0 0-3.6z" />
      <path d="M14.5 7v10" stroke-dasharray="2 2.6" />
    </>
  ),
  leave: (
    <>
      <path d="M10 4H5v16h5" />
      <path d="M10 12h10M16.5 8.5 20 12l-3.5 3.5" />
    </>
  ),
  back: (
    <>
      <path d="M20 12H5M11 6l-6 6 6 6" />
    </>
  ),
  chain: (
    <>
      <path d="M10 14a4 4 0 0 1 0-5.5l2.5-2.5a4 4 0 0 1 5.5 5.5L16.5 13" />
      <path d="M14 10a4 4 0 0 1 0 5.5L11.5 18A4 4 0 0 1 6 12.5L7.5 11" />
    </>
  ),
  next: (
    <>
      <path d="m9 6 6 6-6 6" />
    </>
  ),
  shut: (
    <>
      <path d="M5 21V4h9v17M14 21h6M10.5 12.5v.01M17 8l3 3-3 3" />
    </>
  ),
  export: (
    <>
      <path d="M12 15V4M8 7.5 12 3.5l4 4M5 14v6h14v-6" />
    </>
  ),
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="2.8" />
    </>
  ),
  flag: (
    <>
      <path d="M6 21V4h11l-2 4 2 4H6" />
    </>
  ),
  keypad: (
    <>
      <rect x="4" y="4" width="4.5" height="4.5" rx="1" />
      <rect x="15.5" y="4" width="4.5" height="4.5" rx="1" />
      <rect x="4" y="15.5" width="4.5" height="4.5" rx="1" />
      <rect x="15.5" y="15.5" width="4.5" height="4.5" rx="1" />
      <path d="M12 6v.01M12 18v.01M6 12v.01M18 12v.01M12 12v.01" />
    </>
  ),
  pen: (
    <>
      <path d="m5 19 1-4L16 5l3 3L9 18z" />
    </>
  ),
  seal: (
    <>
      <path
        d="m12 3 2.3 2 3-.3.7 3 2.3 2-1.3 2.8 1 2.9-2.8 1.1-1.3 2.7-3-0.5L12 21l-2.2-2-3 .5-1.3-2.7L2.7 15.7l1-2.9L2.4 10l2.3-2 .7-3 3 .3z"
        transform="translate(.6)"
      />
      <path d="m9 12.2 2.3 2.3 4.2-4.5" />
    </>
  ),
  search: (
    <>
      <circle cx="11" cy="11" r="6" />
      <path d="m15.5 15.5 4.5 4.5" />
    </>
  ),
  shake: (
    <>
      <rect x="7" y="7" width="10" height="10" rx="2.5" />
      <path d="M10 10v.01M14 14v.01M4 9v6M20 9v6" />
    </>
  ),
  tilt: (
    <>
      <path d="m8.2 4.5 11 4.2-4.2 11-11-4.2z" />
      <path d="M9.5 10v.01M13.8 14.2v.01M3 21h18" />
    </>
  ),
  keys: (
    <>
      <rect x="3" y="6.5" width="18" height="11" rx="2" />
      <path d="M7 10.5h.01M11 10.5h.01M15 10.5h.01M8 14h8" />
    </>
  ),
} satisfies Record<string, ComponentChildren>;
export type IconName = keyof typeof ICONS;

/** The six symbols, on a grid of 64. `--cut` is the ground that shows through. */
const SYMBOLS: Record<string, ComponentChildren> = {
  fish: (
    <>
      <path d="M5 33C13 18 31 13 46 28l12-11c-2.5 10-2.5 21 0 31L46 38C31 53 13 48 5 33z" fill="currentColor" />
      <path d="M20 22C26 9.5 39 9 46 26z" fill="currentColor" />
      <circle cx="15.5" cy="30" r="2.6" fill="var(--cut)" />
      <path
        d="M23.5 23c4 6 4 14 0 20M31.5 25.5c3 5 3 10.5 0 15.5M39 28c2 3.5 2 7 0 10.5"
        fill="none"
        stroke="var(--cut)"
        stroke-width="2.2"
        stroke-linecap="round"
      />
    </>
  ),
  prawn: (
    <>
      <path
        d="M12 21C25 8 49 13 52 32c1.8 12-7 20-18 20"
        fill="none"
        stroke="currentColor"
        stroke-width="14"
        stroke-linecap="round"
      />
      <path d="M36 45.5c-6-2-13-1.5-17 3 2.5.5 4 1.5 5 3-2 1.2-3 3-3 5.5 6 2 12 .5 15-3z" fill="currentColor" />
      <path d="M14 17C9 15 5 15 2.5 16.5L10 24z" fill="currentColor" />
      <path
        d="M9 26C4 33 4 44 8 53M13 28c-3.5 5-4 12-2 18"
        fill="none"
        stroke="currentColor"
        stroke-width="2.2"
        stroke-linecap="round"
      />
      <path
        d="M22.5 22l-2.5 11.5M30 20l-1.5 13.5M38 26l-4.5 9.5"
        fill="none"
        stroke="currentColor"
        stroke-width="2.6"
        stroke-linecap="round"
      />
      <path
        d="M25 9.5l2 14M36.5 11l-3 13M47 19l-9.5 9.5M53.5 30.5l-13 2.5M51 44l-10-7.5"
        fill="none"
        stroke="var(--cut)"
        stroke-width="2.2"
      />
      <circle cx="14.5" cy="19.5" r="2.4" fill="var(--cut)" />
    </>
  ),
  gourd: (
    <>
      <path
        d="M32 13c7.5 0 12 5 12 11 0 4.5-2.8 6.5-2.8 9 0 3 9.3 5.5 9.3 14.5C50.5 56.5 42.5 61 32 61s-18.5-4.5-18.5-13.5c0-9 9.3-11.5 9.3-14.5 0-2.5-2.8-4.5-2.8-9 0-6 4.5-11 12-11z"
        fill="currentColor"
      />
      <path d="M32 14c-.5-5 2-9.5 8-11" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" />
      <path
        d="M22.5 33.5c6 2.5 13 2.5 19 0"
        fill="none"
        stroke="var(--cut)"
        stroke-width="2.6"
        stroke-linecap="round"
      />
      <path
        d="M19.5 48c.5-3.5 2.5-6 6-7.5M25.5 23c.4-2 1.5-3.4 3.5-4.2"
        fill="none"
        stroke="var(--cut)"
        stroke-width="2.4"
        stroke-linecap="round"
      />
    </>
  ),
  coin: (
    <>
      <circle cx="32" cy="32" r="26" fill="currentColor" />
      <circle cx="32" cy="32" r="21.5" fill="none" stroke="var(--cut)" stroke-width="2.2" />
      <rect x="24.5" y="24.5" width="15" height="15" rx="1.5" fill="var(--cut)" />
      <path
        d="M28.5 17.5h7M32 14.5v6M17.5 28.5v7M14.5 32h6M46.5 28.5v7M43.5 32h6M28.5 46.5h7M32 43.5v6"
        stroke="var(--cut)"
        stroke-width="2.2"
        stroke-linecap="round"
      />
    </>
  ),
  crab: (
    <>
      <path d="M13 38c0-9 8.5-13 19-13s19 4 19 13c0 10-8.5 15-19 15s-19-5-19-15z" fill="currentColor" />
      <path
        d="M16.5 33C9 31 6.5 25 9 19.5M47.5 33C55 31 57.5 25 55 19.5"
        fill="none"
        stroke="currentColor"
        stroke-width="4"
        stroke-linecap="round"
      />
      <path
        d="M7 22C1 14 6 5 15 5.5l-2.5 7 7-3C21 17 15 24 7 22zM57 22c6-8 1-17-8-16.5l2.5 7-7-3C43 17 49 24 57 22z"
        fill="currentColor"
      />
      <path
        d="M14 44l-8 2-2.5 6M17 49.5l-6.5 4-.5 6M50 44l8 2 2.5 6M47 49.5l6.5 4 .5 6"
        fill="none"
        stroke="currentColor"
        stroke-width="3"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
      <path d="M27 27v-6.5M37 27v-6.5" stroke="currentColor" stroke-width="2.8" />
      <circle cx="27" cy="19" r="3" fill="currentColor" />
      <circle cx="37" cy="19" r="3" fill="currentColor" />
      <path
        d="M22.5 36c2.5-3 5.5-4 9.5-4s7 1 9.5 4M26 44.5c3.5 2.5 8.5 2.5 12 0"
        fill="none"
        stroke="var(--cut)"
        stroke-width="2.3"
        stroke-linecap="round"
      />
    </>
  ),
  chicken: (
    <>
      <path
        d="M13 25c0-7 5-11.5 10.5-11C31 14.5 29.5 24 33 27.5 39 33 47 27 49.5 14 60 20 61 41 46 49.5 35 55 21 52 17 42c-1.8-4.5-4-10-4-17z"
        fill="currentColor"
      />
      <path d="M15.5 15.5c-3-4.5 1-8 4-5 0-5 6-6 7-1.5 3.5-2.5 7 2 3.5 6.5-4-2.5-10-3-14.5 0z" fill="currentColor" />
      <path d="M13.5 21.5 5 25.5l8.5 2.5z" fill="currentColor" />
      <path d="M14 30c-3.5 2-3.5 7 0 8 2.5-1.5 3-5 2-8z" fill="currentColor" />
      <circle cx="20" cy="21.5" r="2.3" fill="var(--cut)" />
      <path
        d="M26.5 37c4.5 7.5 14.5 7.5 19-1.5M49.5 22c.5 5-1.5 9-5 11.5M53.5 28.5c0 5-2 9-6 11.5"
        fill="none"
        stroke="var(--cut)"
        stroke-width="2.3"
        stroke-linecap="round"
      />
      <path
        d="M28 51.5V60M23.5 60.5H31M38 51.5V60M33.5 60.5H41"
        fill="none"
        stroke="currentColor"
        stroke-width="2.8"
        stroke-linecap="round"
      />
    </>
  ),
};

/** Where the pips of each face lie, on a grid of 24. */
const PIPS: Record<number, [number, number][]> = {
  1: [[12, 12]],
  2: [
    [6.6, 6.6],
    [17.4, 17.4],
  ],
  3: [
    [6.3, 6.3],
    [12, 12],
    [17.7, 17.7],
  ],
  4: [
    [6.8, 6.8],
    [17.2, 6.8],
    [6.8, 17.2],
    [17.2, 17.2],
  ],
  5: [
    [6.5, 6.5],
    [17.5, 6.5],
    [12, 12],
    [6.5, 17.5],
    [17.5, 17.5],
  ],
  6: [
    [7, 5.9],
    [17, 5.9],
    [7, 12],
    [17, 12],
    [7, 18.1],
    [17, 18.1],
  ],
};

function IvoryDie({ face }: { face: number }) {
  const red = face === 1 || face === 4;
  return (
    <symbol id={`ivory-${face}`} viewBox="0 0 24 24">
      <rect x=".6" y=".6" width="22.8" height="22.8" rx="4.6" fill="#f8f4e6" stroke="#b9b096" stroke-width=".9" />
      {PIPS[face]!.map(([x, y]) => (
        <circle cx={x} cy={y} r={face === 1 ? 3.3 : 2.15} fill={red ? "#b3211c" : "#191713"} />
      ))}
    </symbol>
  );
}

function RedDie({ face }: { face: number }) {
  return (
    <symbol id={`red-${face}`} viewBox="0 0 24 24">
      <rect x=".6" y=".6" width="22.8" height="22.8" rx="3.6" fill="#b3232d" stroke="#e58d8d" stroke-width=".9" />
      {PIPS[face]!.map(([x, y]) => (
        <circle cx={x} cy={y} r={2.2} fill="#fff" />
      ))}
    </symbol>
  );
}

/** Colours of the chips from each value on, in cents: body, edge and figure. */
export const CHIPS: [from: number, name: string, body: string, edge: string, figure: string][] = [
  [100_000, "chip-1000", "#d78a1c", "#fff2d8", "#1c1503"],
  [50_000, "chip-500", "#6a3fa0", "#eadcf8", "#fff"],
  [10_000, "chip-100", "#23272b", "#e6e2d6", "#fff"],
  [2_500, "chip-25", "#1f7a4d", "#d9f0e0", "#fff"],
  [500, "chip-5", "#b5322f", "#f6dfd8", "#fff"],
  [0, "chip-1", "#e9e4d4", "#6b7a7d", "#1c1503"],
];

/** Put once on every page, first thing in the body. */
export function Sprite() {
  const faces = [1, 2, 3, 4, 5, 6];
  return (
    <svg width="0" height="0" class="unseen" aria-hidden="true">
      <defs>
        {faces.map((face) => (
          <IvoryDie face={face} />
        ))}
        {faces.map((face) => (
          <RedDie face={face} />
        ))}
        {CHIPS.map(([, id, body, edge]) => (
          <symbol id={id} viewBox="-20 -20 40 40">
            <circle r="19.5" fill="#000" opacity=".45" />
            <circle r="18.6" fill={body} />
            <circle r="16" fill="none" stroke={edge} stroke-width="5.2" stroke-dasharray="8.4 8.35" />
            <circle r="12.6" fill={body} stroke={edge} stroke-width="1" />
          </symbol>
        ))}
        {Object.entries(ICONS).map(([name, drawing]) => (
          <symbol id={`icon-${name}`} viewBox="0 0 24 24">
            {drawing}
          </symbol>
        ))}
        {Object.entries(SYMBOLS).map(([name, drawing]) => (
          <symbol id={`symbol-${name}`} viewBox="0 0 64 64">
            {drawing}
          </symbol>
        ))}
      </defs>
    </svg>
  );
}

/** A line icon. It says nothing to a screen reader: the words beside it do. */
export function Icon({ name, size = "" }: { name: IconName; size?: "" | "small" | "large" }) {
  return (
    <svg class={`icon ${size}`} aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
