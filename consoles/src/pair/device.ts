import { post, RefusedError } from "../api/http";
import type { Me } from "../api/types";

/** What a paired screen keeps: its own name and key, and where it belongs. */
export const DEVICE = "dicehouse.device";

/** Sign in as the device that this screen was paired as; whether it was. */
export async function entersAsDevice(): Promise<boolean> {
  const kept = localStorage.getItem(DEVICE);
  if (!kept) return false;
  const { name, key } = JSON.parse(kept) as { name: string; key: string };
  try {
    await post<Me>("/api/sign-in/terminal", { name, key });
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.status === 401) localStorage.removeItem(DEVICE); // taken off the list
    return false;
  }
}

export function kindOf(search: string): "display" | "terminal" {
  return new URLSearchParams(search).get("as") === "terminal" ? "terminal" : "display";
}
