import { get, inPath, toTheDoor, whoAmI } from "../api/http";
import { Live } from "../api/live";
import type { LayoutView } from "../api/types";
import { begin, fromAddress, show } from "../page";
import { entersAsDevice } from "../pair/device";
import { Display } from "./display";

const table = fromAddress();
document.title = `${table} · Dicehouse`;

begin(table, async () => {
  const me = await whoAmI();
  if (!me.signed_in && !(await entersAsDevice())) return toTheDoor(me);
  const layout = await get<LayoutView>(`/api/tables/${inPath(table)}/layout`);
  show(<Display live={new Live({ as: "display", table })} layout={layout} />);
});
