import type { FoundDelivery } from '../../../aggregates/cashin/commands';
import type { Recorded } from '../../../aggregates/events';
import { type CashinDeps, callFor, playedCashinIn } from '../../cashin/cashin-step';
import { believedDelivery, believedPreparation, isBelowFloor } from '../../cashin/delivery/delivery-answer';
import { orderOf } from '../../cashin/delivery/send-delivery';
import { deliveryIdOf } from '../../handling/deterministic-ids';
import { asked } from '../../payout/outcome/payout-answer';
import type { CryptoDelivery, Delivery } from '../../ports/providers/crypto-delivery';
import { attemptsAllowed, byEveryKey, type HeldHistory, type Known, mustAgree, stays } from './by-every-key';

/**
 * The delivery that the provider has and the log lacks; null: none. Refuses WRONG_STATE when both exclude each other.
 */
export const forgottenDelivery = async (
  deps: CashinDeps,
  held: HeldHistory,
  provider: CryptoDelivery,
): Promise<(FoundDelivery & Pick<Delivery, 'state'>) | null> => {
  const known = await deliveriesOf(deps, held, provider);
  const last = known.at(-1);
  const { delivery } = held.state;
  const made = delivery.phase === 'CONFIRMED' ? { key: delivery.deliveryId, state: 'CONFIRMED' } : null;
  const hasFailed = (key: string): boolean => isIn(held.history, 'DeliveryFailed', key);
  mustAgree({ provider: provider.name, noun: 'delivery', hasFailed, made }, OVER, known);
  if (last === undefined || isKnownToLog(held, last)) return null;
  const { attempt, key: deliveryId, value } = last;
  // A forgotten failure changes nothing in an ended cash-in.
  if (value.state === 'FAILED' && held.state.status !== 'ACTIVE') return null;
  // The delivery was not broadcast and may not be: it fails once the cash-in is released.
  if (value.state === 'PREPARED' && isBelowFloor(held.state.facts, value)) return null;
  const prepared = await preparedAgain(deps, held, provider, last);
  return { attempt, deliveryId, txId: value.txId ?? null, prepared, state: value.state };
};

const deliveriesOf = (
  deps: CashinDeps,
  { state, history }: HeldHistory,
  provider: CryptoDelivery,
): Promise<readonly Known<Delivery>[]> => {
  const { facts } = state;
  const { name } = provider;
  return byEveryKey({
    provider: name,
    attempts: Math.max(attemptsAllowed(deps), lastAttempt(history)),
    keyOf: (attempt) => deliveryIdOf(facts.intentId, attempt),
    ask: async (deliveryId) => {
      const said = await provider.get(callFor(deps, facts), deliveryId, sentAs(history, deliveryId));
      return believedDelivery({ ...deps, facts, deliveryId, provider: name }, said);
    },
  });
};

const lastAttempt = (history: readonly Recorded[]): number =>
  history.reduce((last, { type, data }) => (type === 'DeliveryRequested' ? Math.max(last, data.attempt) : last), 0);

const sentAs = (history: readonly Recorded[], deliveryId: string): string | null => {
  const sent = history.find(({ type, data }) => type === 'DeliverySent' && data.deliveryId === deliveryId);
  return sent?.type === 'DeliverySent' ? sent.data.txId : null;
};

/** A delivery that was prepared and never broadcast arrives nowhere. */
const OVER: readonly Delivery['state'][] = ['FAILED', 'PREPARED'];

const isIn = (history: readonly Recorded[], type: 'DeliveryFailed' | 'DeliverySent', key: string): boolean =>
  history.some((event) => event.type === type && event.data.deliveryId === key);

const isKnownToLog = ({ history }: HeldHistory, { key }: Known<Delivery>): boolean =>
  isIn(history, 'DeliveryFailed', key) || isIn(history, 'DeliverySent', key);

/** Preparing moves no money and answers the same bytes; the delivery may have to be broadcast again. */
const preparedAgain = async (
  deps: CashinDeps,
  { state }: HeldHistory,
  provider: CryptoDelivery,
  { key: deliveryId, value }: Known<Delivery>,
): Promise<string> => {
  if (value.state === 'CONFIRMED' || value.state === 'FAILED') return '';
  const { facts } = state;
  const { scenario } = await playedCashinIn(deps, facts.intentId);
  const order = orderOf(deps, { state, delivery: { deliveryId }, scenario });
  const said = await asked(provider.name, () => provider.prepare(callFor(deps, facts), order));
  const again = believedPreparation({ ...deps, facts, deliveryId, provider: provider.name }, said);
  if (again.ok && !isBelowFloor(facts, again.value.delivery)) return again.value.prepared;
  if (value.state === 'PREPARED')
    throw stays(`${provider.name} does not report the prepared amount of delivery ${deliveryId}`);
  return '';
};
