/** The cage: one card on the counter, chips, tickets, hand-pays, and what goes to and from the tables. */
import { useRef } from "preact/hooks";
import type { CageView } from "../api/types";
import { Acts, OpenAct } from "../desk/act";
import { Clock, Waiting } from "../desk/begin";
import type { Desk } from "../desk/desk";
import { ConnectionBar } from "../parts/banners";
import { MessageLine } from "../parts/message";
import { Icon } from "../parts/sprite";
import { TopBar } from "../parts/top-bar";
import { told, whyNot } from "../words";
import { deskWords } from "../words/desk";
import { dollars } from "../words/money";
import { Account } from "./account";
import { Chips } from "./chips";
import { Floats, HandPays, Terms, Tickets } from "./lines";
import { Limits, PatronCard } from "./patron";
import "./cage.css";

export type Cage = Desk<CageView>;

export function CageDesk({ desk }: { desk: Cage }) {
  const view = desk.view.value;
  const w = deskWords.value;
  if (!view) return <Waiting live={desk.live} what={w.cage} />;
  return (
    <div class="desk">
      <TopBar title={w.cage}>
        <span class="desk-fact">{w.float(dollars(view.cash), dollars(view.chips))}</span>
        <span class={`tag ${view.unbalanced ? "coral" : "mint"}`} title={view.unbalanced}>
          <Icon name={view.unbalanced ? "warn" : "chain"} size="small" />
          {view.unbalanced ? w.unbalanced : w.balances}
        </span>
        <span class="bar-line" aria-hidden="true" />
        <span class="desk-fact">{`${told(view.role.replaceAll("-", " "))} ${view.name}`}</span>
        <Clock />
      </TopBar>
      <ConnectionBar live={desk.live} />
      <div class="desk-message">
        <MessageLine message={desk.message.value} />
      </div>
      <main class="cage">
        <div class="cage-column">
          <Search desk={desk} view={view} />
          {view.patron ? (
            <>
              <PatronCard patron={view.patron} desk={desk} />
              <Limits patron={view.patron} desk={desk} />
            </>
          ) : null}
          <details class="new-patron card">
            <summary>{w.newPatron}</summary>
            <Acts acts={view.register} desk={desk} />
          </details>
        </div>
        <div class="cage-column">
          {view.patron ? <Account key={view.patron.name} patron={view.patron} desk={desk} /> : null}
          <Chips view={view} desk={desk} />
          <Terms view={view} desk={desk} />
        </div>
        <div class="cage-column">
          <Tickets view={view} desk={desk} />
          <HandPays view={view} desk={desk} />
          <Floats view={view} desk={desk} />
        </div>
      </main>
      <OpenAct desk={desk} />
    </div>
  );
}

/** Which card lies on the counter. */
function Search({ desk, view }: { desk: Cage; view: CageView }) {
  const w = deskWords.value;
  const input = useRef<HTMLInputElement>(null);
  const ask = (card: string) => {
    desk.message.value = null;
    desk.live.watchAnother(card ? { card } : {});
  };
  return (
    <section>
      <form
        class="card-search"
        onSubmit={(event) => {
          event.preventDefault();
          ask(input.current?.value.trim() ?? "");
        }}
      >
        <Icon name="search" />
        <label>
          {w.card}
          <input
            ref={input}
            type="text"
            name="card"
            inputMode="numeric"
            autocomplete="off"
            maxLength={64}
            defaultValue={view.asked}
          />
        </label>
        <span>
          <button type="submit" class="link">
            {w.find}
          </button>
          {view.asked ? (
            <button
              type="button"
              class="link"
              onClick={() => {
                if (input.current) input.current.value = "";
                ask("");
              }}
            >
              {w.clear}
            </button>
          ) : null}
        </span>
      </form>
      <p class="quiet-line" role="status">
        {view.no_patron ? <span class="coral-text">{whyNot(view.no_patron)}</span> : view.patron ? "" : w.noCard}
      </p>
    </section>
  );
}
