/** A spin keyed by hand: what everyone has on the layout, the secret wagers opened, and then the dice. */
import { useState } from "preact/hooks";
import type { ActView, ChoiceView, DirectorTable, DirectorView, PlayerLine } from "../api/types";
import { cents } from "../desk/filled";
import { Dialog } from "../parts/dialog";
import { entrant } from "../parts/standings";
import { said, whyNot } from "../words";
import { stake } from "../words/money";
import { tourneyWords } from "../words/tournament";
import type { Directing } from "./director";
import { spinning } from "./director";

interface Row {
  wager: string;
  stake: string;
  word?: string;
}
type Laid = [wager: string, stake: number];

export const close = (): void => {
  spinning.value = null;
};

/** The wagers of each row that has one; the name of whose stake is no sum where one is wrong. */
function laidOf(rows: Record<string, Row[]>): Record<string, Laid[]> | string {
  const found: Record<string, Laid[]> = {};
  for (const [person, own] of Object.entries(rows)) {
    const laid: Laid[] = [];
    for (const row of own.filter((it) => it.wager)) {
      const sum = cents(row.stake);
      if (sum === null) return person;
      laid.push([row.wager, sum]);
    }
    if (laid.length) found[person] = laid;
  }
  return found;
}

function WagerRow({
  name,
  row,
  wagers,
  set,
  word = false,
}: {
  name: string;
  row: Row;
  wagers: ChoiceView[];
  set: (row: Row) => void;
  word?: boolean;
}) {
  const w = tourneyWords.value;
  return (
    <div class="wager-row">
      <b>{name}</b>
      <select
        aria-label={`${name} ${w.wager}`}
        value={row.wager}
        onChange={(event) => set({ ...row, wager: event.currentTarget.value })}
      >
        <option value="">{w.noWager}</option>
        {wagers.map((it) => (
          <option key={String(it.value)} value={String(it.value)}>
            {said(it.name)}
          </option>
        ))}
      </select>
      <input
        type="text"
        inputMode="decimal"
        maxLength={16}
        autocomplete="off"
        placeholder="$"
        aria-label={`${name} ${w.stake}`}
        value={row.stake}
        onInput={(event) => set({ ...row, stake: event.currentTarget.value })}
      />
      {word ? (
        <input
          type="text"
          maxLength={64}
          autocomplete="off"
          placeholder={w.word}
          aria-label={`${name} ${w.word}`}
          value={row.word ?? ""}
          onInput={(event) => set({ ...row, word: event.currentTarget.value })}
        />
      ) : null}
    </div>
  );
}

function Layouts({
  players,
  wagers,
  rows,
  setRows,
}: {
  players: PlayerLine[];
  wagers: ChoiceView[];
  rows: Record<string, Row[]>;
  setRows: (rows: Record<string, Row[]>) => void;
}) {
  const w = tourneyWords.value;
  return (
    <>
      {players.map((it) => (
        <fieldset key={it.person} class="wager-rows">
          <legend>{`${entrant(it.number)}, ${w.seat(it.seat)}, ${stake(it.bank)}`}</legend>
          {rows[it.person]!.map((row, index) => (
            <WagerRow
              key={index}
              name={index ? `${entrant(it.number)} (${index + 1})` : entrant(it.number)}
              row={row}
              wagers={wagers}
              set={(next) =>
                setRows({ ...rows, [it.person]: rows[it.person]!.map((old, at) => (at === index ? next : old)) })
              }
            />
          ))}
          <button
            type="button"
            class="link"
            onClick={() => setRows({ ...rows, [it.person]: [...rows[it.person]!, { wager: "", stake: "" }] })}
          >
            {w.another}
            <span class="unseen"> {entrant(it.number)}</span>
          </button>
        </fieldset>
      ))}
    </>
  );
}

const begun = (players: PlayerLine[]): Record<string, Row[]> =>
  Object.fromEntries(players.map((it) => [it.person, [{ wager: "", stake: "" }]]));

export function Foot({ wrong, busy, act }: { wrong: string; busy: boolean; act: ActView }) {
  const w = tourneyWords.value;
  return (
    <>
      <p class="refusal" role="alert">
        {wrong}
      </p>
      <div class="choices">
        <button type="button" class="button quiet" onClick={close}>
          {w.leaveIt}
        </button>
        <button type="submit" class="button main" disabled={busy}>
          {said(act.name)}
        </button>
      </div>
    </>
  );
}

/** Give the command; close the form where it is done, else say why not. */
export function useGiving(
  desk: Directing,
  act: ActView,
): {
  wrong: string;
  setWrong: (text: string) => void;
  busy: boolean;
  give: (fields: Record<string, unknown>) => Promise<void>;
} {
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  async function give(fields: Record<string, unknown>): Promise<void> {
    setBusy(true);
    const answer = await desk.give(act.to, { do: act.do, ...act.given, ...fields });
    setBusy(false);
    if (!answer.ok) {
      setWrong(whyNot(answer.refused));
      return;
    }
    desk.tell(act, answer);
    close();
  }
  return { wrong, setWrong, busy, give };
}

