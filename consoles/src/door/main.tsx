/** The door: who you are, and where you can go. In the demo you may be anyone of the house. */
import { signal } from "@preact/signals";
import { get, inPath, post, RefusedError, whoAmI } from "../api/http";
import type { DemoIdentity, Me, TableLine, Tables } from "../api/types";
import { show } from "../page";
import { Icon } from "../parts/sprite";
import { Tool, TopBar } from "../parts/top-bar";
import { capital, told, whyNot, words } from "../words";
import { stake } from "../words/money";
import "./door.css";

const me = signal<Me | null>(null);
const tables = signal<TableLine[]>([]);
const refused = signal("");

async function refresh(): Promise<void> {
  me.value = await whoAmI();
  if (!me.value.signed_in && !me.value.demo) return location.replace("/sign-in");
  tables.value = (await get<Tables>("/api/tables")).tables;
}

function attempt(work: Promise<unknown>): void {
  refused.value = "";
  work.then(refresh).catch((error: unknown) => {
    refused.value = error instanceof RefusedError ? whyNot(error.refused) : String(error);
  });
}

function Person({ it, chosen }: { it: DemoIdentity; chosen: boolean }) {
  return (
    <li>
      <button type="button" class="person" aria-pressed={chosen} onClick={() => attempt(post("/api/sign-in/demo", { who: it.who }))}>
        <Icon name={chosen ? "check" : "user"} />
        <span><b>{capital(it.who)}</b><span class="faint">{told(it.words)}</span></span>
      </button>
    </li>
  );
}

function Table({ it, may }: { it: TableLine; may: Me["consoles"] }) {
  const w = words.value;
  const at = inPath(it.table);
  return (
    <li class="table-line card">
      <div><h3>{it.table}</h3><p class="faint">{told(it.rulebook_name)}</p></div>
      <p class="table-facts">
        <span class={`tag ${it.open ? "mint" : ""}`}>{it.open ? w.open : w.shut}</span>
        <span class="tag">{w.sign(stake(it.minimum), stake(it.maximum))}</span>
        <span class="faint">{w.seatsFree(it.seats - it.taken, it.seats)}</span>
      </p>
      <p class="ways">
        {may.includes("player") ? <a class="button" href={`/player/${at}`}>{w.play}</a> : null}
        {may.includes("dealer") ? <a class="button" href={`/dealer/${at}`}>{w.deal}</a> : null}
        <a class="button quiet" href={`/display/${at}`}>{w.watch}</a>
        <a class="button quiet" href={`/rules/${at}`}>{w.rules}</a>
        <a class="button quiet" href={`/odds/${inPath(it.rulebook)}`}>{w.odds}</a>
      </p>
    </li>
  );
}

function Door() {
  const w = words.value;
  const who = me.value;
  const desks = (["pit", "cage", "inspector", "director", "promotions"] as const).filter((desk) => who?.consoles.includes(desk));
  return (
    <>
      <TopBar title={who?.signed_in ? w.signedInAs(who.name) : w.tables} demo={who?.demo ?? false}>
        {who?.signed_in ? <Tool icon="leave" text={w.signOut} onClick={() => attempt(post("/api/sign-out", {}))} /> : null}
      </TopBar>
      <main class="door">
        {who?.demo ? (
          <section>
            <h2>{w.whoAreYou}</h2>
            <p class="faint">{w.whoWords}</p>
            <ul class="people">{who.demo_identities.map((it) => <Person key={it.who} it={it} chosen={who.signed_in && who.name === it.who} />)}</ul>
            <p class="refusal" role="status">{refused.value}</p>
          </section>
        ) : null}
        {desks.length ? (
          <section><h2>{w.desks}</h2><p class="ways">{desks.map((desk) => <a key={desk} class="button" href={`/${desk}`}>{w[desk]}</a>)}</p></section>
        ) : null}
        <section>
          <h2>{w.tables}</h2>
          {who && !who.signed_in ? <p class="faint">{w.chooseFirst}</p> : null}
          <ul class="tables">{tables.value.map((it) => <Table key={it.table} it={it} may={who?.consoles ?? []} />)}</ul>
        </section>
      </main>
    </>
  );
}

show(<Door />);
attempt(Promise.resolve());
