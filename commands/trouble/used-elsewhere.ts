import type { NetworkName } from '../../aggregates/chain';
import { refundTransfer, transferIdOf } from '../../aggregates/refund-transfer/refund-transfer';
import { rejection } from '../../aggregates/rejection';
import type { FoundTransfer } from '../handling/handle-claiming';
import { stateOf } from '../handling/read-stream';
import type { HandleDeps } from '../handling/request';

export interface UsedElsewhereDeps extends Pick<HandleDeps, 'eventStore'> {
  /** Ids of cash-outs and withdrawals that the transfer has paid, by a provider's word or an operator's. */
  readonly paymentsPaidBy: (endToEndId: string) => Promise<readonly string[]>;
  /** Ids of cash-ins whose delivery is the transaction, by a provider's word or an operator's. */
  readonly cashinsDeliveredBy: (network: string, txid: string) => Promise<readonly string[]>;
}

type Moved = Pick<FoundTransfer, 'network' | 'reference'>;

/** A transfer serves a single payment. Refuses WRONG_STATE. */
export const mustBeUnused = async (
  deps: UsedElsewhereDeps,
  paymentId: string,
  { network, reference }: Moved,
): Promise<void> => {
  const uses = network === null ? await usesOfPix(deps, reference) : await usesOn(deps, network, reference);
  const other = uses.find(({ id }) => id !== paymentId);
  if (other === undefined) return;
  throw rejection('WRONG_STATE', `${reference} ${other.how} ${other.id}, and serves no other payment`);
};

interface Use {
  readonly how: string;
  readonly id: string;
}

const usesOfPix = async ({ paymentsPaidBy }: UsedElsewhereDeps, endToEndId: string): Promise<readonly Use[]> =>
  (await paymentsPaidBy(endToEndId)).map((id) => ({ how: 'has paid', id }));

const usesOn = async (deps: UsedElsewhereDeps, network: NetworkName, txid: string): Promise<readonly Use[]> => {
  const refunded = await stateOf(deps.eventStore, refundTransfer, transferIdOf(network, txid));
  const delivered = await deps.cashinsDeliveredBy(network, txid);
  return [
    ...(refunded === null ? [] : [{ how: 'is the refund of', id: refunded }]),
    ...delivered.map((id) => ({ how: 'has delivered for', id })),
  ];
};
