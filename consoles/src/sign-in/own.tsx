/** What staff who have signed in may change about how they do: passkeys and the password. */
import { useSignal } from "@preact/signals";
import { post, whoAmI } from "../api/http";
import type { Me } from "../api/types";
import { sentence } from "../page";
import { words } from "../words";
import { signInWords } from "../words/sign-in";
import { NoPasskeyError, registerPasskey } from "./passkeys";

/** What went wrong, in a sentence. */
export function wrongWith(error: unknown): string {
  return error instanceof NoPasskeyError ? signInWords.value.cancelled : sentence(error);
}

export function Own({ me, next }: { me: Me; next: string }) {
  const w = signInWords.value;
  const said = useSignal("");
  const refused = useSignal("");

  async function act(work: () => Promise<Me>, done: string): Promise<void> {
    said.value = refused.value = "";
    try {
      await work();
      await whoAmI();
      said.value = done;
    } catch (error) {
      refused.value = wrongWith(error);
    }
  }

  function change(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const fields = Object.fromEntries(new FormData(form));
    void act(async () => {
      const me = await post<Me>("/api/password", fields);
      form.reset();
      return me;
    }, w.changed);
  }

  return (
    <main class="sign-in">
      <h2>{words.value.signedInAs(me.name)}</h2>
      <h3>{w.ownTitle}</h3>
      {me.passkey_missing && <p>{w.registerFirst}</p>}
      <button type="button" class="button" onClick={() => void act(registerPasskey, w.registered)}>
        {w.register}
      </button>
      {!me.passkey_missing && (
        <form onSubmit={change}>
          <input type="hidden" autocomplete="username" value={me.name} />
          <label class="field">
            <span>{w.current}</span>
            <input name="current" type="password" autocomplete="current-password" required maxLength={256} />
          </label>
          <label class="field">
            <span>{w.fresh}</span>
            <input name="new" type="password" autocomplete="new-password" required minLength={12} maxLength={256} />
          </label>
          <button type="submit" class="button">
            {w.change}
          </button>
        </form>
      )}
      <p role="status">{said.value}</p>
      <p class="refusal" role="alert">
        {refused.value}
      </p>
      {!me.passkey_missing && (
        <div class="switch">
          <a class="button" href="/sessions">
            {words.value.sessions}
          </a>
          <a class="button main" href={next}>
            {w.goOn}
          </a>
        </div>
      )}
    </main>
  );
}
