import type { NetworkName } from '../../../aggregates/chain';
import type { Digits } from '../../../aggregates/money';

export interface ToldRefund {
  readonly network: NetworkName;
  readonly txid: string;
  readonly assetId: number;
  readonly amountBaseUnits: Digits;
  readonly to: string;
  readonly reference: string | null;
}

/** Null when the chain shows a final transfer of ours of at least that amount. Rejects without an answer. */
export type ObjectionToRefund = (told: ToldRefund) => Promise<string | null>;
