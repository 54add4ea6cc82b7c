/** The public page of a promotion: its terms, its draw with all that it takes to work it out again, and its results. */
import { get, inPath, whoAmI } from "../api/http";
import type { Me, PromotionPage } from "../api/types";
import { begin, fromAddress, show } from "../page";
import { Banner } from "../parts/banners";
import { DrawFacts } from "../parts/draw";
import { SheetSections } from "../parts/sheet";
import { TopBar } from "../parts/top-bar";
import { said } from "../words";
import { dollars } from "../words/money";
import { tourneyWords } from "../words/tournament";
import { YourPart } from "./claimant";
import "./promotion.css";

function Page({ it, me }: { it: PromotionPage; me: Me }) {
  const w = tourneyWords.value;
  return (
    <>
      <TopBar title={it.name} tags={<span class="tag">{said(it.stage)}</span>} />
      <main class="promotion">
        {it.over ? <Banner tone="coral" icon="warn" text={it.over} /> : null}
        {me.consoles.includes("claimant") ? <YourPart id={it.id} /> : null}
        <section class="card">
          <h2>{w.results}</h2>
          {it.winners.length ? (
            <table>
              <thead>
                <tr>
                  <th scope="col">{w.prizeName}</th>
                  <th scope="col">{w.value}</th>
                  <th scope="col">{w.winningEntry}</th>
                  <th scope="col">{w.state2}</th>
                </tr>
              </thead>
              <tbody>
                {it.winners.map((won) => (
                  <tr key={won.prize}>
                    <td>{w.prize(won.prize, won.name)}</td>
                    <td>{dollars(won.value)}</td>
                    <td>{won.entry}</td>
                    <td>{won.awarded ? w.awarded : w.open}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <p class="faint">{w.noWinners}</p>
          )}
          {it.results ? <p>{w.publishedAt(it.results)}</p> : null}
        </section>
        <section class="card">
          <h2>{w.drawTitle}</h2>
          <p>{w.entries(it.draw.entries, it.draw.persons)}</p>
          <DrawFacts draw={it.draw} />
          <h3>{w.proof}</h3>
          <p class="faint">{w.proofWords}</p>
        </section>
        <section class="card terms" lang="en">
          <h2>{`${w.terms}, ${w.version(it.version)}`}</h2>
          <SheetSections sections={it.sections} />
        </section>
      </main>
    </>
  );
}

begin(tourneyWords.value.promotions, async () => {
  const [me, it] = await Promise.all([whoAmI(), get<PromotionPage>(`/api/promotions/${inPath(fromAddress())}`)]);
  document.title = `${it.name} · Dicehouse`;
  show(<Page it={it} me={me} />);
});
