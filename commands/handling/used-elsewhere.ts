import type { NetworkName } from '../../aggregates/chain';
import { refundTransfer, transferIdOf } from '../../aggregates/refund-transfer/refund-transfer';
import { rejection } from '../../aggregates/rejection';
import { claimedBy, type FoundTransfer } from './handle-claiming';
import { stateOf } from './reading/read-stream';
import type { HandleDeps } from './request';

export interface UsedElsewhereDeps extends Pick<HandleDeps, 'eventStore'> {
  /** Ids of cash-outs and withdrawals that the transfer has paid, as a provider or an operator reported. */
  readonly paymentsPaidBy: (endToEndId: string) => Promise<readonly string[]>;
  /** Ids of cash-ins whose delivery is the transaction, as a provider or an operator reported. */
  readonly cashinsDeliveredBy: (network: string, txid: string) => Promise<readonly string[]>;
}

/** A transfer serves a single payment. Refuses WRONG_STATE. */
export const mustBeUnused = async (
  deps: UsedElsewhereDeps,
  paymentId: string,
  { network, reference }: Pick<FoundTransfer, 'network' | 'reference'>,
): Promise<void> => {
  const claimer = await claimedBy(deps, network, reference);
  const uses = {
    'is assigned to': claimer === null ? [] : [claimer],
    ...(network === null
      ? { 'has paid': await deps.paymentsPaidBy(reference) }
      : await usesOn(deps, network, reference)),
  };
  for (const [how, ids] of Object.entries(uses)) {
    const other = ids.find((id) => id !== paymentId);
    if (other !== undefined)
      throw rejection('WRONG_STATE', `${reference} ${how} ${other} and cannot pay another payment`);
  }
};

const usesOn = async (deps: UsedElsewhereDeps, network: NetworkName, txid: string) => {
  const refunded = await stateOf(deps.eventStore, refundTransfer, transferIdOf(network, txid));
  const delivered = await deps.cashinsDeliveredBy(network, txid);
  return { 'is the refund of': refunded === null ? [] : [refunded], 'has delivered for': delivered };
};
