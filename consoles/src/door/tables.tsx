/** The tables, each by its drawn felt and what happens there now; a card is one link. */
import { signal } from "@preact/signals";
import { left } from "../api/clock";
import { get, inPath } from "../api/http";
import type { LayoutView, Me, TableLine } from "../api/types";
import { StillFelt } from "../felt/still";
import type { IconName } from "../parts/sprite";
import { Icon } from "../parts/sprite";
import { said, told, words } from "../words";
import { stake } from "../words/money";

/** By rulebook: tables of one rulebook have one felt here. */
const felts = signal<ReadonlyMap<string, LayoutView>>(new Map());
const asked = new Set<string>();

/** Draw each felt once its layout is there; the words stand without it. */
export function fetchFelts(tables: TableLine[]): void {
  for (const { table, rulebook } of tables) {
    if (asked.has(rulebook)) continue;
    asked.add(rulebook);
    get<LayoutView>(`/api/tables/${inPath(table)}/layout`)
      .then((it) => {
        felts.value = new Map(felts.value).set(rulebook, it);
      })
      .catch(() => asked.delete(rulebook));
  }
}

const NO_MARKS = new Map();

export function DrawnFelt({ rulebook }: { rulebook: string }) {
  const layout = felts.value.get(rulebook);
  if (!layout) return <div class="drawn" />;
  return (
    <div class="drawn" data-felt={layout.felt} aria-hidden="true">
      <StillFelt layout={layout} marks={NO_MARKS} settled={false} puck={null} label="" />
    </div>
  );
}

interface Happening {
  tone: "mint" | "coral" | "brass" | "";
  icon: IconName;
  text: string;
}

/** What happens at a table now, in a word or two. */
function happeningAt(it: TableLine): Happening {
  const w = words.value;
  if (!it.open) return { tone: "coral", icon: "lock", text: it.ring === "idle" ? said(it.call) : w.suspended };
  if (it.waits) return { tone: "", icon: "user", text: w.waitsForSomeone };
  if (it.ring === "open") {
    const ms = left(it.ends);
    const text = ms !== null ? w.bettingFor(Math.ceil(ms / 1_000)) : it.point ? w.bettingPoint(it.point) : w.betting;
    return { tone: "mint", icon: ms !== null ? "clock" : "hand", text };
  }
  if (it.ring === "closed") return { tone: "coral", icon: "lock", text: said(it.call) };
  return {
    tone: it.ring === "result" ? "brass" : "",
    icon: it.ring === "result" ? "check" : "clock",
    text: said(it.call),
  };
}

export function TableCard({
  it,
  may,
  onPlay,
}: {
  it: TableLine;
  may: Me["consoles"];
  onPlay?: (() => void) | undefined;
}) {
  const w = words.value;
  const at = inPath(it.table);
  const now = happeningAt(it);
  const [to, does] = may.includes("dealer") ? [`/dealer/${at}`, w.deal] : [`/player/${at}`, w.play];
  return (
    <li class={it.waits ? "waits" : ""}>
      <a
        class="table-card card"
        href={to}
        onClick={(event) => {
          if (!onPlay) return;
          event.preventDefault();
          onPlay();
        }}
      >
        <DrawnFelt rulebook={it.rulebook} />
        <div>
          <h3>
            <span class="unseen">{`${does}: `}</span>
            {it.table}
          </h3>
          <p class="of">{told(it.rulebook_name)}</p>
          <p>
            <span class={`tag ${now.tone}`}>
              <Icon name={now.icon} size="small" />
              {now.text}
            </span>
          </p>
          <p class="faint">
            {`${it.taken ? w.seated(it.taken, it.seats) : w.allFree(it.seats)}, ${w.fromTo(stake(it.minimum), stake(it.maximum))}`}
          </p>
        </div>
      </a>
    </li>
  );
}
