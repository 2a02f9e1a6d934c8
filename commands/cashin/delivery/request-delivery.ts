import { isHeld } from '../../../aggregates/cashin/phases/delivery-phase';
import type { KnownCashin } from '../../../aggregates/cashin/state';
import { commandIdOf, deliveryIdOf } from '../../handling/deterministic-ids';
import type { Resolved } from '../../payout/request-payout';
import type { CryptoDelivery } from '../../ports/providers/crypto-delivery';
import { isNetworkHeld } from '../../watching/judging/is-held';
import {
  askCashin,
  type CashinDeps,
  cashinIn,
  heldBack,
  isUserBlocked,
  PROVIDER_GONE,
  streamOfCashin,
  unanswered,
  type WaitingStep,
} from '../cashin-step';
import { objectionToDestination } from './delivery-destination';

/** The provider that the quote chose; an alert reports it when it is not configured. */
export const delivererOf = (deps: CashinDeps, { facts }: KnownCashin): CryptoDelivery | null => {
  const { intentId, deliveryProvider, mode } = facts;
  const provider = deliveryProvider === null ? null : deps.cryptoDeliveries.named(deliveryProvider, mode);
  if (provider === null) {
    deps.alert(PROVIDER_GONE, { stream: streamOfCashin(intentId), provider: deliveryProvider ?? 'none' });
  }
  return provider;
};

/** Held while the PIX is disputed, a provider contradicts itself, the user is blocked, or finality is in doubt. */
export const mayDeliver = async (deps: CashinDeps, state: KnownCashin): Promise<boolean> =>
  !isHeld(state) && !(await isUserBlocked(deps, state)) && !(await isNetworkHeld(deps, state.facts.network));

/** Read models lag, so two intents may have accepted one PIX: the first in the log is paid, the second is not. */
const isOwnPix = async (deps: CashinDeps, { facts }: KnownCashin, endToEndId: string): Promise<boolean> => {
  const { intentId, chargeProvider: provider } = facts;
  const owner = await deps.intentOfPix(endToEndId);
  if (owner !== null && owner !== intentId) {
    const detail = `PIX ${endToEndId} belongs to another charge`;
    deps.alert('A charge provider gave an impossible answer', {
      ...{ stream: streamOfCashin(intentId), provider, detail },
    });
  }
  return owner === intentId;
};

/** The first attempt, or the next one at its time; none to a wallet that the user has changed. */
export const requestDelivery =
  (deps: CashinDeps) =>
  async (step: WaitingStep): Promise<Resolved> => {
    const state = await cashinIn(deps, step.intentId);
    if (state.status !== 'ACTIVE' || state.accepted === null || state.facts.deliveryProvider === null) return 'done';
    if (state.delivery.phase !== 'NONE' && state.delivery.phase !== 'WAITING') return 'done';
    const provider = delivererOf(deps, state);
    if (provider === null || !(await mayDeliver(deps, state))) return heldBack(deps);
    if (!(await isOwnPix(deps, state, state.accepted))) return unanswered(deps, step, AGAIN_MS);
    const objection = await objectionToDestination(deps, state, provider);
    if (objection === 'UNKNOWN') return unanswered(deps, step, AGAIN_MS);
    const { intentId, causeEventId } = step;
    const now = deps.clock.iso();
    if (objection !== null) {
      const commandId = commandIdOf('abandon-delivery', intentId, causeEventId);
      await askCashin(deps, step, { commandId, command: { type: 'AbandonDelivery', ...objection, now } });
      return 'done';
    }
    await askCashin(deps, step, {
      commandId: commandIdOf('request-delivery', intentId, causeEventId),
      command: { type: 'RequestDelivery', deliveryIdOf: (attempt) => deliveryIdOf(intentId, attempt), now },
    });
    return 'done';
  };

const AGAIN_MS = 15_000;
