import type { ConfirmedDelivery } from '../../delivery/state';
import { isSameTransaction } from '../../refund-transfer/refund-transfer';
import type { DeliveryOutcome, RecordDelivery } from '../commands';
import { contradict } from '../contradiction';
import type { CashinEvent } from '../events';
import type { KnownCashin } from '../state';

type Outcome<Kind> = Extract<DeliveryOutcome, { readonly kind: Kind }>;

/** A delivery after its failure, or another than the confirmed one, may have cost us twice. */
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

/** Operators may have sent the crypto by hand after the provider's delivery was given up. */
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

/** Operators may have sent the rest of the amount by hand. */
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
