import { fromAddress, show } from "../page";
import { Laboratory } from "./laboratory";
import { LaboratoryPage } from "./page";

show(<LaboratoryPage at={new Laboratory(fromAddress())} />);
