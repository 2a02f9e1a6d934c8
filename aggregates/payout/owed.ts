import type { Digits } from '../money';

export interface Owed<Key extends object> {
  /** In the data of every event: `{intentId}` for a cash-out. */
  readonly key: Key;
  /** The owner's name in the text of a contradiction, such as `intent`. */
  readonly noun: string;
  readonly amountCents: Digits;
}
