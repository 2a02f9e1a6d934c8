import type { Digits } from '../money';

export interface Owed<Key extends object> {
  /** In the data of every event: `{intentId}` for a cash-out. */
  readonly key: Key;
  /** The owner's name in the text of a contradiction, such as `intent`. */
  readonly noun: string;
  readonly amountCents: Digits;
  /** What came in for it, and what that is worth in all: a return that is owed back is a part of it. */
  readonly asset: { readonly assetId: number; readonly amountBaseUnits: Digits; readonly totalCents: Digits };
}
