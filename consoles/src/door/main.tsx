/** The door: play at once, choose a table by its felt, or in the demo be anyone of the house. */
import { signal } from "@preact/signals";
import { heardAt } from "../api/clock";
import { get, inPath, me, post, whoAmI } from "../api/http";
import type { DemoIdentity, Seated, Tables } from "../api/types";
import { sentence, show } from "../page";
import { Icon } from "../parts/sprite";
import { TopBar } from "../parts/top-bar";
import { capital, told, words } from "../words";
import { PlayNow } from "./play-now";
import { fetchFelts, TableCard } from "./tables";
import "./door.css";

/** How often the tables are looked at again, in milliseconds. */
const LOOK = 2_000;

const tables = signal<Tables | null>(null);
const refused = signal("");
/** Whether a seat has been asked for. */
const going = signal(false);

async function refresh(): Promise<void> {
  const it = await whoAmI();
  if (!it.signed_in && !it.demo) return location.replace("/sign-in");
  await look();
}

async function look(): Promise<void> {
  const found = await get<Tables>("/api/tables");
  heardAt(found.now);
  tables.value = found;
  fetchFelts(found.tables);
}

function attempt(work: Promise<unknown>, after = () => {}): void {
  refused.value = "";
  work
    .then(refresh)
    .then(after)
    .catch((error: unknown) => {
      refused.value = sentence(error);
    });
}

/** Sit down with chips: at this table, or at the one that the house names. */
function play(table = ""): void {
  if (going.value) return;
  going.value = true;
  refused.value = "";
  post<Seated>("/api/play", { table })
    .then((it) => location.assign(`/player/${inPath(it.table)}`))
    .catch((error: unknown) => {
      going.value = false;
      refused.value = sentence(error);
    });
}

/** Be someone; what they can do comes first then, and whoever uses keys goes on from there. */
function be(who: string): void {
  attempt(post("/api/sign-in/demo", { who }), () => {
    document.querySelector("main")?.focus();
    scrollTo(0, 0);
  });
}

function Person({ it, chosen }: { it: DemoIdentity; chosen: boolean }) {
  return (
    <li>
      <button type="button" class="person" aria-pressed={chosen} onClick={() => be(it.who)}>
        <Icon name={chosen ? "check" : "user"} />
        <span>
          <b>{capital(it.who)}</b>
          <span class="faint">{told(it.words)}</span>
        </span>
      </button>
    </li>
  );
}

function Roles() {
  const w = words.value;
  const who = me.value;
  if (!who?.demo) return null;
  return (
    <details class="roles card">
      <summary>
        <Icon name="user" />
        <b>{w.otherRole}</b>
        <span class="faint">{w.rolesWords}</span>
      </summary>
      <ul class="people">
        {who.demo_identities.map((it) => (
          <Person key={it.who} it={it} chosen={who.signed_in && who.name === it.who} />
        ))}
      </ul>
    </details>
  );
}

function Desks() {
  const w = words.value;
  const may = me.value?.consoles ?? [];
  const desks = (["pit", "cage", "inspector", "director", "promotions"] as const).filter((desk) => may.includes(desk));
  if (!desks.length && !may.includes("dealer")) return null;
  return (
    <section>
      <h2>{w.desks}</h2>
      <p class="ways">
        {desks.map((desk) => (
          <a key={desk} class="button" href={`/${desk}`}>
            {w[desk]}
          </a>
        ))}
      </p>
      <p class="ways">
        <span class="faint">{w.displays}</span>
        {tables.value?.tables.map((it) => (
          <a key={it.table} class="button quiet" href={`/display/${inPath(it.table)}`}>
            {it.table}
          </a>
        ))}
      </p>
    </section>
  );
}

function Door() {
  const w = words.value;
  const who = me.value;
  const found = tables.value;
  const first = found?.tables.find((it) => it.table === found.play?.table) ?? found?.tables[0];
  const works = who?.signed_in && !who.consoles.includes("player");
  return (
    <>
      <TopBar title={who?.signed_in ? w.signedInAs(who.name) : w.tables}>
        {first ? (
          <>
            <a class="tool door-wide" href={`/rules/${inPath(first.table)}`} title={w.rules}>
              <Icon name="book" />
              <span class="tool-text">{w.rules}</span>
            </a>
            <a class="tool door-wide" href={`/odds/${inPath(first.rulebook)}`} title={w.odds}>
              <Icon name="dice" />
              <span class="tool-text">{w.odds}</span>
            </a>
          </>
        ) : null}
        {who?.signed_in ? (
          <a class="tool" href="/sessions" title={w.sessions}>
            <Icon name="user" />
            <span class="tool-text">{w.sessions}</span>
          </a>
        ) : who ? (
          <a class="tool" href="/sign-in" title={w.signIn}>
            <Icon name="user" />
            <span class="tool-text">{w.signIn}</span>
          </a>
        ) : null}
      </TopBar>
      <main class="door" tabIndex={-1}>
        {works ? <Desks /> : null}
        {who?.demo || who?.consoles.includes("player") ? (
          <PlayNow found={found} own={Boolean(who.signed_in && !works)} going={going.value} onPlay={() => play()} />
        ) : null}
        <p class="refusal" role="status">
          {refused.value}
        </p>
        <section>
          <h2>{works ? w.tables : w.chooseTable}</h2>
          <ul class="tables">
            {found?.tables.map((it) => (
              <TableCard
                key={it.table}
                it={it}
                may={who?.consoles ?? []}
                onPlay={who?.demo && !works ? () => play(it.table) : undefined}
              />
            ))}
          </ul>
        </section>
        <Roles />
      </main>
    </>
  );
}

show(<Door />);
attempt(Promise.resolve());
setInterval(() => {
  if (!document.hidden && !going.value) look().catch(() => undefined);
}, LOOK);
