import { toTheDoor, whoAmI } from "../api/http";
import { show } from "../page";
import { Banner } from "../parts/banners";
import { InspectorDesk } from "./desk";
import { Inspection } from "./inspection";

whoAmI()
  .then((me) => (me.signed_in ? show(<InspectorDesk at={new Inspection()} me={me} />) : toTheDoor(me)))
  .catch((error: unknown) => show(<main class="loading"><Banner tone="coral" icon="warn" text={String(error)} /></main>));
