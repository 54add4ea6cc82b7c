/** The inspector's desk: the journal with its proof, one round or entry opened, what is due, reports and rules. */
import type { ComponentChildren } from "preact";
import { tick } from "../api/clock";
import { Waiting } from "../desk/begin";
import { ConnectionBar } from "../parts/banners";
import { MessageLine } from "../parts/message";
import { Icon } from "../parts/sprite";
import { TopBar } from "../parts/top-bar";
import { inspectorWords } from "../words/inspector";
import { Beside } from "./beside";
import { EntryPane } from "./entry";
import type { Inspection, Pane } from "./inspection";
import { PrizesPane } from "./prizes";
import { ProofBadge } from "./proof";
import { ReportsPane } from "./reports";
import { RoundPane } from "./round";
import { RulesPane } from "./rules";
import { clock } from "./time";
import { Timeline } from "./timeline";
import "./inspector.css";

const PANES: Pane[] = ["journal", "prizes", "reports", "rules"];

export function InspectorDesk({ at }: { at: Inspection }) {
  const w = inspectorWords.value;
  const view = at.view.value;
  if (!view) return <Waiting live={at.live} what={w.inspector} />;
  const pane = at.pane.value;
  return (
    <div class="inspector-page">
      <TopBar
        title={w.inspector}
        tags={
          <span class="tag sky">
            <Icon name="eye" size="small" />
            {w.readOnly}
          </span>
        }
      >
        <div class="panes" role="group" aria-label={w.panes}>
          {PANES.map((it) => (
            <button
              key={it}
              type="button"
              class="tool pane"
              aria-pressed={pane === it}
              onClick={() => {
                at.pane.value = it;
              }}
            >
              {w[it]}
            </button>
          ))}
        </div>
        <a class="button quiet" href="/api/inspector/export" download="entries.jsonl" title={w.exportMore}>
          <Icon name="export" />
          {w.export}
        </a>
        <HouseClock />
      </TopBar>
      <ConnectionBar live={at.live} />
      <MessageLine message={at.message.value} />
      {pane === "journal" ? (
        <Journal at={at} />
      ) : pane === "prizes" ? (
        <PrizesPane at={at} />
      ) : pane === "reports" ? (
        <ReportsPane tables={view.tables.map((it) => it.table)} />
      ) : (
        <RulesPane at={at} />
      )}
    </div>
  );
}

function HouseClock() {
  void tick.value;
  return <time class="house-clock">{clock(new Date(tick.value || Date.now()).toISOString()).slice(0, 5)}</time>;
}

function Journal({ at }: { at: Inspection }) {
  const opened = at.opened.value;
  let middle: ComponentChildren = <p class="faint">{inspectorWords.value.chooseEntry}</p>;
  if (opened && "round" in opened) middle = <RoundPane it={opened.round} at={at} />;
  else if (opened && "entry" in opened) middle = <EntryPane it={opened.entry} at={at} />;
  return (
    <main class="inspector">
      <div class="left">
        <ProofBadge at={at} />
        <Timeline at={at} />
      </div>
      <section class="card middle" tabIndex={-1}>
        {middle}
      </section>
      <Beside at={at} />
    </main>
  );
}
