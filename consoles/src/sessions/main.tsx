/** Where one is signed in: every session of one's own, to be ended with password or PIN; for a manager also the staff's. */
import { signal } from "@preact/signals";
import { get, me, post, toTheDoor, whoAmI } from "../api/http";
import type { OwnSessions, SessionLine, SignedOut, StaffSignedIn } from "../api/types";
import { begin, sentence, show } from "../page";
import { Dialog } from "../parts/dialog";
import { Icon } from "../parts/sprite";
import { TopBar } from "../parts/top-bar";
import { words } from "../words";
import { sessionWords } from "../words/sessions";
import { whenIs } from "../words/time";
import "./sessions.css";

const list = signal<OwnSessions>({ sessions: [], asks: "", staff: null });
/** What is to be ended: one session by its id, all others as null, or every session of someone by name. */
const asking = signal<{ id: string | null } | { name: string } | null>(null);
const told = signal("");
const refused = signal("");

async function refresh(): Promise<void> {
  list.value = await get<OwnSessions>("/api/sessions");
}

function attempt(work: () => Promise<string>): void {
  told.value = refused.value = "";
  work()
    .then((done) => {
      told.value = done;
      asking.value = null;
    })
    .catch((error: unknown) => {
      refused.value = sentence(error);
    });
}

function endOwn(id: string | null, secret: string): void {
  attempt(async () => {
    const before = list.value.sessions.length;
    list.value = await post<OwnSessions>("/api/sessions/end", { id, secret });
    return sessionWords.value.ended(before - list.value.sessions.length);
  });
}

function endAllOf(name: string, forget: boolean): void {
  attempt(async () => {
    const { ended, forgotten } = await post<SignedOut>("/api/sign-out-everywhere", { name, forget_passkeys: forget });
    await refresh();
    return sessionWords.value.signedOut(name, ended, forgotten);
  });
}

function ask(what: typeof asking.value): void {
  refused.value = "";
  asking.value = what;
}

function Own({ it }: { it: SessionLine }) {
  const w = sessionWords.value;
  return (
    <li class="card session">
      <Icon name={it.here ? "check" : "user"} />
      <div>
        <h3>{it.here ? w.here : w.another}</h3>
        <p class="faint">{w.line(whenIs(it.since), it.address, whenIs(it.seen), whenIs(it.expires))}</p>
      </div>
      {it.here ? null : (
        <button type="button" class="button quiet" onClick={() => ask({ id: it.id })}>
          {w.end}
        </button>
      )}
    </li>
  );
}

function Staff({ staff }: { staff: StaffSignedIn[] }) {
  const w = sessionWords.value;
  return (
    <section>
      <h2>{w.staffTitle}</h2>
      <p class="faint">{staff.length ? w.staffWords : w.nobody}</p>
      <ul class="sessions-list">
        {staff.map((it) => (
          <li key={it.name} class="card session">
            <Icon name="user" />
            <div>
              <h3>{it.name}</h3>
              <p class="faint">{w.staffLine(it.sessions, whenIs(it.seen))}</p>
            </div>
            <button
              type="button"
              class="button quiet"
              aria-label={`${w.signOut}: ${it.name}`}
              onClick={() => ask({ name: it.name })}
            >
              {w.signOut}
            </button>
          </li>
        ))}
      </ul>
      <form
        class="by-name"
        onSubmit={(event) => {
          event.preventDefault();
          ask({ name: String(new FormData(event.currentTarget as HTMLFormElement).get("name")) });
        }}
      >
        <label class="field">
          <span>{w.name}</span>
          <input name="name" type="text" autocomplete="off" required maxLength={64} />
        </label>
        <button type="submit" class="button quiet">
          {w.signOut}
        </button>
      </form>
    </section>
  );
}

/** Once more before anything ends; one's own sessions with the secret that one signed in by. */
function Asking() {
  const w = sessionWords.value;
  const what = asking.value;
  if (!what) return null;
  const { asks, sessions } = list.value;
  const own = "id" in what;
  const title = own ? w.endTitle(what.id === null ? sessions.length - 1 : 1) : w.signOutTitle(what.name);
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    if (what && "id" in what) endOwn(what.id, String(form.get("secret") ?? ""));
    else if (what) endAllOf(what.name, form.get("forget") === "on");
  }
  return (
    <Dialog title={title} onClose={() => ask(null)}>
      <form class="asking" onSubmit={submit}>
        <p>{w.endWords}</p>
        {own && asks ? (
          <>
            <input type="hidden" autocomplete="username" value={me.value?.name ?? ""} />
            <label class="field">
              <span>{asks === "pin" ? w.pin : w.password}</span>
              <input name="secret" type="password" autocomplete="current-password" required maxLength={256} />
            </label>
          </>
        ) : null}
        {own ? null : (
          <label class="check-line">
            <input type="checkbox" name="forget" />
            {w.forget}
          </label>
        )}
        <p class="refusal" role="alert">
          {refused.value}
        </p>
        <div class="choices">
          <button type="button" class="button quiet" onClick={() => ask(null)}>
            {words.value.stayHere}
          </button>
          <button type="submit" class="button danger">
            {own ? w.endNow : w.signOut}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Page() {
  const w = sessionWords.value;
  const { sessions, asks, staff } = list.value;
  return (
    <>
      <TopBar title={w.title} />
      <main class="sessions">
        <section>
          <p class="faint">
            {w.words} {w.afterwards[asks]}
          </p>
          <p class="good" role="status">
            {told.value}
          </p>
          <ul class="sessions-list">
            {sessions.map((it) => (
              <Own key={it.id} it={it} />
            ))}
          </ul>
          {sessions.length > 1 ? (
            <button type="button" class="button danger" onClick={() => ask({ id: null })}>
              {w.endOthers}
            </button>
          ) : (
            <p>{w.onlyHere}</p>
          )}
        </section>
        {staff ? <Staff staff={staff} /> : null}
        <p>
          <a class="button quiet" href="/">
            {words.value.door}
          </a>
        </p>
      </main>
      <Asking />
    </>
  );
}

begin(sessionWords.value.title, async () => {
  const it = await whoAmI();
  if (!it.signed_in) return toTheDoor(it);
  await refresh();
  show(<Page />);
});
