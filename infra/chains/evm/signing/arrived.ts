import type { Movement } from '../../../../aggregates/chain';
import { nodesError } from '../../nodes/nodes-error';
import { proveArrivals } from '../judging/arrivals';
import { keyOf } from '../looking/arrival';
import { tokenTransferOf } from '../protocol/transfers';
import type { FinalTransaction, Outcome } from './outcome';
import type { SigningScope } from './signing-scope';

export type FinalOutcome = Extract<Outcome, { readonly outcome: 'FINAL' }>;

export interface Sought {
  readonly assetId: number;
  readonly token: string;
  readonly from: string;
  readonly to: string;
}

/** The only movement of the token between the two accounts, by the token's log. Null unless there is exactly one. */
export const movementIn = (
  { receipt, block, transaction }: FinalTransaction,
  network: string,
  { assetId, token, from, to }: Sought,
): Movement | null => {
  const found = receipt.logs.flatMap((log, index) => {
    const transfer = tokenTransferOf(log);
    const isSought = transfer?.contract === token && transfer.from === from && transfer.to === to;
    return isSought ? [{ amount: transfer.amount, position: index.toString() }] : [];
  });
  const [one] = found;
  if (one === undefined || found.length > 1) return null;
  return {
    ...{ network, txid: transaction.hash, position: one.position, assetId, contract: token },
    ...{ amountBaseUnits: one.amount.toString(), sender: from, receiver: to },
    ...{ memos: [], movements: 1, unsupported: null },
    ...{ blockNumber: block.number.toString(), blockHash: block.hash, blockTime: block.time },
  };
};

/** Increase of the receiver's balance: a token may keep a part of the amount. Null while too few nodes answered. */
export const arrivedOf = async (
  { evm }: SigningScope,
  { node }: FinalOutcome,
  movement: Movement,
): Promise<bigint | null> => {
  const others = evm.nodes.available().filter((one) => one !== node);
  const { arrivals, failures } = await proveArrivals(evm, [movement], [node, ...others]);
  const arrival = arrivals.get(keyOf(movement)) ?? 'UNTOLD';
  if (arrival === 'UNTOLD') throw nodesError(evm.watch.network, failures);
  if (arrival === 'DOUBTED') return null;
  // Without the block's state the log alone counts.
  if (arrival === 'GONE' || arrival === 'ARRIVED') return BigInt(movement.amountBaseUnits);
  return arrival.arrivedBaseUnits;
};
