import type { DeliveryOutcome } from '../../../aggregates/cashin/commands';
import type { KnownCashin } from '../../../aggregates/cashin/state';
import type { RequestedDelivery } from '../../../aggregates/delivery/state';
import { commandIdOf } from '../../handling/deterministic-ids';
import { asked } from '../../payout/outcome/payout-answer';
import type { Resolved } from '../../payout/request-payout';
import type { CryptoDelivery, Delivery, DeliveryOrder, PreparedDelivery } from '../../ports/providers/crypto-delivery';
import type { Failure, Result } from '../../ports/providers/result';
import { isNetworkHeld } from '../../watching/judging/is-held';
import {
  askCashin,
  type CashinDeps,
  type CashinStep,
  callFor,
  heldBack,
  playedCashinIn,
  unanswered,
  type WaitingStep,
} from '../cashin-step';
import {
  BELOW_FLOOR,
  believedDelivery,
  believedPreparation,
  brlCentsOf,
  failed,
  isBelowFloor,
  outcomeOfDelivery,
} from './delivery-answer';
import { objectionToDestination } from './delivery-destination';
import { delivererOf, mayDeliver } from './request-delivery';
import { isStillPaid } from './still-paid';

const SEND_WINDOW_MS = 15_000;

const AGAIN_MS = 5_000;

/** The bytes are stored before the broadcast, and only the worker whose append passes the fence broadcasts first. */
export const sendDelivery =
  (deps: CashinDeps) =>
  async (step: WaitingStep): Promise<Resolved> => {
    const { state, scenario } = await playedCashinIn(deps, step.intentId);
    if (state.status !== 'ACTIVE' || state.delivery.phase !== 'REQUESTED') return 'done';
    const open: Open = { state, delivery: state.delivery, scenario };
    const provider = delivererOf(deps, state);
    if (provider === null || !(await mayDeliver(deps, state))) return heldBack(deps);
    const objection = await objectionToDestination(deps, state, provider);
    if (objection === 'UNKNOWN') return unanswered(deps, step, AGAIN_MS);
    if (objection !== null) {
      const outcome = { kind: 'FAILED', ...objection, retryClass: false, isBeforeSending: true } as const;
      await recordDelivery(deps)({ ...step, state, deliveryId: open.delivery.deliveryId, outcome });
      return 'done';
    }
    if (!(await isStillPaid(deps, step, state))) return unanswered(deps, step, AGAIN_MS);
    return prepareAndSend(deps, step, open, provider);
  };

interface Ordered {
  readonly state: KnownCashin;
  readonly delivery: Pick<RequestedDelivery, 'deliveryId'>;
  readonly scenario: string | undefined;
}

interface Open extends Ordered {
  readonly delivery: RequestedDelivery;
}

const prepareAndSend = async (
  deps: CashinDeps,
  step: WaitingStep,
  open: Open,
  provider: CryptoDelivery,
): Promise<Resolved> => {
  const { state, delivery } = open;
  const order = orderOf(deps, open);
  const said = await asked(provider.name, () => provider.prepare(callFor(deps, state.facts), order));
  const question = { ...deps, facts: state.facts, deliveryId: delivery.deliveryId, provider: provider.name };
  const prepared = believedPreparation(question, said);
  if (!prepared.ok) return unprepared(deps, step, open, prepared);
  if (isBelowFloor(state.facts, prepared.value.delivery)) {
    await recordDelivery(deps)({ ...step, state, deliveryId: delivery.deliveryId, outcome: BELOW_FLOOR });
    return 'done';
  }
  if (!(await passFence(deps, step, delivery, prepared.value))) return 'done';
  await broadcastDelivery(deps, step, { state, deliveryId: delivery.deliveryId, provider, ...prepared.value });
  return 'done';
};

