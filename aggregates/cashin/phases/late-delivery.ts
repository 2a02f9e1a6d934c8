import type { ConfirmedDelivery } from '../../delivery/state';
import { isSameTransaction } from '../../refund-transfer/refund-transfer';
import type { DeliveryOutcome, RecordDelivery } from '../commands';
import { contradict } from '../contradiction';
import type { CashinEvent } from '../events';
import type { KnownCashin } from '../state';

type Outcome<Kind> = Extract<DeliveryOutcome, { readonly kind: Kind }>;

/** A delivery after its failure, or one that differs from the confirmed one, may be a double payment. */
export const recordLate = (
  state: KnownCashin,
  { deliveryId, outcome, now }: RecordDelivery,
): readonly CashinEvent[] => {
  const { delivery } = state;
  if (delivery.phase !== 'CONFIRMED' || delivery.deliveryId !== deliveryId) {
    if (outcome.kind === 'FAILED') return [];
    return contradict(state, deliveryId, 'delivered although it was not open', now);
  }
  const detail =
    outcome.kind === 'FAILED' ? failedSince(state, delivery, outcome) : arrivedOtherwise(state, delivery, outcome);
  return detail === null ? [] : contradict(state, deliveryId, detail, now);
};

const failedSince = (
  state: KnownCashin,
  { deliveryId, txId }: ConfirmedDelivery,
  failure: Outcome<'FAILED'>,
): string | null => {
  const { facts, overruled } = state;
  const isOfProvider = [failure.txId, overruled?.txId].some(
    (sent) => typeof sent === 'string' && isSameTransaction(facts.network, sent, txId),
  );
  return overruled?.deliveryId === deliveryId && !isOfProvider ? null : 'failed after it had arrived';
};

const arrivedOtherwise = (
  { facts, overruled }: KnownCashin,
  { deliveryId, txId, deliveredBaseUnits }: ConfirmedDelivery,
  said: Outcome<'CONFIRMED'>,
): string | null => {
  if (!isSameTransaction(facts.network, said.txId, txId)) return `arrived in ${said.txId}, after ${txId}`;
  const units = BigInt(said.deliveredBaseUnits);
  const isPart = overruled?.deliveryId === deliveryId && units < deliveredBaseUnits;
  return isPart || units === deliveredBaseUnits ? null : `delivered ${units}, after ${deliveredBaseUnits}`;
};
