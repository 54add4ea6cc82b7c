/** The promise of a draw: a secret is drawn here, kept by people, and only its SHA-256 goes out. */
import { useState } from "preact/hooks";
import type { ActView } from "../api/types";
import { hexOf, sha256 } from "../desk/secret";
import { Dialog } from "../parts/dialog";
import { said, whyNot } from "../words";
import { tourneyWords } from "../words/tournament";
import type { Promoting } from "./promotions";
import { committing } from "./promotions";

const close = (): void => { committing.value = false; };

export function CommitForm({ desk, act }: { desk: Promoting; act: ActView }) {
  const w = tourneyWords.value;
  const [secret] = useState(() => hexOf(crypto.getRandomValues(new Uint8Array(24))));
  const [kept, setKept] = useState(false);
  const [wrong, setWrong] = useState("");
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const answer = await desk.give(act.to, { do: act.do, ...act.given, commitment: await sha256(secret) });
    if (!answer.ok) return setWrong(whyNot(answer.refused));
    desk.tell(act, answer);
    close();
  }
  return (
    <Dialog title={w.commitTitle} onClose={close}>
      <form class="act-form" onSubmit={(event) => void submit(event)}>
        <p>{w.commitWords}</p>
        <p class="the-secret mono">{secret}</p>
        <label class="check-line"><input type="checkbox" required checked={kept} onChange={(event) => setKept(event.currentTarget.checked)} /><span>{w.keptIt}</span></label>
        <p class="refusal" role="alert">{wrong}</p>
        <div class="choices"><button type="button" class="button quiet" onClick={close}>{w.leaveIt}</button><button type="submit" class="button main" disabled={!kept}>{said(act.name)}</button></div>
      </form>
    </Dialog>
  );
}
