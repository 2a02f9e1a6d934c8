import { depositIdOf, type Movement } from '../../../aggregates/chain';
import type { PeggedDebit } from '../../../aggregates/pegged-balance/events';
import type { TokenTransfer } from '../../chains/evm/protocol/transfers';
import { tokenTransferOf } from '../../chains/evm/protocol/transfers';
import type { FinalTransaction } from '../../chains/evm/signing/outcome';

/** What a debit is made of: this asset, out of this wallet, into the treasury. */
export interface Debiting {
  readonly network: string;
  readonly assetId: number;
  readonly token: string;
  readonly wallet: string;
  readonly treasury: string;
}

export interface FoundDebit {
  /** As its log says it. */
  readonly movement: Movement;
  readonly position: string;
}

const isOurs = (transfer: TokenTransfer | null, { token, wallet, treasury }: Debiting): transfer is TokenTransfer =>
  transfer !== null && transfer.contract === token && transfer.from === wallet && transfer.to === treasury;

/**
 * The one movement from the wallet to the treasury that the final transaction made: by the token's own log, never by
 * status or calldata. Null when there is none, or more than one: then nobody knows what was debited.
 */
export const debitIn = ({ receipt, block, transaction }: FinalTransaction, debiting: Debiting): FoundDebit | null => {
  const found = receipt.logs.flatMap((log, index) => {
    const transfer = tokenTransferOf(log);
    return isOurs(transfer, debiting) ? [{ transfer, position: index.toString() }] : [];
  });
  const [one] = found;
  if (one === undefined || found.length > 1) return null;
  const { network, assetId, token, wallet, treasury } = debiting;
  const movement: Movement = {
    ...{ network, txid: transaction.hash, position: one.position, assetId, contract: token },
    ...{ amountBaseUnits: one.transfer.amount.toString(), sender: wallet, receiver: treasury },
    ...{ memos: [], movements: 1, unsupported: null },
    ...{ blockNumber: block.number.toString(), blockHash: block.hash, blockTime: block.time },
  };
  return { movement, position: one.position };
};

/** `arrived` is what the treasury's balance grew by: a token may keep a part of what it logs. */
export const peggedDebitOf = (
  { movement, position }: FoundDebit,
  arrived: bigint,
  gasBaseUnits: bigint,
): PeggedDebit => {
  const { network, txid, assetId, sender, receiver, blockNumber, blockTime } = movement;
  return {
    ...{ to: 'TREASURY', debitId: depositIdOf(network, txid, position), network, txid, assetId: assetId! },
    ...{ wallet: sender, receiver, amountBaseUnits: arrived.toString(), blockNumber, blockTime },
    ...{ gasBaseUnits: gasBaseUnits.toString(), issuerCents: null },
  };
};
