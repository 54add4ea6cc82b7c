import type { DirectorView } from "../api/types";
import { beginDesk } from "../desk/begin";
import { Desk } from "../desk/desk";
import { fromAddress } from "../page";
import { DirectorDesk } from "./director";

const of = location.pathname.split("/").filter(Boolean).length > 1 ? fromAddress() : "";
beginDesk(() => <DirectorDesk desk={new Desk<DirectorView>("director", of ? { of } : {})} of={of} />);
