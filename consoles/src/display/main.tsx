import { get, inPath, RefusedError, whoAmI } from "../api/http";
import { Live } from "../api/live";
import type { LayoutView } from "../api/types";
import { fromAddress, show } from "../page";
import { Banner } from "../parts/banners";
import { whyNot } from "../words";
import { Display } from "./display";

const table = fromAddress();
document.title = `${table} · Dicehouse`;

async function begin(): Promise<void> {
  const me = await whoAmI();
  if (!me.signed_in) return location.replace(me.demo ? "/" : `/sign-in?next=${encodeURIComponent(location.pathname)}`);
  const layout = await get<LayoutView>(`/api/tables/${inPath(table)}/layout`);
  show(<Display live={new Live({ as: "display", table })} layout={layout} me={me} />);
}

begin().catch((error: unknown) => {
  const text = error instanceof RefusedError ? whyNot(error.refused) : String(error);
  show(<main class="loading"><Banner tone="coral" icon="warn" text={text} /><p><a class="button quiet" href="/">Dicehouse</a></p></main>);
});
