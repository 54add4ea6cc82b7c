/** Tournaments and promotions for an inspector: what is due, terms, entries, standings, draws with their proof, claims. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { get, inPath } from "../api/http";
import type { Milestone, PrizesView, PromotionLine, PromotionRecord, SeatsProof, TournamentRecord } from "../api/types";
import { Due } from "../desk/due";
import { DrawFacts } from "../parts/draw";
import type { Message } from "../parts/message";
import { MessageLine } from "../parts/message";
import { SheetSections } from "../parts/sheet";
import { Icon } from "../parts/sprite";
import { entrant, Standings } from "../parts/standings";
import { said } from "../words";
import { dollars, stake } from "../words/money";
import { prizeWords } from "../words/prizes";
import { tourneyWords } from "../words/tournament";
import type { Inspection } from "./inspection";
import { refusedIn } from "./inspection";
import { dayAndTime } from "./time";
import "./prizes.css";

type Opened = { tournament: TournamentRecord } | { promotion: PromotionRecord };

const list = signal<PrizesView | null>(null);
const asked = signal<{ kind: "tournaments" | "promotions"; id: string } | null>(null);
const opened = signal<Opened | null>(null);
const message = signal<Message | null>(null);

async function look(): Promise<void> {
  const which = asked.value;
  try {
    list.value = await get<PrizesView>("/api/inspector/prizes");
    if (which?.kind === "tournaments")
      opened.value = { tournament: await get<TournamentRecord>(`/api/inspector/tournaments/${inPath(which.id)}`) };
    if (which?.kind === "promotions")
      opened.value = { promotion: await get<PromotionRecord>(`/api/inspector/promotions/${inPath(which.id)}`) };
    message.value = null;
  } catch (error) {
    message.value = refusedIn(error);
  }
}

export function PrizesPane({ at }: { at: Inspection }) {
  const w = tourneyWords.value;
  const revision = at.view.value?.revision;
  useEffect(() => {
    void look();
  }, [revision]);
  const view = list.value;
  const it = opened.value;
  return (
    <main class="prizes">
      <div class="column">
        {message.value ? <MessageLine message={message.value} /> : null}
        <section class="card">
          <h2>{w.due}</h2>
          {view ? <Due lines={view.due} now={view.now} named /> : null}
        </section>
        <List title={w.tournaments} kind="tournaments" lines={view?.tournaments ?? []} />
        <List title={w.running} kind="promotions" lines={view?.promotions ?? []} />
      </div>
      <div class="column record">
        {it && "tournament" in it ? (
          <Tournament it={it.tournament} />
        ) : it ? (
          <Promotion it={it.promotion} />
        ) : (
          <section class="card">
            <p class="faint">{prizeWords.value.choose}</p>
          </section>
        )}
      </div>
    </main>
  );
}

function List({ title, kind, lines }: { title: string; kind: "tournaments" | "promotions"; lines: PromotionLine[] }) {
  const w = tourneyWords.value;
  const choose = (id: string) => {
    asked.value = { kind, id };
    void look();
  };
  const stage = (it: PromotionLine) =>
    kind === "tournaments" ? (w.phase[it.stage.en] ?? it.stage.en) : said(it.stage);
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="prize-list">
        {lines.map((it) => (
          <li key={it.id}>
            <button
              type="button"
              aria-pressed={asked.value?.kind === kind && asked.value.id === it.id}
              onClick={() => choose(it.id)}
            >
              <b>{it.name}</b>
              <span class="small">
                {w.version(it.version)}, {stage(it)}
                {it.at ? `, ${dayAndTime(it.at)}` : ""}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {lines.length ? null : <p class="faint">{w.noPromotions}</p>}
    </section>
  );
}

/** A table of plain rows; nothing where there are none. */
function Rows({
  title,
  heads,
  rows,
  none,
}: {
  title: string;
  heads: string[];
  rows: ComponentChildren[][];
  none?: string;
}) {
  if (!rows.length && !none) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      {rows.length ? (
        <div class="scroll" tabIndex={0} role="region" aria-label={title}>
          <table class="report-table">
            <thead>
              <tr>
                {heads.map((it) => (
                  <th key={it} scope="col">
                    {it}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, n) => (
                <tr key={n}>
                  {row.map((cell, m) => (
                    <td key={m}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p class="faint">{none}</p>
      )}
    </section>
  );
}

function Milestones({ lines }: { lines: Milestone[] }) {
  const w = prizeWords.value;
  return (
    <dl class="milestones">
      {lines.map((it) => (
        <div key={it.what}>
          <dt>{w.milestones[it.what] ?? it.what}</dt>
          <dd class={it.at ? "" : "faint"}>{it.at ? dayAndTime(it.at) : tourneyWords.value.notYet}</dd>
        </div>
      ))}
    </dl>
  );
}

function Agrees({ agrees }: { agrees: boolean | null }) {
  const w = prizeWords.value;
  if (agrees === null)
    return (
      <span class="tag">
        <Icon name="lock" size="small" />
        {w.closed}
      </span>
    );
  return agrees ? (
    <span class="tag mint">
      <Icon name="check" size="small" />
      {w.agrees}
    </span>
  ) : (
    <span class="tag coral">
      <Icon name="warn" size="small" />
      {w.differs}
    </span>
  );
}

function Tournament({ it }: { it: TournamentRecord }) {
  const w = prizeWords.value;
  const t = tourneyWords.value;
  const yes = (is: boolean) => (is ? w.yes : w.no);
  return (
    <>
      <section class="card">
        <h2>{it.board.name}</h2>
        <p class="soft">
          {`${it.board.rulebook}, ${t.version(it.board.version)}, ${t.phase[it.board.phase]}`}
          {it.board.over ? `: ${it.board.over}` : ""}
        </p>
        <p>
          {it.director ? t.directedBy(it.director) : t.noDirector}
          {it.deputies.length ? `; ${w.deputies(it.deputies.join(", "))}` : ""}
          {it.away ? `; ${w.standsIn(it.away)}` : ""}
        </p>
        <Milestones lines={it.milestones} />
        {it.results ? <p>{t.publishedAt(it.results)}</p> : null}
      </section>
      <section class="card">
        <h2>{t.due}</h2>
        <Due lines={it.due} now={it.now} />
      </section>
      <section class="card">
        <h2>{t.standings}</h2>
        <Standings tournament={it.board} />
      </section>
      <Rows
        title={w.entrants}
        none={t.noEntrants}
        heads={["", w.person, w.standing, w.accepted, w.briefed, w.paid, w.bank, w.warned, w.owed]}
        rows={it.entrants.map((one) => [
          entrant(one.number),
          `${one.person}${one.substitute_of ? ` (${w.substituteOf(one.substitute_of)})` : ""}${one.staff ? ` (${w.staff})` : ""}`,
          t.standing[one.standing] || t.phase.playing,
          t.version(one.accepted),
          yes(one.briefed),
          dollars(one.paid),
          stake(one.bank),
          String(one.warned),
          one.owed ? dollars(one.owed) : "",
        ])}
      />
      <Rows title={w.refusedTitle} heads={[w.person, w.why]} rows={it.refused.map(([who, why]) => [who, why])} />
      <Seats lines={it.seats} />
      <Rows
        title={t.rulings}
        heads={[w.person, w.about, w.decision]}
        rows={it.rulings.map((one) => [
          one.person,
          one.about,
          one.decision ? `${one.decision}${one.advised ? `. ${t.advised}` : ""}` : t.open,
        ])}
      />
      <section class="card terms" lang="en">
        <h2>{`${t.terms}, ${t.version(it.board.version)}`}</h2>
        <SheetSections sections={it.sections} />
      </section>
    </>
  );
}

function Seats({ lines }: { lines: SeatsProof[] }) {
  const w = prizeWords.value;
  return (
    <Rows
      title={w.seats}
      heads={[w.round, w.promise, tourneyWords.value.seed, w.proof]}
      rows={lines.map((it) => [
        String(it.round),
        <span class="mono hash">{it.promised}</span>,
        <span class="mono hash">{it.seed || tourneyWords.value.notYet}</span>,
        <Agrees agrees={it.agrees} />,
      ])}
    />
  );
}

function Promotion({ it }: { it: PromotionRecord }) {
  const w = prizeWords.value;
  const t = tourneyWords.value;
  const page = it.page;
  return (
    <>
      <section class="card">
        <h2>{page.name}</h2>
        <p class="soft">
          {`${page.rulebook}, ${t.version(page.version)}, ${said(page.stage)}`}
          {page.over ? `: ${page.over}` : ""}
        </p>
        {it.proposed ? <p class="amber-text">{t.proposed}</p> : null}
        <Milestones lines={it.milestones} />
        {page.results ? <p>{t.publishedAt(page.results)}</p> : null}
      </section>
      <section class="card">
        <h2>{t.due}</h2>
        <Due lines={it.due} now={page.now} />
      </section>
      <section class="card">
        <div class="record-head">
          <h2>{t.drawTitle}</h2>
          <Agrees agrees={it.agrees} />
        </div>
        <p>{t.entries(page.draw.entries, page.draw.persons)}</p>
        <DrawFacts draw={page.draw} />
        <p class="faint">{t.proofWords}</p>
      </section>
      <Rows
        title={t.winners}
        none={t.noWinners}
        heads={[t.prizeName, t.value, w.person, t.winningEntry, w.told, t.state2]}
        rows={it.won.map((won) => [
          t.prize(won.number, won.name),
          dollars(won.value),
          won.person,
          String(won.entry),
          won.attempts.map((each) => `${dayAndTime(each.at)}, ${said(each.channel)}: ${each.said}`).join("; ") ||
            (won.told_by ? t.tellBy(dayAndTime(won.told_by)) : ""),
          won.awarded ? `${t.awarded} ${dayAndTime(won.awarded)}` : t.open,
        ])}
      />
      <Rows
        title={t.claims}
        none={t.noClaims}
        heads={[w.person, t.prizeName, w.at, t.state2]}
        rows={it.claims.map((one) => [
          one.person,
          String(one.prize),
          dayAndTime(one.at),
          one.denied ? t.denied(one.denied) : one.met ? t.met : t.open,
        ])}
      />
      <Rows
        title={t.disputes}
        heads={[w.person, w.about, w.decision]}
        rows={it.disputes.map((one) => [
          one.person,
          one.about,
          one.decision ? `${one.decision}${one.advised ? `. ${t.advised}` : ""}` : t.open,
        ])}
      />
      <Rows title={w.shutOut} heads={[w.person, w.why]} rows={it.shut_out.map(([who, why]) => [who, why])} />
      <Rows
        title={it.more ? w.entriesMore(it.more) : w.entriesTitle}
        heads={[w.person, w.number]}
        rows={it.entries.map(([who, n]) => [who, String(n)])}
      />
      <section class="card terms" lang="en">
        <h2>{`${t.terms}, ${t.version(page.version)}`}</h2>
        <SheetSections sections={page.sections} />
      </section>
    </>
  );
}
