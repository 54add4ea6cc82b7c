/** Signing in: players by card and PIN, staff by name, password and passkey; staff also change these here. */
import { signal } from "@preact/signals";
import { me, post, whoAmI } from "../api/http";
import type { Me } from "../api/types";
import { show } from "../page";
import { TopBar } from "../parts/top-bar";
import { words } from "../words";
import { signInWords } from "../words/sign-in";
import { Own, wrongWith } from "./own";
import { usePasskey } from "./passkeys";
import "../door/door.css";

const kind = signal<"player" | "staff">("player");
const refused = signal("");

/** Back to a page of ours and never to another's. */
function next(): string {
  const wanted = new URLSearchParams(location.search).get("next") ?? "/";
  return wanted.startsWith("/") && !wanted.startsWith("//") && !wanted.includes("\\") ? wanted : "/";
}

async function submit(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement));
  refused.value = "";
  try {
    await whoAmI();
    await post(`/api/sign-in/${kind.value}`, fields);
    await goOn();
  } catch (error) {
    refused.value = wrongWith(error);
  }
}

/** With what is still due, or to the page that was asked for. */
async function goOn(): Promise<void> {
  const it = await whoAmI();
  if (it.passkey_missing) return;
  if (it.second_factor) await usePasskey();
  location.assign(next());
}

async function again(): Promise<void> {
  refused.value = "";
  await goOn().catch((error: unknown) => {
    refused.value = wrongWith(error);
  });
}

function SignIn() {
  const w = words.value;
  const player = kind.value === "player";
  return (
    <main class="sign-in">
      <h2>{w.signIn}</h2>
      <div class="switch">
        <button
          type="button"
          class="button"
          aria-pressed={player}
          onClick={() => {
            kind.value = "player";
          }}
        >
          {w.signInPlayer}
        </button>
        <button
          type="button"
          class="button"
          aria-pressed={!player}
          onClick={() => {
            kind.value = "staff";
          }}
        >
          {w.signInStaff}
        </button>
      </div>
      <form onSubmit={(event) => void submit(event)} key={kind.value}>
        <label class="field">
          <span>{player ? w.cardNumber : w.name}</span>
          <input name={player ? "card" : "name"} type="text" autocomplete="username" required maxLength={64} />
        </label>
        <label class="field">
          <span>{player ? w.pin : w.password}</span>
          <input
            name={player ? "pin" : "password"}
            type="password"
            autocomplete="current-password"
            required
            maxLength={player ? 16 : 256}
          />
        </label>
        <p class="refusal" role="alert">
          {refused.value}
        </p>
        {me.value?.second_factor && (
          <button type="button" class="button" onClick={() => void again()}>
            {signInWords.value.use}
          </button>
        )}
        <button type="submit" class="button main big">
          {w.signIn}
        </button>
      </form>
    </main>
  );
}

/** Whoever is signed in as staff by name and password may change how they do it. */
function isStaff(it: Me | null): it is Me {
  return it?.by_password === true && (it.passkey_missing || !it.second_factor);
}

function Page() {
  const it = me.value;
  return (
    <>
      <TopBar title={words.value.signIn} />
      {isStaff(it) ? <Own me={it} next={next()} /> : <SignIn />}
    </>
  );
}

show(<Page />);
