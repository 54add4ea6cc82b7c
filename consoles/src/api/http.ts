/** Requests to the server: one way to ask, one shape of error. */
import { signal } from "@preact/signals";
import { keepTimeOf } from "./clock";
import type { Me, Refusal } from "./types";

/** What the server will not do, and why; thrown by `get` and `post`. */
export class RefusedError extends Error {
  constructor(
    readonly refused: Refusal,
    readonly status: number,
  ) {
    super(refused.message);
  }
}

/** Who this browser is, as it was last asked for; its token goes with every `post`. */
export const me = signal<Me | null>(null);

let asked = false;

/** Ask who this browser is. */
export async function whoAmI(): Promise<Me> {
  asked = true;
  const it = await get<Me>("/api/me");
  keepTimeOf(it.time_zone);
  me.value = it;
  return it;
}

/** The same where nobody on this page has asked yet. */
export function knowMe(): void {
  if (!asked) whoAmI().catch(() => undefined);
}

/** End the session, and go where the next one begins. Who is meant is asked anew: another tab may have signed in meanwhile. */
export async function signOut(): Promise<void> {
  const { demo } = await whoAmI();
  await post("/api/sign-out", {});
  location.assign(demo ? "/" : "/sign-in");
}

/** Where to go when nobody is signed in: the door of a demo, else the sign-in page, which leads back here. */
export function toTheDoor(it: Me): void {
  location.replace(it.demo ? "/" : `/sign-in?next=${encodeURIComponent(location.pathname)}`);
}

/** After a line that does not open: whether the session has ended, and then to the door. */
export function leaveIfSignedOut(): void {
  whoAmI()
    .then((it) => {
      if (!it.signed_in) toTheDoor(it);
    })
    .catch(() => undefined);
}

export async function get<T>(path: string): Promise<T> {
  return answer<T>(await fetch(path, { headers: { Accept: "application/json" } }));
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json", "X-CSRF-Token": me.value?.csrf ?? "" };
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
  return {
    why: "no-answer",
    clause: "",
    message: `the server did not answer this request (${status}); try again in a moment`,
    next: "try again in a moment",
    zh: "服务器没有回应；请稍后再试",
    says: "no-answer",
    about: { en: "", zh: "" },
  };
}
