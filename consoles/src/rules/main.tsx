/** The rules of a table, for anyone who asks: every wager with its odds and clause, limits, payment, and how to disagree. */
import { get, inPath, whoAmI } from "../api/http";
import type { AreaView, LayoutView, Me, TableRules } from "../api/types";
import { begin, fromAddress, show } from "../page";
import { TopBar } from "../parts/top-bar";
import { chance, explained, odds, otherwise, said, told, translated, words } from "../words";
import "./rules.css";

function Prices({ area }: { area: AreaView }) {
  if (area.pays.length === 1) return <>{odds(area.odds)}</>;
  return (
    <>
      {area.pays.map((line) => (
        <div key={line.short + line.when}>
          {odds(line.odds)} <span>{told(line.when)}</span>
        </div>
      ))}
    </>
  );
}

function Wagers({ layout }: { layout: LayoutView }) {
  const w = words.value;
  const areas = [...layout.areas].sort((a, b) => a.order - b.order);
  return (
    <table class="rules-table">
      <caption>{w.rulesWagers}</caption>
      <thead>
        <tr>
          <th scope="col">{w.wager}</th>
          <th scope="col">{w.howItWins}</th>
          <th scope="col">{w.cardPays}</th>
          <th scope="col">{w.chance}</th>
          <th scope="col">{w.returns}</th>
          <th scope="col">{w.clause}</th>
        </tr>
      </thead>
      <tbody>
        {areas.map((area) => (
          <tr key={area.id}>
            <th scope="row">
              {said(area.name)}{" "}
              <span class="other-tongue" lang={w.otherLanguage === "中文" ? "zh-Hans" : "en"}>
                {otherwise(area.name)}
              </span>
            </th>
            <td>{explained(area.how)}</td>
            <td class="prices">
              <Prices area={area} />
            </td>
            <td class="number">{odds(chance(area.chance))}</td>
            <td class="number">{odds(area.return_percent)}</td>
            <td class="number">{area.clause}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Rules({ rules, layout, me }: { rules: TableRules; layout: LayoutView; me: Me }) {
  const w = words.value;
  return (
    <>
      <TopBar title={layout.table} />
      <main class="rules">
        <header>
          <h2>{w.rulesOf(rules.table)}</h2>
          <p>{told(rules.rulebook_name)}</p>
          <p class="faint">{w.rulesWords(translated(rules.edition))}</p>
          {rules.copy ? (
            <p>
              <a class="button" href={`/api/tables/${inPath(rules.table)}/rules/copy`} target="_blank" rel="noopener">
                {w.rulesCopy(rules.copy.toUpperCase())}
              </a>
              {rules.clause ? <span class="clause"> {w.rule(rules.clause)}</span> : null}
            </p>
          ) : (
            <p class="faint">
              {w.rulesNoCopy}
              {rules.clause ? ` (${rules.clause})` : ""}
            </p>
          )}
          {me.consoles.includes("player") ? (
            <p>
              <a class="button quiet" href={`/player/${inPath(rules.table)}`}>
                {w.backToTable}
              </a>
            </p>
          ) : null}
        </header>
        <Wagers layout={layout} />
        <div class="grid">
          {rules.sections.map((section) => (
            <section key={section.id}>
              <h2>{said(section.title)}</h2>
              <ul class="lines">
                {section.lines.map((line) => (
                  <li key={line.words.en}>
                    <span>{said(line.words)}</span>
                    {line.clause ? <span class="clause">{w.rule(line.clause)}</span> : null}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <details class="faint">
          <summary>{w.sameRules}</summary>
          <p class="mono">{rules.hash}</p>
        </details>
      </main>
    </>
  );
}

begin(words.value.rules, async () => {
  const at = inPath(fromAddress());
  const [me, layout, rules] = await Promise.all([
    whoAmI(),
    get<LayoutView>(`/api/tables/${at}/layout`),
    get<TableRules>(`/api/tables/${at}/rules`),
  ]);
  document.title = `${words.value.rulesOf(rules.table)} · Dicehouse`;
  show(<Rules rules={rules} layout={layout} me={me} />);
});
