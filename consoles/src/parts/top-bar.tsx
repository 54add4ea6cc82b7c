/** The bar on top of every console: the house, where one is, and a few quiet tools. */
import type { ComponentChildren } from "preact";
import { switchLanguage, words } from "../words";
import { DemoTag } from "./banners";
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
export function Tool({ icon, text, onClick }: { icon: IconName; text: string; onClick: () => void }) {
  return (
    <button type="button" class="tool" onClick={onClick} title={text}>
      <Icon name={icon} />
      <span class="tool-text">{text}</span>
    </button>
  );
}

export function TopBar({ title, demo, tags, children }: { title: string; demo?: boolean; tags?: ComponentChildren; children?: ComponentChildren }) {
  const w = words.value;
  return (
    <header class="bar">
      <Brand />
      <span class="bar-line" aria-hidden="true" />
      <h1>{title}</h1>
      <div class="bar-tags">{tags}{demo ? <DemoTag /> : null}</div>
      <nav class="bar-tools" aria-label={w.menu}>
        {children}
        <button type="button" class="tool" onClick={switchLanguage} lang={w.otherLanguage === "中文" ? "zh-Hans" : "en"} title={w.otherLanguageTitle}>{w.otherLanguage}</button>
      </nav>
    </header>
  );
}
