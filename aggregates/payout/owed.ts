import type { Digits } from '../money';

export interface Owed<Key extends object> {
  /** In the data of every event: `{intentId}` for a cash-out. */
  readonly key: Key;
  readonly noun: string;
  readonly amountCents: Digits;
  /** The received asset, and its value in centavos. A return owed in crypto is a share of it. */
  readonly asset: { readonly assetId: number; readonly amountBaseUnits: Digits; readonly totalCents: Digits };
}
