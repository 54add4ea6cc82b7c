/**
 * The views of a console as the server sends them: whole with a version, then what is different in the next one.
 * A change names the version it leads on from; whoever has another one asks for the whole.
 */

import type { ViewChange } from "./types";

type Views = Record<string, unknown>;
type Records = { id?: unknown }[];

export class Editions {
  private readonly views: Views = {};
  private versions: Record<string, number> = {};

  /** The views that are new by a frame; null where one of them leads on from a version that is not here. */
  hear(frame: Views): Views | null {
    const { versions, changes, ...found } = frame;
    const all = Object.entries((changes ?? {}) as Record<string, ViewChange>);
    if (all.some(([kind, change]) => this.versions[kind] !== change.from)) return null;
    Object.assign(this.versions, versions);
    for (const [kind, change] of all) {
      this.versions[kind] = change.to;
      found[kind] = changed(this.views[kind], change);
    }
    Object.assign(this.views, found);
    return found;
  }

  /** A new line: whatever comes over it begins with the whole. */
  clear(): void {
    this.versions = {};
  }
}

/** A view after a change; the one before stays as it is, and what did not change is shared with it. */
export function changed(view: unknown, { set, cut }: Pick<ViewChange, "set" | "cut">): unknown {
  const left = cut.reduce((it, path) => without(it, path), view);
  return set.reduce((it, [path, value]) => replaced(it, path, value), left);
}

function replaced(it: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (!Array.isArray(it)) return { ...(it as Views), [key]: replaced((it as Views)?.[key], rest, value) };
  const found = (it as Records).findIndex((each) => String(each.id) === key);
  const at = found < 0 ? it.length : found;
  return [...it.slice(0, at), replaced(it[at], rest, value), ...it.slice(at + 1)];
}

function without(it: unknown, [key, ...rest]: string[]): unknown {
  if (key === undefined) return it;
  if (rest.length) return { ...(it as Views), [key]: without((it as Views)[key], rest) };
  if (Array.isArray(it)) return (it as Records).filter((each) => String(each.id) !== key);
  const { [key]: _, ...left } = it as Views;
  return left;
}
