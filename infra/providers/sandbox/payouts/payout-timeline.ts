import { createHash } from 'node:crypto';
import type { Iso } from '../../../../commands/ports/clock';
import type { Payout } from '../../../../commands/ports/payout-provider';
import { momentIn } from '../books/simulated-time';
import { scenarioNamed } from '../scenarios/choose-scenario';
import { type Scenario, SETTLE_MS } from '../scenarios/scenario';
import type { OrderKey, PlannedCallback, StoredOrder } from './payout-store';

/** Begins every sandbox id; live refuses it (design: providers, rule 11). */
export const SANDBOX_ID_PREFIX = 'sbx_';

const RECEIPTS = 'https://sandbox.invalid/SANDBOX-SEM-VALOR/';

const digestOf = ({ partnerId, idempotencyKey }: OrderKey): string =>
  createHash('sha256').update(`${partnerId}\n${idempotencyKey}`).digest('hex');

export const providerIdOf = (key: OrderKey): string => `${SANDBOX_ID_PREFIX}pay_${digestOf(key).slice(0, 32)}`;

const eventIdOf = (key: OrderKey, event: number | string): string =>
  `${SANDBOX_ID_PREFIX}evt_${digestOf(key).slice(0, 32)}_${event}`;

/** The prefix, `E`, the payer's bank, the minute and eleven characters (design: rails, section 1.3). */
const endToEndIdOf = (order: OrderKey, settledAtMs: number): string => {
  const minute = new Date(settledAtMs).toISOString().replace(/\D/g, '').slice(0, 12);
  return `${SANDBOX_ID_PREFIX}E00000000${minute}${digestOf(order).slice(0, 11)}`;
};

/** Redeems nothing, but is handled as a real PIN. */
const pinOf = (order: OrderKey): string => {
  const digest = createHash('sha256')
    .update(`pin\n${digestOf(order)}`)
    .digest('hex')
    .toUpperCase();
  return `SBX-${digest.slice(0, 5)}-${digest.slice(5, 10)}-${digest.slice(10, 15)}`;
};

export const paced = (afterMs: number, settleDelayMs: number): number =>
  Math.floor((afterMs * settleDelayMs) / SETTLE_MS);

const iso = (ms: number): Iso => new Date(ms).toISOString();

/** Throws when the table no longer has the scenario. */
export const scenarioOf = (order: Pick<StoredOrder, 'scenario'>): Scenario => {
  const scenario = scenarioNamed(order.scenario);
  if (scenario === null) throw new Error(`The sandbox bank's books name a scenario that is gone: ${order.scenario}`);
  return scenario;
};

interface Moment {
  readonly state: Payout['state'];
  readonly settledAtMs: number | null;
}

const momentOf = (order: StoredOrder, bookedAtMs: number, nowMs: number): Moment => {
  const { decision, settleDelayMs } = order;
  if (decision !== null)
    return { state: decision.outcome, settledAtMs: decision.outcome === 'SETTLED' ? decision.decidedAtMs : null };
  const dueOf = (afterMs: number): number => bookedAtMs + paced(afterMs, settleDelayMs);
  const passed = scenarioOf(order).steps.filter((step) => dueOf(step.afterMs) <= nowMs);
  const settled = passed.find((step) => step.state === 'SETTLED');
  return { state: passed.at(-1)?.state ?? 'CREATED', settledAtMs: settled ? dueOf(settled.afterMs) : null };
};

const decidedAgainst = ({ decision }: StoredOrder): NonNullable<Payout['failure']> => ({
  code: decision?.code ?? 'OTHER',
  message: 'Failed by the control call',
  retryClass: false,
});

export const isEnded = (state: Payout['state']): boolean =>
  state === 'SETTLED' || state === 'FAILED' || state === 'RETURNED';

/** When it is for the order: partners move their simulated time, and an order lives by what was moved since. */
export const momentMs = (order: StoredOrder, clockMs: number, aheadMs: number): number =>
  momentIn({ clockMs, aheadMs }, order);

export const payoutAt = (order: StoredOrder, bookedAtMs: number, nowMs: number): Payout => {
  const { state: before, settledAtMs } = momentOf(order, bookedAtMs, nowMs);
  const { failure, surplusCents } = scenarioOf(order);
  const amount = order.amountCents + surplusCents;
  const state = before === 'SETTLED' && order.returnedCents >= amount ? 'RETURNED' : before;
  return {
    idempotencyKey: order.idempotencyKey,
    providerId: order.providerId,
    state,
    amount,
    ...(order.payeeKeyMasked === null ? {} : { payee: { key: order.payeeKeyMasked } }),
    ...(state === 'FAILED'
      ? { failure: order.decision === null && failure !== null ? failure : decidedAgainst(order) }
      : {}),
    ...(state === 'RETURNED' ? { returnedAmount: amount } : {}),
    ...(state === 'SETTLED' && order.returnedCents > 0n ? { returnedAmount: order.returnedCents } : {}),
    ...(settledAtMs === null
      ? {}
      : {
          settledAt: iso(settledAtMs),
          endToEndId: endToEndIdOf(order, settledAtMs),
          receiptUrl: RECEIPTS + order.providerId,
          ...(order.kind === 'GIFT_CARD' ? { giftCardPin: pinOf(order) } : {}),
        }),
  };
};

export const callbacksOf = (order: StoredOrder, bookedAtMs: number): readonly PlannedCallback[] =>
  scenarioOf(order).callbacks.map(({ afterMs, event, forged }) => ({
    providerEventId: eventIdOf(order, event),
    idempotencyKey: order.idempotencyKey,
    dueAtMs: bookedAtMs + paced(afterMs, order.settleDelayMs),
    forged,
  }));

/** After a control call; `event` is what it did. */
export const controlCallbackOf = (key: OrderKey, event: string, dueAtMs: number): PlannedCallback => ({
  providerEventId: eventIdOf(key, event),
  idempotencyKey: key.idempotencyKey,
  dueAtMs,
  forged: false,
});