export const orderOf = ({ clock }: CashinDeps, { state, delivery, scenario }: Ordered): DeliveryOrder => {
  const { assetId, network, amountBaseUnits, minimumBaseUnits, destination } = state.facts;
  return {
    ...{ idempotencyKey: delivery.deliveryId, assetId, network, destination, brlCents: brlCentsOf(state.facts) },
    ...{ amount: BigInt(amountBaseUnits), minimum: BigInt(minimumBaseUnits) },
    notAfter: new Date(clock.now() + SEND_WINDOW_MS).toISOString(),
    ...(scenario === undefined ? {} : { scenario }),
  };
};

/** The delivery was not sent: a refusal ends the attempt, and any other failure is asked again. */
const unprepared = async (
  deps: CashinDeps,
  step: WaitingStep,
  { state, delivery: { deliveryId } }: Open,
  failure: Failure,
): Promise<Resolved> => {
  if (failure.kind !== 'REJECTED') return unanswered(deps, step, AGAIN_MS);
  const outcome = { ...failed(failure), isBeforeSending: true };
  await recordDelivery(deps)({ ...step, state, deliveryId, outcome });
  return 'done';
};

const passFence = async (
  deps: CashinDeps,
  step: CashinStep,
  { deliveryId }: RequestedDelivery,
  { prepared, delivery }: PreparedDelivery,
): Promise<boolean> => {
  const { workerId, clock, ids } = deps;
  const events = await askCashin(deps, step, {
    // Random on purpose: a repetition after a crash must not count this sending as its own.
    commandId: ids.uuid(),
    command: {
      ...{ type: 'SendDelivery', deliveryId, prepared, txId: delivery.txId ?? null },
      ...{ workerId, now: clock.iso() },
    },
  });
  return events.length > 0;
};

export interface ToBroadcast {
  readonly state: KnownCashin;
  readonly deliveryId: string;
  readonly provider: CryptoDelivery;
  readonly prepared: string;
}

/** The same bytes are the same delivery, so an unanswered broadcast may be repeated. */
export const broadcastDelivery = async (
  deps: CashinDeps,
  step: CashinStep,
  { state, deliveryId, provider, prepared }: ToBroadcast,
): Promise<void> => {
  const { facts } = state;
  const said = await asked(provider.name, () => provider.broadcast(callFor(deps, facts), deliveryId, prepared));
  await takeDelivery(deps, step, { state, deliveryId, provider, said });
};

export interface SaidOfDelivery extends Omit<ToBroadcast, 'prepared'> {
  readonly said: Result<Delivery>;
}

/** A refused or failed call proves nothing about the broadcast. An end that the network may revert does not count. */
export const takeDelivery = async (
  deps: CashinDeps,
  step: CashinStep,
  { state, deliveryId, provider, said }: SaidOfDelivery,
): Promise<void> => {
  const question = { ...deps, facts: state.facts, deliveryId, provider: provider.name };
  const outcome = outcomeOfDelivery(believedDelivery(question, said));
  if (outcome === null || (await isNetworkHeld(deps, state.facts.network))) return;
  await recordDelivery(deps)({ ...step, state, deliveryId, outcome });
};

export interface DeliveryEnd extends CashinStep {
  /** The state before the provider was asked. */
  readonly state: Pick<KnownCashin, 'contradictions'>;
  readonly deliveryId: string;
  readonly outcome: DeliveryOutcome;
}

export const recordDelivery =
  (deps: CashinDeps) =>
  async ({ state, deliveryId, outcome, ...step }: DeliveryEnd): Promise<void> => {
    const said = outcome.kind === 'CONFIRMED' ? [outcome.txId, outcome.deliveredBaseUnits] : [outcome.code];
    // The same answer after a contradiction is a new command with new ids.
    const words = [...said, String(state.contradictions.length)];
    const { intentId, causeEventId } = step;
    await askCashin(deps, step, {
      commandId: commandIdOf('record-delivery', intentId, causeEventId, deliveryId, outcome.kind, ...words),
      command: {
        ...{ type: 'RecordDelivery', deliveryId, outcome, now: deps.clock.iso() },
        attemptDelaysMs: deps.settings.payoutAttemptDelaysMs,
      },
    });
  };
