/** Lines across the top: this is a demo; the link is lost; the table closes; play is suspended. */
import type { ComponentChildren } from "preact";
import { clockTime } from "../api/clock";
import { me } from "../api/http";
import type { Live } from "../api/live";
import { words } from "../words";
import type { IconName } from "./sprite";
import { Icon } from "./sprite";

/** Every page of a demo says so, and none of any other house; the top bar carries this. */
export function DemoTag({ short = false }: { short?: boolean }) {
  if (!me.value?.demo) return null;
  return (
    <span class="tag amber demo" title={words.value.demoMore}>
      {short ? words.value.demoShort : words.value.demo}
    </span>
  );
}

export function Banner({
  tone,
  icon,
  text,
  more,
  children,
}: {
  tone: "coral" | "amber" | "sky";
  icon: IconName;
  text: string;
  more?: string | undefined;
  children?: ComponentChildren;
}) {
  return (
    <p class={`banner ${tone}`} role="status">
      <Icon name={icon} size="small" />
      <span>
        <b>{text}</b>
        {more ? (
          <>
            {" "}
            <span>{more}</span>
          </>
        ) : null}
      </span>
      {children}
    </p>
  );
}

/** Says since when the link is lost, as long as it is. */
export function ConnectionBar({ live }: { live: Live }) {
  const since = live.lostSince.value;
  if (since === null) return null;
  const w = words.value;
  return <Banner tone="coral" icon="warn" text={w.linkLost(clockTime(since, true))} more={w.linkLostStands} />;
}
