/** Passkeys: the browser makes them and signs with them; the house says what for and judges the answer. */
import { post } from "../api/http";
import type { Me } from "../api/types";

/** The browser gave none: the person said no, or nothing is there that could. */
export class NoPasskeyError extends Error {}

/** Prove the passkey that was registered; with it the session is whole. */
export async function usePasskey(): Promise<Me> {
  const options = await post<PublicKeyCredentialRequestOptionsJSON>("/api/sign-in/passkey-challenge", {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return post<Me>("/api/sign-in/passkey", { credential: await given(navigator.credentials.get({ publicKey })) });
}

/** Make a passkey and have the house keep it. */
export async function registerPasskey(): Promise<Me> {
  const options = await post<PublicKeyCredentialCreationOptionsJSON>("/api/passkeys/options", {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return post<Me>("/api/passkeys", { credential: await given(navigator.credentials.create({ publicKey })) });
}

async function given(asked: Promise<Credential | null>): Promise<unknown> {
  const made = await asked.catch(() => null);
  if (!(made instanceof PublicKeyCredential)) throw new NoPasskeyError();
  return made.toJSON();
}
