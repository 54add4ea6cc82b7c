import { effect } from "@preact/signals";
import { get, inPath, leaveIfSignedOut, toTheDoor, whoAmI } from "../api/http";
import { Live } from "../api/live";
import type { LayoutView } from "../api/types";
import { begin, fromAddress, leaveIfShownOut, show } from "../page";
import { Loading } from "./panels";
import { Terminal } from "./terminal";
import "./player.css";

const table = fromAddress();
document.title = `${table} · Dicehouse`;
show(<Loading table={table} long={false} />);
const slow = setTimeout(() => show(<Loading table={table} long />), 5_000);

async function fetched(): Promise<void> {
  const me = await whoAmI();
  if (!me.signed_in) return toTheDoor(me);
  const layout = await get<LayoutView>(`/api/tables/${inPath(table)}/layout`);
  const live = new Live({ as: "player", table });
  leaveIfShownOut(live, table);
  effect(() => {
    if (live.tries.value > 1) leaveIfSignedOut();
  });
  show(<Terminal live={live} layout={layout} me={me} />);
}

begin(table, () => fetched().finally(() => clearTimeout(slow)));
