import type { CashinState, KnownCashin } from '../../../aggregates/cashin/state';
import type { SentDelivery } from '../../../aggregates/delivery/state';
import { asked } from '../../payout/payout-answer';
import type { Resolved } from '../../payout/request-payout';
import { type CashinDeps, type CashinStep, callFor, heldBack, PROVIDER_GONE, streamOfCashin } from '../cashin-step';
import { takeDelivery } from '../send-delivery';

const ASK_EVERY_MS = 300_000;

/**
 * Asks, as long as the step is due, about a delivery that operators have ended after it was sent: what arrives all the
 * same is a contradiction. Nothing is ever sent.
 */
export const askOverruledDelivery = async (
  deps: CashinDeps,
  step: CashinStep & { readonly deliveryId: string },
  state: CashinState,
): Promise<Resolved> => {
  const sent = overruledUnder(state, step.deliveryId);
  if (state.status === 'NONE' || sent === null) return 'done';
  const { partnerId } = state.facts;
  const { deliveryId } = step;
  // The book of what was signed may be older than the log, as out of a backup.
  await deps.signedOrders.abandon({ purpose: 'DELIVERY', partnerId, deliveryId }, happenedIn(state));
  await ask(deps, step, state, sent);
  return heldBack(deps, ASK_EVERY_MS);
};

/** The transaction by which it has arrived, by the operators' word or its provider's. */
const happenedIn = ({ delivery }: KnownCashin): string | null =>
  delivery.phase === 'CONFIRMED' ? delivery.txId : null;

const overruledUnder = (state: CashinState, deliveryId: string): SentDelivery | null =>
  state.status !== 'NONE' && state.overruled?.deliveryId === deliveryId ? state.overruled : null;

const ask = async (
  deps: CashinDeps,
  step: CashinStep,
  state: KnownCashin,
  { deliveryId, provider: name, txId }: SentDelivery,
): Promise<void> => {
  const { facts } = state;
  const provider = deps.cryptoDeliveries.named(name, facts.mode);
  if (provider === null) {
    deps.alert(PROVIDER_GONE, { stream: streamOfCashin(facts.intentId), provider: name });
    return;
  }
  const said = await asked(provider.name, () => provider.get(callFor(deps, facts), deliveryId, txId));
  await takeDelivery(deps, step, { state, deliveryId, provider, said });
};
