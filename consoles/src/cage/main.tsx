import type { CageView } from "../api/types";
import { beginDesk } from "../desk/begin";
import { Desk } from "../desk/desk";
import { CageDesk } from "./cage";

beginDesk(() => <CageDesk desk={new Desk<CageView>("cage")} />);