const whose = (players: PlayerLine[], person: string): string =>
  entrant(players.find((it) => it.person === person)?.number ?? 0);

export function WagersForm({ desk, view, here }: { desk: Directing; view: DirectorView; here: DirectorTable }) {
  const w = tourneyWords.value;
  const act = here.close;
  const sealed = here.sealed.flatMap((it) => Array.from({ length: it.count }, () => it));
  const [rows, setRows] = useState(() => begun(here.players));
  const [opened, setOpened] = useState<Row[]>(() => sealed.map(() => ({ wager: "", stake: "", word: "" })));
  const { wrong, setWrong, busy, give } = useGiving(desk, act);
  const spin = view.tournament?.tables.find((it) => it.table === here.table)?.spin ?? 0;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const wagers = laidOf(rows);
    if (typeof wagers === "string") {
      setWrong(w.wrongStake(whose(here.players, wagers)));
      return;
    }
    const slips = [];
    for (const [index, row] of opened.entries()) {
      if (!row.wager) continue;
      const sum = cents(row.stake);
      if (sum === null) {
        setWrong(w.wrongStake(entrant(sealed[index]!.number)));
        return;
      }
      slips.push({ person: sealed[index]!.person, wager: row.wager, stake: sum, word: row.word });
    }
    void give({ wagers, opened: slips });
  }

  return (
    <Dialog title={w.wagersAt(here.table, spin)} onClose={close}>
      <form class="act-form" onSubmit={submit}>
        <Layouts players={here.players} wagers={view.wagers} rows={rows} setRows={setRows} />
        {sealed.map((it, index) => (
          <WagerRow
            key={index}
            name={w.opened(entrant(it.number))}
            row={opened[index]!}
            wagers={view.wagers}
            word
            set={(row) => setOpened(opened.map((old, at) => (at === index ? row : old)))}
          />
        ))}
        <Foot wrong={wrong} busy={busy} act={act} />
      </form>
    </Dialog>
  );
}

function DiceKeys({ dice, set }: { dice: string[]; set: (dice: string[]) => void }) {
  const w = tourneyWords.value;
  return (
    <fieldset class="dice-keys">
      <legend>{w.dice}</legend>
      {dice.map((face, index) => (
        <input
          key={index}
          type="text"
          inputMode="numeric"
          maxLength={1}
          autocomplete="off"
          aria-label={w.die(index + 1)}
          value={face}
          onInput={(event) => set(dice.map((old, at) => (at === index ? event.currentTarget.value : old)))}
        />
      ))}
    </fieldset>
  );
}

const keyed = (dice: string[]): number[] | null => (dice.every((it) => /^[1-6]$/.test(it)) ? dice.map(Number) : null);

export function ResultForm({ desk, view, here }: { desk: Directing; view: DirectorView; here: DirectorTable }) {
  const w = tourneyWords.value;
  const [dice, setDice] = useState(() => Array.from({ length: view.dice }, () => ""));
  const { wrong, setWrong, busy, give } = useGiving(desk, here.settle);
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const faces = keyed(dice);
    if (!faces) {
      setWrong(w.wrongDice);
      return;
    }
    void give({ dice: faces });
  }
  return (
    <Dialog title={`${here.table}: ${said(here.settle.name)}`} onClose={close}>
      <form class="act-form" onSubmit={submit}>
        <DiceKeys dice={dice} set={setDice} />
        <Foot wrong={wrong} busy={busy} act={here.settle} />
      </form>
    </Dialog>
  );
}

export function PlayOffForm({ desk, view, act }: { desk: Directing; view: DirectorView; act: ActView }) {
  const w = tourneyWords.value;
  const [rows, setRows] = useState(() => begun(view.equal));
  const [dice, setDice] = useState(() => Array.from({ length: view.dice }, () => ""));
  const { wrong, setWrong, busy, give } = useGiving(desk, act);
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const wagers = laidOf(rows);
    if (typeof wagers === "string") {
      setWrong(w.wrongStake(whose(view.equal, wagers)));
      return;
    }
    const faces = keyed(dice);
    if (!faces) {
      setWrong(w.wrongDice);
      return;
    }
    void give({ wagers, dice: faces });
  }
  return (
    <Dialog title={w.betweenEquals} onClose={close}>
      <form class="act-form" onSubmit={submit}>
        <Layouts players={view.equal} wagers={view.wagers} rows={rows} setRows={setRows} />
        <DiceKeys dice={dice} set={setDice} />
        <Foot wrong={wrong} busy={busy} act={act} />
      </form>
    </Dialog>
  );
}
