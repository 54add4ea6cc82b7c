/** Requests to the server: one way to ask, one shape of error. */
import { keepTimeOf } from "./clock";
import type { Me, Refusal } from "./types";

/** What the server will not do, and why; thrown by `get` and `post`. */
export class RefusedError extends Error {
  constructor(readonly refused: Refusal, readonly status: number) {
    super(refused.message);
  }
}

let csrf = "";

/** Who this browser is. The token that comes with it goes with every later `post`. */
export async function whoAmI(): Promise<Me> {
  const me = await get<Me>("/api/me");
  csrf = me.csrf;
  keepTimeOf(me.time_zone);
  return me;
}

/** Where to go when nobody is signed in: the door of a demo, else the sign-in page, which leads back here. */
export function toTheDoor(me: Me): void {
  location.replace(me.demo ? "/" : `/sign-in?next=${encodeURIComponent(location.pathname)}`);
}

/** After a line that does not open: whether the session has ended, and then to the door. */
export function leaveIfSignedOut(): void {
  whoAmI().then((me) => { if (!me.signed_in) toTheDoor(me); }).catch(() => undefined);
}

export async function get<T>(path: string): Promise<T> {
  return answer<T>(await fetch(path, { headers: { Accept: "application/json" } }));
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf };
  return answer<T>(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** A table's or rulebook's name as a part of an address. */
export const inPath = encodeURIComponent;

async function answer<T>(response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as T;
  throw new RefusedError(refusalIn(body, response.status), response.status);
}

function refusalIn(body: unknown, status: number): Refusal {
  if (body && typeof body === "object" && "refused" in body) return body.refused as Refusal;
  const message = `the server did not answer this request (${status}); try again in a moment`;
  return { why: "no-answer", clause: "", message, next: "try again in a moment" };
}
