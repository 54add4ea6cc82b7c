/** What lies on an area of the felt, as the felt draws it. */
import type { StreakView } from "../api/types";

export interface Mark {
  /** What the player has here, in cents. */
  stake: number;
  /** Of that, what the server has not confirmed yet. */
  pending?: number;
  /** What everyone together has here, in cents, where the house shows it. */
  everyone?: number;
  /** What the area does in the round shown. */
  outcome?: "win" | "lose" | undefined;
  /** What the player won here, in cents. */
  won?: number | undefined;
  /** Why it takes no chip from anyone just now, as a sentence. */
  shut?: string | undefined;
  /** Whether it takes no chip because betting is closed. */
  locked?: boolean;
  /** On or Off, where the player's wager can be called so. */
  working?: boolean | undefined;
  /** Whether the last refusal was about this area. */
  refused?: boolean;
  streak?: StreakView | undefined;
  /** The player's own streak: the results it has counted, and what it would win in cents if its run ended now. */
  run?: { count: number; worth: number } | undefined;
}

export type Marks = Map<string, Mark>;
export const NOTHING: Mark = { stake: 0 };
