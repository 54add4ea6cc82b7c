import type { PromotionsView } from "../api/types";
import { beginDesk } from "../desk/begin";
import { Desk } from "../desk/desk";
import { PromotionsDesk } from "./promotions";

beginDesk(() => <PromotionsDesk desk={new Desk<PromotionsView>("promotions")} />);
