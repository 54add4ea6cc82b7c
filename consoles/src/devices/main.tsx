/** The devices of the house: staff type the code of a screen, compare its dice, and say what it shows. */
import { signal } from "@preact/signals";
import { get, post, toTheDoor, whoAmI } from "../api/http";
import type { Devices, PairingFound } from "../api/types";
import { begin, sentence, show } from "../page";
import { Dice } from "../parts/die";
import { Icon } from "../parts/sprite";
import { TopBar } from "../parts/top-bar";
import { pairingWords } from "../words/pairing";
import "./devices.css";

const list = signal<Devices>({ devices: [], tables: [] });
const code = signal("");
const found = signal<PairingFound | null>(null);
const told = signal("");
const refused = signal("");

function attempt(work: () => Promise<string>): void {
  told.value = refused.value = "";
  work()
    .then((done) => {
      told.value = done;
    })
    .catch((error: unknown) => {
      refused.value = sentence(error);
    });
}

function find(event: SubmitEvent): void {
  event.preventDefault();
  attempt(async () => {
    found.value = null;
    found.value = await post<PairingFound>("/api/pairing/find", { code: code.value });
    return "";
  });
}

function confirm(event: SubmitEvent): void {
  event.preventDefault();
  const it = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<string, string>;
  const name = it.name?.trim() ?? "";
  attempt(async () => {
    const seat = Number(it.seat) || 1;
    list.value = await post<Devices>("/api/pairing/confirm", { code: code.value, name, table: it.table, seat });
    notThisOne();
    return pairingWords.value.paired(name);
  });
}

function notThisOne(): void {
  found.value = null;
  code.value = "";
}

function remove(name: string): void {
  attempt(async () => {
    list.value = await post<Devices>("/api/devices/remove", { name });
    return pairingWords.value.removed(name);
  });
}

function Page() {
  const w = pairingWords.value;
  const it = found.value;
  return (
    <div class="devices">
      <TopBar title={w.devices} />
      <main>
        <form class="card" onSubmit={find}>
          <h2>{w.addDevice}</h2>
          <label class="field">
            <span>{w.codeOnScreen}</span>
            <input
              class="typed-code"
              value={code.value}
              maxLength={7}
              autocomplete="off"
              onInput={(event) => {
                code.value = event.currentTarget.value.toUpperCase();
                found.value = null;
              }}
            />
          </label>
          {it ? null : (
            <button type="submit" class="button main">
              {w.findIt}
            </button>
          )}
        </form>
        {it ? (
          <form class="card compare" onSubmit={confirm}>
            <h2>{w.sameDice}</h2>
            <Dice dice={it.dice} kind="ivory" size={64} />
            <p class="faint">{w.ifOthers}</p>
            <label class="field">
              <span>{w.itShows}</span>
              <select name="table">
                {list.value.tables.map((table) => (
                  <option key={table}>{table}</option>
                ))}
              </select>
            </label>
            {it.kind === "terminal" ? (
              <label class="field">
                <span>{w.atSeat}</span>
                <input name="seat" inputMode="numeric" value="1" />
              </label>
            ) : null}
            <label class="field">
              <span>{w.nameOnList}</span>
              <input name="name" required maxLength={64} autocomplete="off" />
            </label>
            <p class="faint">
              <Icon name="lock" size="small" /> {w.mayShow}
            </p>
            <div class="choices">
              <button type="button" class="button quiet big" onClick={notThisOne}>
                {w.notThisOne}
              </button>
              <button type="submit" class="button main big">
                {w.pairIt}
              </button>
            </div>
          </form>
        ) : null}
        <p class="refusal" role="alert">
          {refused.value}
        </p>
        <p class="good" role="status">
          {told.value}
        </p>
        <section class="card">
          <h2>{w.devices}</h2>
          <ul>
            {list.value.devices.map((one) => (
              <li key={one.name}>
                <span>
                  <b>{one.name}</b>
                  <small>
                    {w.kinds[one.kind] ?? one.kind}, {one.table}
                  </small>
                </span>
                {one.paired ? (
                  <button type="button" class="button danger" onClick={() => remove(one.name)}>
                    {w.takeOff}
                  </button>
                ) : null}
              </li>
            ))}
          </ul>
          {list.value.devices.length ? null : <p class="faint">{w.none}</p>}
        </section>
      </main>
    </div>
  );
}

begin(pairingWords.value.devices, async () => {
  const me = await whoAmI();
  if (!me.signed_in) return toTheDoor(me);
  list.value = await get<Devices>("/api/devices");
  show(<Page />);
});
