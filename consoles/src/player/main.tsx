import { effect } from "@preact/signals";
import { Live } from "../api/live";
import { get, inPath, leaveIfSignedOut, RefusedError, toTheDoor, whoAmI } from "../api/http";
import type { LayoutView } from "../api/types";
import { fromAddress, show } from "../page";
import { Banner } from "../parts/banners";
import { Loading } from "./panels";
import { Terminal } from "./terminal";
import "./player.css";
import { whyNot } from "../words";

const table = fromAddress();
document.title = `${table} · Dicehouse`;
show(<Loading table={table} long={false} />);
const slow = setTimeout(() => show(<Loading table={table} long />), 5_000);

async function begin(): Promise<void> {
  const me = await whoAmI();
  if (!me.signed_in) return toTheDoor(me);
  const layout = await get<LayoutView>(`/api/tables/${inPath(table)}/layout`);
  clearTimeout(slow);
  const live = new Live({ as: "player", table });
  effect(() => { if (live.tries.value > 1) leaveIfSignedOut(); });
  show(<Terminal live={live} layout={layout} me={me} />);
}

begin().catch((error: unknown) => {
  clearTimeout(slow);
  const text = error instanceof RefusedError ? whyNot(error.refused) : String(error);
  show(<main class="loading"><Banner tone="coral" icon="warn" text={text} /><p><a class="button quiet" href="/">Dicehouse</a></p></main>);
});
