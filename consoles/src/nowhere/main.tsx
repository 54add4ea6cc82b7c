/** What stands at an address where there is no page. */
import { show } from "../page";
import { Plain } from "../parts/plain";
import { words } from "../words";

function Nowhere() {
  return <Plain title={words.value.nowhere} wrong={words.value.nowhereWords} />;
}

show(<Nowhere />);
