import type { CageView } from "../api/types";
import { beginDesk } from "../desk/begin";
import { Desk } from "../desk/desk";
import { CageDesk } from "./cage";

beginDesk((me) => <CageDesk desk={new Desk<CageView>("cage")} me={me} />);
