import type { EntrantPage } from "../api/types";
import { beginDesk } from "../desk/begin";
import { Desk } from "../desk/desk";
import { fromAddress } from "../page";
import { Place } from "./place";

const of = fromAddress();
beginDesk(() => <Place desk={new Desk<EntrantPage>("entrant", { of })} />);
