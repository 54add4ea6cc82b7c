/** The odds laboratory: every wager of a rulebook on the left, the chosen one and the readings on the right. */
import type { ComponentChildren } from "preact";
import type { OddsView, WagerOdds } from "../api/types";
import { Banner } from "../parts/banners";
import { Icon } from "../parts/sprite";
import { TopBar } from "../parts/top-bar";
import { odds as price, said, told } from "../words";
import { oddsWords } from "../words/odds";
import { EdgeBar } from "./charts";
import type { Laboratory } from "./laboratory";
import { WagerPane } from "./wager";
import "./odds.css";

export function LaboratoryPage({ at }: { at: Laboratory }) {
  const w = oddsWords.value;
  const odds = at.odds.value;
  return (
    <div class="lab-page">
      <TopBar title={w.title}>
        <a class="button quiet" href={at.at("", {})} download={`odds-${at.rulebook}.json`} title={w.jsonMore}>
          <Icon name="export" />
          {w.json}
        </a>
      </TopBar>
      <nav class="books" aria-label={w.rulebooks}>
        {at.books.value.map((it) => (
          <a key={it.id} href={`/odds/${it.id}`} class="book" aria-current={it.id === at.rulebook ? "page" : undefined}>
            {told(it.name)}
            {it.over ? (
              <span class="over-tag" title={w.overCount(it.over)}>
                <Icon name="warn" size="small" />
                {it.over}
                <span class="unseen">{w.overCount(it.over)}</span>
              </span>
            ) : null}
          </a>
        ))}
      </nav>
      {at.refused.value ? <Banner tone="coral" icon="warn" text={at.refused.value} /> : null}
      {odds ? (
        <main class="lab" aria-busy={at.busy.value}>
          <Wagers odds={odds} at={at} />
          {at.wager.value ? <WagerPane it={at.wager.value} odds={odds} at={at} /> : null}
        </main>
      ) : (
        <main class="loading" aria-busy={!at.refused.value}>
          {at.refused.value ? (
            <p>
              <a class="button quiet" href="/">
                Dicehouse
              </a>
            </p>
          ) : (
            <p role="status">{w.working}</p>
          )}
        </main>
      )}
    </div>
  );
}

function Wagers({ odds, at }: { odds: OddsView; at: Laboratory }) {
  const w = oddsWords.value;
  const widest = Math.max(...odds.wagers.map((it) => it.bar), 1);
  return (
    <section class="card list" aria-label={w.wagers} tabIndex={0}>
      <table>
        <caption class="unseen">{told(odds.name)}</caption>
        <thead>
          <tr>
            <th scope="col">{w.wager}</th>
            <th scope="col">{w.pays}</th>
            <th scope="col" class="num">
              {w.returnExact}
            </th>
            <th scope="col" class="num">
              {w.percent}
            </th>
            <th scope="col" class="num">
              {w.houseEdge}
            </th>
            <th scope="col" class="axis">
              {w.axis}
            </th>
          </tr>
        </thead>
        <tbody>
          {odds.wagers.map((it) => (
            <Row key={it.id} it={it} widest={widest} at={at} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ it, widest, at }: { it: WagerOdds; widest: number; at: Laboratory }) {
  const w = oddsWords.value;
  const chosen = at.wager.value?.id === it.id;
  const open =
    at.readings.value?.readings.filter((reading) => reading.moves.some((id) => it.ids.includes(id))).length ?? 0;
  return (
    <tr class={`${chosen ? "chosen" : ""} ${it.over ? "over" : ""}`}>
      <th scope="row">
        <button type="button" class="row-button" aria-pressed={chosen} onClick={() => at.choose(it.id)}>
          {said(it.name)}
        </button>
        {it.shipped ? (
          <Tag tone={it.over ? "coral" : "brass"}>{w.onTrial}</Tag>
        ) : it.over ? (
          <Tag tone="coral">{w.over}</Tag>
        ) : open ? (
          <Tag>{w.readings(open)}</Tag>
        ) : null}
      </th>
      <td class="soft">{price(it.pays)}</td>
      <td class="num soft">{it.returns.exact}</td>
      <td class="num">
        <b>{it.returns.read}</b>
      </td>
      <td class="num edge">{it.edge.read}</td>
      <td class="axis">
        <EdgeBar
          bar={it.bar}
          widest={widest}
          label={it.over ? w.loses(it.edge.read.replace("-", "")) : w.keeps(it.edge.read)}
        />
      </td>
    </tr>
  );
}

function Tag({ tone = "", children }: { tone?: string; children: ComponentChildren }) {
  return <span class={`tag ${tone}`}>{children}</span>;
}
