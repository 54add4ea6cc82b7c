/** Terms as people read them: facts, sentences and tables, part by part. */
import type { SheetSection } from "../api/types";
import "./sheet.css";

export function SheetSections({ sections }: { sections: SheetSection[] }) {
  return (
    <>
      {sections.map((it) => (
        <Section key={it.title} it={it} />
      ))}
    </>
  );
}

function Section({ it }: { it: SheetSection }) {
  return (
    <section class="sheet-section">
      <h3>{it.title}</h3>
      {it.facts.length ? (
        <dl class="term-facts">
          {it.facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {it.texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {it.rows.length ? (
        <table>
          <thead>
            <tr>
              {it.columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {it.rows.map((row) => (
              <tr key={row.join()}>
                {row.map((cell, index) => (
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  );
}
