import type { PitView } from "../api/types";
import { beginDesk } from "../desk/begin";
import { Desk } from "../desk/desk";
import { PitDesk } from "./pit";

beginDesk(() => <PitDesk desk={new Desk<PitView>("pit")} />);
