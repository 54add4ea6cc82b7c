import { fromAddress, show } from "../page";
import { LaboratoryPage } from "./page";
import { Laboratory } from "./laboratory";

show(<LaboratoryPage at={new Laboratory(fromAddress())} />);
