import type { NetworkName } from '../../../aggregates/chain';
import type { Digits } from '../../../aggregates/money';

/** A transfer that an operator has made by their own means. */
export interface ToldRefund {
  readonly network: NetworkName;
  readonly txid: string;
  readonly assetId: number;
  readonly amountBaseUnits: Digits;
  readonly to: string;
  /** As in Transfer. */
  readonly reference: string | null;
}

/**
 * Why the chain does not show the refund as a final transfer from an address of ours of at least that amount; null: it
 * does. Rejects when the network cannot be asked.
 */
export type ObjectionToRefund = (told: ToldRefund) => Promise<string | null>;
