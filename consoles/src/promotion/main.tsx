/** The public page of a promotion: its terms, its draw with all that it takes to work it out again, and its results. */
import { get, inPath, RefusedError, whoAmI } from "../api/http";
import type { Me, PromotionPage, SheetSection } from "../api/types";
import { fromAddress, show } from "../page";
import { Banner } from "../parts/banners";
import { DrawFacts } from "../parts/draw";
import { TopBar } from "../parts/top-bar";
import { said, whyNot } from "../words";
import { dollars } from "../words/money";
import { tourneyWords } from "../words/tournament";
import "./promotion.css";

function Section({ it }: { it: SheetSection }) {
  return (
    <section>
      <h3>{it.title}</h3>
      {it.facts.length ? <dl class="term-facts">{it.facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl> : null}
      {it.texts.map((text) => <p key={text}>{text}</p>)}
      {it.rows.length ? <table><thead><tr>{it.columns.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead><tbody>{it.rows.map((row) => <tr key={row.join()}>{row.map((cell, index) => <td key={index}>{cell}</td>)}</tr>)}</tbody></table> : null}
    </section>
  );
}

function Page({ it, me }: { it: PromotionPage; me: Me }) {
  const w = tourneyWords.value;
  return (
    <>
      <TopBar title={it.name} demo={me.demo} tags={<span class="tag">{said(it.stage)}</span>} />
      <main class="promotion">
        {it.over ? <Banner tone="coral" icon="warn" text={it.over} /> : null}
        <section class="card">
          <h2>{w.results}</h2>
          {it.winners.length ? (
            <table><thead><tr><th scope="col">{w.prizeName}</th><th scope="col">{w.value}</th><th scope="col">{w.winningEntry}</th><th scope="col">{w.state2}</th></tr></thead>
              <tbody>{it.winners.map((won) => <tr key={won.prize}><td>{w.prize(won.prize, won.name)}</td><td>{dollars(won.value)}</td><td>{won.entry}</td><td>{won.awarded ? w.awarded : w.open}</td></tr>)}</tbody></table>
          ) : <p class="faint">{w.noWinners}</p>}
          {it.results ? <p>{w.publishedAt(it.results)}</p> : null}
        </section>
        <section class="card"><h2>{w.drawTitle}</h2><p>{w.entries(it.draw.entries, it.draw.persons)}</p><DrawFacts draw={it.draw} /><h3>{w.proof}</h3><p class="faint">{w.proofWords}</p></section>
        <section class="card terms" lang="en"><h2>{`${w.terms}, ${w.version(it.version)}`}</h2>{it.sections.map((section) => <Section key={section.title} it={section} />)}</section>
      </main>
    </>
  );
}

async function begin(): Promise<void> {
  const [me, it] = await Promise.all([whoAmI(), get<PromotionPage>(`/api/promotions/${inPath(fromAddress())}`)]);
  document.title = `${it.name} · Dicehouse`;
  show(<Page it={it} me={me} />);
}

begin().catch((error: unknown) => {
  const text = error instanceof RefusedError ? whyNot(error.refused) : String(error);
  show(<><TopBar title={tourneyWords.value.promotions} /><main class="promotion"><Banner tone="coral" icon="warn" text={text} /></main></>);
});
