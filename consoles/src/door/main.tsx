/** The door: who you are, and where you can go. In the demo you may be anyone of the house. */
import { signal } from "@preact/signals";
import { get, inPath, me, post, whoAmI } from "../api/http";
import type { DemoIdentity, Me, TableLine, Tables } from "../api/types";
import { sentence, show } from "../page";
import { Icon } from "../parts/sprite";
import { TopBar } from "../parts/top-bar";
import { capital, told, words } from "../words";
import { stake } from "../words/money";
import "./door.css";

const tables = signal<TableLine[]>([]);
const refused = signal("");

async function refresh(): Promise<void> {
  const it = await whoAmI();
  if (!it.signed_in && !it.demo) return location.replace("/sign-in");
  tables.value = (await get<Tables>("/api/tables")).tables;
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

function Table({ it, may }: { it: TableLine; may: Me["consoles"] }) {
  const w = words.value;
  const at = inPath(it.table);
  return (
    <li class="table-line card">
      <div>
        <h3>{it.table}</h3>
        <p class="faint">{told(it.rulebook_name)}</p>
      </div>
      <p class="table-facts">
        <span class={`tag ${it.open ? "mint" : ""}`}>{it.open ? w.open : w.shut}</span>
        <span class="tag">{w.sign(stake(it.minimum), stake(it.maximum))}</span>
        <span class="faint">{w.seatsFree(it.seats - it.taken, it.seats)}</span>
      </p>
      <p class="ways">
        {may.includes("player") ? (
          <a class="button" href={`/player/${at}`}>
            {w.play}
          </a>
        ) : null}
        {may.includes("dealer") ? (
          <a class="button" href={`/dealer/${at}`}>
            {w.deal}
          </a>
        ) : null}
        <a class="button quiet" href={`/display/${at}`}>
          {w.watch}
        </a>
        <a class="button quiet" href={`/rules/${at}`}>
          {w.rules}
        </a>
        <a class="button quiet" href={`/odds/${inPath(it.rulebook)}`}>
          {w.odds}
        </a>
      </p>
    </li>
  );
}

function Door() {
  const w = words.value;
  const who = me.value;
  const desks = (["pit", "cage", "inspector", "director", "promotions"] as const).filter((desk) =>
    who?.consoles.includes(desk),
  );
  const people = who?.demo ? (
    <section>
      <h2>{who.signed_in ? w.beAnother : w.whoAreYou}</h2>
      {who.signed_in ? null : <p class="faint">{w.whoWords}</p>}
      <ul class="people">
        {who.demo_identities.map((it) => (
          <Person key={it.who} it={it} chosen={who.signed_in && who.name === it.who} />
        ))}
      </ul>
      <p class="refusal" role="status">
        {refused.value}
      </p>
    </section>
  ) : null;
  return (
    <>
      <TopBar title={who?.signed_in ? w.signedInAs(who.name) : w.tables}>
        {who?.signed_in ? (
          <a class="tool" href="/sessions" title={w.sessions}>
            <Icon name="user" />
            <span class="tool-text">{w.sessions}</span>
          </a>
        ) : null}
      </TopBar>
      <main class="door" tabIndex={-1}>
        {who?.signed_in ? null : people}
        {desks.length ? (
          <section>
            <h2>{w.desks}</h2>
            <p class="ways">
              {desks.map((desk) => (
                <a key={desk} class="button" href={`/${desk}`}>
                  {w[desk]}
                </a>
              ))}
            </p>
          </section>
        ) : null}
        <section>
          <h2>{w.tables}</h2>
          {who && !who.signed_in ? <p class="faint">{w.chooseFirst}</p> : null}
          <ul class="tables">
            {tables.value.map((it) => (
              <Table key={it.table} it={it} may={who?.consoles ?? []} />
            ))}
          </ul>
        </section>
        {who?.signed_in ? people : null}
      </main>
    </>
  );
}

show(<Door />);
attempt(Promise.resolve());
