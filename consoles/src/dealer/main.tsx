import { get, inPath, toTheDoor, whoAmI } from "../api/http";
import { Live } from "../api/live";
import type { LayoutView } from "../api/types";
import { begin, fromAddress, show } from "../page";
import { DealerConsole } from "./console";

const table = fromAddress();
document.title = `${table} · Dicehouse`;

begin(table, async () => {
  const me = await whoAmI();
  if (!me.signed_in) return toTheDoor(me);
  const layout = await get<LayoutView>(`/api/tables/${inPath(table)}/layout`);
  show(<DealerConsole live={new Live({ as: "dealer", table })} layout={layout} me={me} />);
});
