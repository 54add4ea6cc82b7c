/** Secrets are drawn and sealed in the browser, so that nobody else has them before they are opened. */

export function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((it) => it.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 of a text, in hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}
