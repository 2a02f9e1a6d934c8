import { rejection } from '../../aggregates/rejection';
import type { FoundTransaction, Transfer } from '../ports/chains/chain-reader';
import type { ObjectionToRefund, ToldRefund } from '../ports/chains/refund-on-chain';

/** See ObjectionToRefund. `own` has every address of ours on the network. */
export const objectionTo = (found: FoundTransaction, told: ToldRefund, own: ReadonlySet<string>): string | null => {
  const { network, txid } = told;
  if (found.outcome === 'UNKNOWN') return `no endpoint of ${network} knows ${txid}; the endpoints may lag`;
  if (found.outcome === 'PENDING') return `${txid} is not final yet`;
  if (found.outcome === 'UNREAD') return `${txid} cannot be read: ${found.reason}`;
  const moved = found.transfers
    .filter((transfer) => own.has(transfer.from) && isAsTold(transfer, told))
    .reduce((sum, { baseUnits }) => sum + baseUnits, 0n);
  if (moved >= BigInt(told.amountBaseUnits)) return null;
  return `${txid} moved ${moved} base units from this service to ${placeOf(told)} instead of ${told.amountBaseUnits}`;
};

const isAsTold = ({ to, assetId, reference }: Transfer, told: ToldRefund): boolean =>
  to === told.to && assetId === told.assetId && reference === told.reference;

const placeOf = ({ to, reference }: ToldRefund): string =>
  `${to} ${reference === null ? 'without a reference' : `with the reference ${reference}`}`;

/** Refuses WRONG_STATE. */
export const mustBeOnChain = async (
  { objectionToRefund }: { readonly objectionToRefund: ObjectionToRefund },
  told: ToldRefund,
): Promise<void> => {
  const objection = await objectionToRefund(told);
  if (objection !== null) throw rejection('WRONG_STATE', `The network does not confirm the refund: ${objection}`);
};
