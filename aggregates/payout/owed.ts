import type { Digits } from '../money';

/** What an owner owes, and how it wants to be known in the events of its payout. */
export interface Owed<Key extends object> {
  /** Is in the data of every event: `{intentId}` for a cash-out. */
  readonly key: Key;
  /** What the owner is called in the words of a contradiction, such as `intent`. */
  readonly noun: string;
  readonly amountCents: Digits;
}
