/** The board of a tournament on a display: the clock, seats and standings, entrants by number. Anyone may look. */
import { signal } from "@preact/signals";
import { clockTime, heardAt, keepTimeOf, tick } from "../api/clock";
import { get, inPath } from "../api/http";
import type { LeaderboardView, TournamentView } from "../api/types";
import { fromAddress, sentence, show } from "../page";
import { Plain } from "../parts/plain";
import { entrant, RoundClock, RoundFacts, SeatsDrawn, Standings } from "../parts/standings";
import { TopBar } from "../parts/top-bar";
import { tourneyWords } from "../words/tournament";
import "./leaderboard.css";

const EVERY = 2_000;
const board = signal<TournamentView | null>(null);
const trouble = signal("");

async function look(): Promise<void> {
  try {
    const view = await get<LeaderboardView>(`/api/tournaments/${inPath(fromAddress())}`);
    heardAt(view.now);
    keepTimeOf(view.time_zone);
    board.value = view.tournament;
    trouble.value = "";
  } catch (error) {
    trouble.value = sentence(error);
  }
  setTimeout(() => void look(), EVERY);
}

function Seating({ it }: { it: TournamentView }) {
  const w = tourneyWords.value;
  return (
    <section class="card">
      <h2>{w.seating}</h2>
      <div class="seating">
        {it.tables.map((table) => (
          <div key={table.table}>
            <h3>{table.table}</h3>
            <p>
              {w.state[table.state]}, {w.spinOf(table.spin, it.spins, table.playing)}
            </p>
            <ol>
              {table.seats.map((number, index) => (
                <li key={number}>
                  <i>{it.entrants.find((one) => one.number === number)?.seat ?? index + 1}</i>
                  {entrant(number)}
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
}

function Board() {
  const w = tourneyWords.value;
  const it = board.value;
  if (trouble.value) return <Plain title={it?.name ?? w.leaderboard} wrong={trouble.value} />;
  return (
    <>
      <TopBar title={it?.name ?? w.leaderboard}>
        <time class="desk-clock">{clockTime(tick.value || Date.now())}</time>
      </TopBar>
      {it ? (
        <main class="leaderboard">
          <div class="column">
            <section class="card">
              <RoundClock it={it} size={180} />
            </section>
            <section class="card">
              <h2>{w.thisRound}</h2>
              <RoundFacts it={it} />
              <SeatsDrawn it={it} />
            </section>
          </div>
          <section class="card">
            <h2>{it.phase === "finished" ? w.results : w.standings}</h2>
            <Standings tournament={it} />
          </section>
          {it.tables.length ? <Seating it={it} /> : null}
        </main>
      ) : null}
    </>
  );
}

show(<Board />);
void look();
