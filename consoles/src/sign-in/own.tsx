/** What staff who have signed in may change about how they do: passkeys and the password. */
import { useSignal } from "@preact/signals";
import { post, RefusedError, whoAmI } from "../api/http";
import type { Me } from "../api/types";
import { whyNot, words } from "../words";
import { signInWords } from "../words/sign-in";
import { NoPasskeyError, registerPasskey } from "./passkeys";

/** What went wrong, in a sentence. */
export function sentence(error: unknown): string {
  if (error instanceof NoPasskeyError) return signInWords.value.cancelled;
  return error instanceof RefusedError ? whyNot(error.refused) : String(error);
}

export function Own({ me, next, after }: { me: Me; next: string; after: (me: Me) => void }) {
  const w = signInWords.value;
  const said = useSignal("");
  const refused = useSignal("");

  async function act(work: () => Promise<Me>, done: string): Promise<void> {
    said.value = refused.value = "";
    try {
      await work();
      after(await whoAmI());
      said.value = done;
    } catch (error) {
      refused.value = sentence(error);
    }
  }

  async function signOut(): Promise<void> {
    await post("/api/sign-out", {});
    location.assign("/sign-in");
  }

  function change(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const fields = Object.fromEntries(new FormData(form));
    void act(async () => { const me = await post<Me>("/api/password", fields); form.reset(); return me; }, w.changed);
  }

  return (
    <main class="sign-in">
      <h1>{words.value.signedInAs(me.name)}</h1>
      <h2>{w.ownTitle}</h2>
      {me.passkey_missing && <p>{w.registerFirst}</p>}
      <button type="button" class="button" onClick={() => void act(registerPasskey, w.registered)}>{w.register}</button>
      {!me.passkey_missing && (
        <form onSubmit={change}>
          <input type="hidden" autocomplete="username" value={me.name} />
          <label class="field"><span>{w.current}</span><input name="current" type="password" autocomplete="current-password" required maxLength={256} /></label>
          <label class="field"><span>{w.fresh}</span><input name="new" type="password" autocomplete="new-password" required minLength={12} maxLength={256} /></label>
          <button type="submit" class="button">{w.change}</button>
        </form>
      )}
      <p role="status">{said.value}</p>
      <p class="refusal" role="alert">{refused.value}</p>
      <div class="switch">
        <button type="button" class="button" onClick={() => void signOut()}>{w.signOut}</button>
        {!me.passkey_missing && <a class="button main" href={next}>{w.goOn}</a>}
      </div>
    </main>
  );
}
