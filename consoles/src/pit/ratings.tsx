/** Who plays, and what the house keeps of it on average: by seat and the end of the card, never by name. */
import type { RatingsView, RatingView } from "../api/types";
import { net, stake } from "../words/money";
import { takingsWords } from "../words/takings";

export function Ratings({ it }: { it: RatingsView }) {
  const w = takingsWords.value;
  const given = it.comps_percent === null ? w.noComps : w.comps(it.comps_percent);
  const listed = it.lines.length < it.players ? w.ofPlayers(it.lines.length, it.players) : "";
  return (
    <section class="card ratings" aria-label={w.ratings}>
      <div class="panel-head">
        <h2>{w.ratings}</h2>
        <span class="label">{[listed, given].filter(Boolean).join(" · ")}</span>
      </div>
      {it.lines.length ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{w.card}</th>
              <th scope="col">{w.tableAndSeat}</th>
              <th scope="col">{w.time}</th>
              <th scope="col">{w.averageBet}</th>
              <th scope="col">{w.theoryOf}</th>
              <th scope="col">{w.houseWin}</th>
              <th scope="col">{w.compsOf}</th>
            </tr>
          </thead>
          <tbody>
            {it.lines.map((line, n) => (
              <Line key={n} it={line} />
            ))}
          </tbody>
        </table>
      ) : (
        <p class="quiet-line">{w.nobodyPlayed}</p>
      )}
    </section>
  );
}

function Line({ it }: { it: RatingView }) {
  const w = takingsWords.value;
  const [hours, minutes] = [Math.floor(it.minutes / 60), it.minutes % 60];
  return (
    <tr class={it.card ? "" : "unrated"}>
      <th scope="row">{it.card || w.noCard}</th>
      <td>{`${it.table}, ${it.seat}${it.here ? "" : ` (${w.left})`}`}</td>
      <td>{hours ? w.hours(hours, minutes) : w.minutes(minutes)}</td>
      <td>{stake(it.average_bet)}</td>
      <td>{stake(it.theory)}</td>
      <td>{net(it.win)}</td>
      <td>{it.comps === null ? (it.card ? "–" : w.notRated) : stake(it.comps)}</td>
    </tr>
  );
}
