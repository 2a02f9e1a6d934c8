import type { CashinState } from '../../../aggregates/cashin/state';
import { asked } from '../../payout/outcome/payout-answer';
import type { Resolved } from '../../payout/request-payout';
import { type CashinDeps, type CashinStep, callFor, heldBack, PROVIDER_GONE, streamOfCashin } from '../cashin-step';
import { chargerOf } from '../charge/ask-charge';
import { askRefund } from '../refund/record-refund';
import { takeDelivery } from './send-delivery';

const ASK_EVERY_MS = 300_000;

/** A late arrival after operators ended the delivery is a contradiction. Never sends anything. */
export const askOverruledDelivery = async (
  deps: CashinDeps,
  step: CashinStep & { readonly deliveryId: string },
  state: CashinState,
): Promise<Resolved> => {
  const { deliveryId } = step;
  if (state.status === 'NONE' || state.overruled?.deliveryId !== deliveryId) return 'done';
  const { facts, delivery, overruled } = state;
  const happened = delivery.phase === 'CONFIRMED' ? delivery.txId : null;
  // The signer's book may be older than the log, for example after a restore.
  await deps.signedOrders.abandon({ purpose: 'DELIVERY', partnerId: facts.partnerId, deliveryId }, happened);
  const provider = deps.cryptoDeliveries.named(overruled.provider, facts.mode);
  if (provider === null) {
    deps.alert(PROVIDER_GONE, { stream: streamOfCashin(facts.intentId), provider: overruled.provider });
    return heldBack(deps, ASK_EVERY_MS);
  }
  const said = await asked(provider.name, () => provider.get(callFor(deps, facts), deliveryId, overruled.txId));
  await takeDelivery(deps, step, { state, deliveryId, provider, said });
  return heldBack(deps, ASK_EVERY_MS);
};

/** The same for a sent refund that operators recorded as given back. */
export const askOverruledRefund = async (
  deps: CashinDeps,
  step: CashinStep & { readonly endToEndId: string; readonly refundKey: string },
  state: CashinState,
): Promise<Resolved> => {
  if (state.status === 'NONE') return 'done';
  const refund = state.received.find(({ endToEndId }) => endToEndId === step.endToEndId)?.refund;
  if (refund?.phase !== 'DONE' || refund.overruledKey !== step.refundKey) return 'done';
  const provider = chargerOf(deps, state.facts);
  if (provider !== null) await askRefund(deps, { ...step, state, provider });
  return heldBack(deps, ASK_EVERY_MS);
};
