/** The chain badge: how far the journal is verified, when it was signed, and whether a copy outside agrees. */
import type { ProofView } from "../api/types";
import type { IconName } from "../parts/sprite";
import { Icon } from "../parts/sprite";
import { inspectorWords } from "../words/inspector";
import type { Inspection } from "./inspection";
import { clock, dayAndTime, number } from "./time";

const LOOK: Record<ProofView["state"], [tone: string, icon: IconName]> = {
  never: ["amber", "clock"],
  running: ["sky", "clock"],
  stands: ["mint", "seal"],
  broken: ["coral", "warn"],
  failed: ["amber", "warn"],
};

function heading(it: ProofView): string {
  const w = inspectorWords.value;
  if (it.state === "never") return w.never;
  if (it.state === "running") return w.verifying(number(it.read), number(it.of));
  if (it.state === "failed") return w.notVerified;
  if (it.state === "stands") return w.verifiedTo(number(it.entries));
  const first = it.faults.find((fault) => fault.first)?.first;
  return first ? w.brokenAt(number(first)) : w.brokenSomewhere;
}

export function ProofBadge({ at }: { at: Inspection }) {
  const w = inspectorWords.value;
  const it = at.view.value!.proof;
  const [tone, icon] = LOOK[it.state];
  const since = it.state === "stands" ? at.last.value - it.entries : 0;
  return (
    <section class={`card proof ${tone}`} aria-label={w.proof}>
      <Icon name={icon} size="large" />
      <div role="status">
        <b>{heading(it)}</b>
        {it.state === "running" ? <progress max={it.of || 1} value={it.read} aria-label={w.proof} /> : null}
        {it.at ? (
          <p>
            {w.at(clock(it.at))}
            {since > 0 ? `, ${w.behind(since)}` : ""}
          </p>
        ) : null}
        {it.why ? <p>{it.why}</p> : null}
        {it.state === "running" || it.state === "never" ? null : <Outside it={it} />}
      </div>
      <button type="button" class="button" disabled={it.state === "running"} onClick={() => void at.verify()}>
        {w.verify}
      </button>
      {it.faults.length ? (
        <div class="faults">
          <h2>{w.faults}</h2>
          <ul>
            {it.faults.map((fault) => (
              <li key={`${fault.where} ${fault.why}`}>
                <span class="mono">{fault.where}</span> {fault.why}
              </li>
            ))}
          </ul>
          {it.more ? <p>{w.moreFaults(it.more)}</p> : null}
        </div>
      ) : null}
    </section>
  );
}

function Outside({ it }: { it: ProofView }) {
  const w = inspectorWords.value;
  return (
    <>
      <p>{it.seal ? w.sealed(dayAndTime(it.seal.at), number(it.seal.entries)) : w.noSeal}</p>
      {it.copies.length ? (
        it.copies.map((copy) => (
          <p key={copy.file}>{copy.agrees ? w.copyAgrees(copy.file, dayAndTime(copy.at)) : w.copyDiffers(copy.file)}</p>
        ))
      ) : (
        <p>{w.noCopy}</p>
      )}
    </>
  );
}
