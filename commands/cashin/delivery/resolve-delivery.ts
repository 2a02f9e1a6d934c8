import type { KnownCashin } from '../../../aggregates/cashin/state';
import type { SentDelivery } from '../../../aggregates/delivery/state';
import { asked } from '../../payout/outcome/payout-answer';
import type { Resolved } from '../../payout/request-payout';
import type { CryptoDelivery } from '../../ports/providers/crypto-delivery';
import {
  type CashinDeps,
  type CashinStep,
  callFor,
  cashinIn,
  heldBack,
  PROVIDER_GONE,
  streamOfCashin,
} from '../cashin-step';
import { askOverruledDelivery } from './ask-overruled-delivery';
import { mayDeliver } from './request-delivery';
import { broadcastDelivery, takeDelivery } from './send-delivery';

export interface ResolveDelivery extends CashinStep {
  readonly deliveryId: string;
  /** Time of the sending: milliseconds since 1970. */
  readonly sinceMs: number;
}

/** Then every minute: a chain may take a quarter of an hour to be final. */
const ASK_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
const ASK_EVERY_MS = 60_000;

/** Longer than the slowest network takes to be final. */
const ALERT_AFTER_MS = 3_600_000;

/** Asks until the end is known. Broadcasts again what the provider lacks, unless operators have ended the delivery. */
export const resolveDelivery =
  (deps: CashinDeps) =>
  async (step: ResolveDelivery): Promise<Resolved> => {
    const state = await cashinIn(deps, step.intentId);
    if (!isSentUnder(state, step.deliveryId)) return askOverruledDelivery(deps, step, state);
    const { facts, delivery } = state;
    const provider = deps.cryptoDeliveries.named(delivery.provider, facts.mode);
    if (provider === null) {
      deps.alert(PROVIDER_GONE, { stream: streamOfCashin(facts.intentId), provider: delivery.provider });
      return heldBack(deps);
    }
    await askAndTake(deps, step, state, provider);
    return isSentUnder(await cashinIn(deps, step.intentId), step.deliveryId) ? again(deps, step) : 'done';
  };

type Sent = KnownCashin & { readonly delivery: SentDelivery };

/** Also counts after a contradiction: a sent delivery may still arrive. */
const isSentUnder = (state: Awaited<ReturnType<typeof cashinIn>>, deliveryId: string): state is Sent =>
  state.status !== 'NONE' && state.delivery.phase === 'SENT' && state.delivery.deliveryId === deliveryId;

const askAndTake = async (deps: CashinDeps, step: ResolveDelivery, state: Sent, provider: CryptoDelivery) => {
  const { facts, delivery } = state;
  const { deliveryId, prepared, txId } = delivery;
  const said = await asked(provider.name, () => provider.get(callFor(deps, facts), deliveryId, txId));
  const hasItNot = said.ok ? said.value.state === 'PREPARED' : said.kind === 'NOT_FOUND';
  if (!hasItNot) return takeDelivery(deps, step, { state, deliveryId, provider, said });
  if (prepared === '') return;
  if (await mayDeliver(deps, state)) await broadcastDelivery(deps, step, { state, deliveryId, provider, prepared });
};

const again = (deps: CashinDeps, { intentId, deliveryId, sinceMs }: ResolveDelivery): Resolved => {
  const nowMs = deps.clock.now();
  const waitedMs = nowMs - sinceMs;
  if (waitedMs > ALERT_AFTER_MS) {
    const stream = streamOfCashin(intentId);
    deps.alert('The outcome of a delivery is unknown', { stream, deliveryId });
  }
  const next = ASK_AFTER_MS.find((afterMs) => afterMs > waitedMs);
  return { askAgainAtMs: next === undefined ? nowMs + ASK_EVERY_MS : sinceMs + next };
};
