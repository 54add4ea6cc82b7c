/** A screen that belongs to nobody yet: it shows a code and three dice until somebody of the staff confirms it. */
import { signal } from "@preact/signals";
import { heardAt, serverNow, tick } from "../api/clock";
import { inPath, post, whoAmI } from "../api/http";
import type { Me, PairingCode, PairingState } from "../api/types";
import { begin, sentence, show } from "../page";
import { Dice } from "../parts/die";
import { Icon } from "../parts/sprite";
import { TopBar } from "../parts/top-bar";
import { pairingWords } from "../words/pairing";
import { DEVICE, kindOf } from "./device";
import "./pair.css";

const WHOLE = 240;
/** Seconds between two questions whether somebody has confirmed the code. */
const ASK = 1;

const shown = signal<PairingCode | null>(null);
const ended = signal(false);
const wrong = signal("");
const kind = kindOf(location.search);

async function fresh(): Promise<void> {
  ended.value = false;
  wrong.value = "";
  const code = await post<PairingCode>("/api/pairing/begin", { kind });
  heardAt(code.now);
  shown.value = code;
}

/** A paired screen has a key of its own; with it, it signs in as a device wherever it is opened again. */
async function enter(name: string, key: string, table: string, as: string): Promise<void> {
  localStorage.setItem(DEVICE, JSON.stringify({ name, key, table, as }));
  await post<Me>("/api/sign-in/terminal", { name, key });
  location.replace(as === "terminal" ? `/player/${inPath(table)}` : `/display/${inPath(table)}`);
}

async function ask(): Promise<void> {
  const code = shown.value;
  if (!code || ended.value) return;
  const it = await post<PairingState>("/api/pairing/state", { secret: code.secret });
  if (it.state === "paired") await enter(it.name, it.key, it.table, it.kind);
  else if (it.state === "ended") ended.value = true;
}

function left(code: PairingCode): number {
  return Math.max(0, Math.ceil((Date.parse(code.expires) - serverNow()) / 1000));
}

function Pair() {
  const w = pairingWords.value;
  const code = shown.value;
  void tick.value;
  const seconds = code ? left(code) : 0;
  return (
    <div class="pair">
      <TopBar title={kind === "terminal" ? w.terminalNotPaired : w.displayNotPaired} />
      <main>
        <section class="pair-code">
          <h1>{kind === "terminal" ? w.pairTerminal : w.pairDisplay}</h1>
          {ended.value || !code ? (
            <>
              <p role="status">{wrong.value || (ended.value ? w.ended : w.fetching)}</p>
              {ended.value || wrong.value ? (
                <button type="button" class="button main big" onClick={() => void begun()}>
                  {w.newCode}
                </button>
              ) : null}
            </>
          ) : (
            <>
              <p>{w.enterIt}</p>
              <p class="code" role="img" aria-label={code.code.split("").join(" ")}>
                {code.code.split("").map((sign, n) => (
                  <span key={`${n}`} class={n === 3 ? "after" : ""}>
                    {sign}
                  </span>
                ))}
              </p>
              <progress max={WHOLE} value={seconds} aria-label={w.timeLeft} />
              <p>
                {w.newCodeIn} <b>{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`}</b>
              </p>
            </>
          )}
        </section>
        <section class="card pair-steps">
          <ol>
            {w.steps.map(([head, more]) => (
              <li key={head}>
                <b>{head}</b>
                <span>{more}</span>
              </li>
            ))}
          </ol>
          {code && !ended.value ? (
            <>
              <Dice dice={code.dice} kind="ivory" size={88} />
              <p>{w.mustShow(code.dice.join(", "))}</p>
            </>
          ) : null}
        </section>
      </main>
      <footer>
        <Icon name="lock" size="small" />
        {w.carriesNothing}
      </footer>
    </div>
  );
}

async function begun(): Promise<void> {
  await fresh().catch((error: unknown) => {
    wrong.value = sentence(error);
  });
}

begin("Dicehouse", async () => {
  await whoAmI();
  show(<Pair />);
  await begun();
  setInterval(() => {
    ask().catch((error: unknown) => {
      wrong.value = sentence(error);
    });
  }, ASK * 1000);
});
