/** The bar on top of every console: the house, where one is, and a few quiet tools. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { knowMe, me, signOut } from "../api/http";
import { switchLanguage, words } from "../words";
import { DemoTag } from "./banners";
import { Dialog } from "./dialog";
import type { IconName } from "./sprite";
import { Icon } from "./sprite";

export function Brand() {
  return (
    <a class="brand" href="/" aria-label="Dicehouse">
      <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
        <rect x="1" y="1" width="26" height="26" rx="7" fill="none" stroke="var(--brass)" stroke-width="1.8" />
        <path d="M8 20v-8l6-4.5 6 4.5v8" fill="none" stroke="var(--brass)" stroke-width="1.8" stroke-linejoin="round" />
        <circle cx="14" cy="16" r="1.8" fill="var(--brass)" />
      </svg>
      <span class="brand-name">Dicehouse</span>
    </a>
  );
}

/** A quiet button of the bar; on a narrow screen its words are for screen readers only. */
export function Tool({
  icon,
  text,
  onClick,
  bare = false,
}: {
  icon: IconName;
  text: string;
  onClick: () => void;
  /** Whether its words are for screen readers on every screen. */
  bare?: boolean;
}) {
  return (
    <button type="button" class="tool" onClick={onClick} title={text}>
      <Icon name={icon} />
      <span class={bare ? "unseen" : "tool-text"}>{text}</span>
    </button>
  );
}

/** The other language, in its own words. */
export function Language() {
  const w = words.value;
  return (
    <button
      type="button"
      class="tool"
      onClick={switchLanguage}
      lang={w.otherLanguage === "中文" ? "zh-Hans" : "en"}
      title={w.otherLanguageTitle}
    >
      {w.otherLanguage}
    </button>
  );
}

/** What stands somewhere and is not a person's to sign out. */
const DEVICES = ["terminal", "display", "tumbler"];

/** Whoever is signed in can sign out on every page; `leaving` says what stays behind, and asks once more. */
export function SignOut({ leaving }: { leaving?: string | undefined }) {
  const [asking, ask] = useState(false);
  const w = words.value;
  if (!me.value?.signed_in || DEVICES.includes(me.value.role)) return null;
  const out = () => void signOut().catch(() => location.assign("/"));
  return (
    <>
      <Tool icon="leave" text={w.signOut} onClick={leaving ? () => ask(true) : out} />
      {asking && leaving ? (
        <Dialog title={w.signOutTitle} onClose={() => ask(false)}>
          <p>{leaving}</p>
          <div class="choices">
            <button type="button" class="button quiet" onClick={() => ask(false)}>
              {w.stayHere}
            </button>
            <button type="button" class="button main" onClick={out}>
              {w.signOutNow}
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

/** The bar finds out by itself who is there, where its page has not asked. */
export function TopBar({
  title,
  tags,
  leaving,
  first,
  folded = false,
  children,
}: {
  title: string;
  tags?: ComponentChildren;
  leaving?: string | undefined;
  /** What is in reach also where the rest is folded. */
  first?: ComponentChildren;
  /** Whether the tools are behind a menu, as on a phone. */
  folded?: boolean;
  children?: ComponentChildren;
}) {
  const [open, fold] = useState(false);
  useEffect(knowMe, []);
  const w = words.value;
  if (folded)
    return (
      <header class="bar folded">
        <Brand />
        <h1>{title}</h1>
        <div class="bar-tags">
          {tags}
          <DemoTag short />
        </div>
        <div class="bar-right">
          {first}
          <Tool icon="menu" bare text={w.menuTitle} onClick={() => fold(true)} />
        </div>
        {open ? (
          <Dialog title={w.menuTitle} onClose={() => fold(false)}>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tools in it are buttons */}
            <nav class="menu" aria-label={w.menu} onClick={() => fold(false)}>
              {children}
              <Language />
            </nav>
            <div class="menu">
              <SignOut leaving={leaving} />
            </div>
          </Dialog>
        ) : null}
      </header>
    );
  return (
    <header class="bar">
      <Brand />
      <span class="bar-line" aria-hidden="true" />
      <h1>{title}</h1>
      <div class="bar-tags">
        {tags}
        <DemoTag />
      </div>
      <div class="bar-right">
        <nav class="bar-tools" aria-label={words.value.menu}>
          {children}
        </nav>
        <div class="bar-own">
          <Language />
          <SignOut leaving={leaving} />
        </div>
      </div>
    </header>
  );
}
