import type { CashinEnd } from '../../../aggregates/cashin/events';
import type { CashinFacts } from '../../../aggregates/cashin/state';
import { refundTransfer, transferIdOf } from '../../../aggregates/refund-transfer/refund-transfer';
import { rejection } from '../../../aggregates/rejection';
import { stateOf } from '../../handling/read-stream';
import type { HandleDeps } from '../../handling/request';

export interface UsedElsewhereDeps extends Pick<HandleDeps, 'eventStore'> {
  /** Ids of cash-outs and withdrawals that stand as paid by the transfer, whoever said so. */
  readonly paymentsPaidBy: (endToEndId: string) => Promise<readonly string[]>;
  /** Ids of cash-ins whose delivery is the transaction, whoever said so. */
  readonly cashinsDeliveredBy: (network: string, txid: string) => Promise<readonly string[]>;
}

/** What has paid, refunded or delivered for another payment ends no cash-in. Refuses WRONG_STATE. */
export const mustBeUnused = async (
  deps: UsedElsewhereDeps,
  facts: Pick<CashinFacts, 'intentId' | 'network'>,
  end: CashinEnd,
): Promise<void> => {
  if (end.how === 'DELIVERED') return mustDeliverNoOther(deps, facts, end.txId);
  const [paid] = await deps.paymentsPaidBy(end.transfer);
  if (paid !== undefined) throw refusal(`${end.transfer} has paid ${paid}`);
};

const refusal = (message: string) => rejection('WRONG_STATE', `${message}: nothing is decided`);

const mustDeliverNoOther = async (
  { eventStore, cashinsDeliveredBy }: UsedElsewhereDeps,
  { intentId, network }: Pick<CashinFacts, 'intentId' | 'network'>,
  txid: string,
): Promise<void> => {
  const refunded = await stateOf(eventStore, refundTransfer, transferIdOf(network, txid));
  if (refunded !== null) throw refusal(`${txid} is the refund of ${refunded}`);
  const other = (await cashinsDeliveredBy(network, txid)).find((id) => id !== intentId);
  if (other !== undefined) throw refusal(`${txid} has delivered for ${other}`);
};
