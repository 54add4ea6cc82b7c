/** A page that has nothing to show yet, or will not: the bar as everywhere, what is the matter, and the way on. */
import type { ComponentChildren } from "preact";
import { words } from "../words";
import { Banner } from "./banners";
import { Icon } from "./sprite";
import { TopBar } from "./top-bar";

/** With `wrong` it has stopped for good; without, `children` say what is being fetched. */
export function Plain({
  title,
  wrong,
  children,
}: {
  title: string;
  wrong?: string | undefined;
  children?: ComponentChildren;
}) {
  return (
    <>
      <TopBar title={title} />
      <main class="loading" aria-busy={!wrong}>
        {wrong ? (
          <>
            <Banner tone="coral" icon="warn" text={wrong} />
            <p>
              <a class="button quiet" href="/">
                {words.value.door}
              </a>
            </p>
          </>
        ) : (
          children
        )}
      </main>
    </>
  );
}

export function Fetching({ text }: { text: string }) {
  return (
    <p role="status">
      <Icon name="clock" />
      {text}
    </p>
  );
}
