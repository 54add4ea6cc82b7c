import { beginDesk } from "../desk/begin";
import { InspectorDesk } from "./desk";
import { Inspection } from "./inspection";

beginDesk(() => <InspectorDesk at={new Inspection()} />);
