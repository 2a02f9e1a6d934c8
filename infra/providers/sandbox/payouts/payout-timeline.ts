import { createHash } from 'node:crypto';
import type { Digits } from '../../../../aggregates/money';
import type { Iso } from '../../../../commands/ports/clock';
import type { Payout, PayoutMethod } from '../../../../commands/ports/payout-provider';
import type { FailureCode } from '../../../../commands/ports/result';
import type { Bookable, Booked, BookKey, PlannedCallback } from '../book/sandbox-book';
import { paced, SANDBOX_ID_PREFIX } from '../desk';
import { scenarioNamed } from './choose-scenario';
import type { PayoutScenario } from './payout-scenarios';

/** An order in the bank's books. Its payee is kept masked alone: no personal data outlives its owner's key here. */
export interface PayoutState extends Bookable {
  readonly providerId: string;
  readonly amountCents: Digits;
  /** A settled gift card has a PIN. */
  readonly kind: PayoutMethod['kind'];
  /** Null when the order names no PIX key, and in orders of earlier versions. */
  readonly payeeKeyMasked: string | null;
  readonly scenario: string;
  /** Fixed with the order, so that no restart undoes a settlement. */
  readonly settleDelayMs: number;
  /** First call with this key; null in orders of earlier versions. */
  readonly calledAtMs: number | null;
  readonly calls: number;
  readonly decision: {
    readonly outcome: 'SETTLED' | 'FAILED';
    /** Why it failed; null when it settled, and in decisions of earlier versions. */
    readonly code: FailureCode | null;
    readonly decidedAtMs: number;
  } | null;
  /** Amount that control calls brought back. */
  readonly returnedCents: Digits;
}

export type BookedPayout = Booked<PayoutState>;

const RECEIPTS = 'https://sandbox.invalid/SANDBOX-SEM-VALOR/';

const digestOf = ({ partnerId, idempotencyKey }: BookKey): string =>
  createHash('sha256').update(`${partnerId}\n${idempotencyKey}`).digest('hex');

export const providerIdOf = (key: BookKey): string => `${SANDBOX_ID_PREFIX}pay_${digestOf(key).slice(0, 32)}`;

/** The prefix, `E`, the payer's bank, the minute and eleven characters (design: rails, section 1.3). */
const endToEndIdOf = (key: BookKey, settledAtMs: number): string => {
  const minute = new Date(settledAtMs).toISOString().replace(/\D/g, '').slice(0, 12);
  return `${SANDBOX_ID_PREFIX}E00000000${minute}${digestOf(key).slice(0, 11)}`;
};

/** Redeems nothing, but is handled as a real PIN. */
const pinOf = (key: BookKey): string => {
  const digest = createHash('sha256')
    .update(`pin\n${digestOf(key)}`)
    .digest('hex')
    .toUpperCase();
  return `SBX-${digest.slice(0, 5)}-${digest.slice(5, 10)}-${digest.slice(10, 15)}`;
};

const iso = (ms: number): Iso => new Date(ms).toISOString();

/** Throws when the table no longer has the scenario. */
export const scenarioOf = ({ scenario }: Pick<PayoutState, 'scenario'>): PayoutScenario => {
  const found = scenarioNamed(scenario);
  if (found === null) throw new Error(`The sandbox's books name a scenario that is gone: ${scenario}`);
  return found;
};

interface Moment {
  readonly state: Payout['state'];
  readonly settledAtMs: number | null;
}

const momentOf = (order: BookedPayout, nowMs: number): Moment => {
  const { decision, settleDelayMs, bookedAtMs } = order;
  if (decision !== null)
    return { state: decision.outcome, settledAtMs: decision.outcome === 'SETTLED' ? decision.decidedAtMs : null };
  const dueOf = (afterMs: number): number => bookedAtMs + paced(afterMs, settleDelayMs);
  const passed = scenarioOf(order).steps.filter((step) => dueOf(step.afterMs) <= nowMs);
  const settled = passed.find((step) => step.state === 'SETTLED');
  return { state: passed.at(-1)?.state ?? 'CREATED', settledAtMs: settled ? dueOf(settled.afterMs) : null };
};

const failureOf = (order: BookedPayout): NonNullable<Payout['failure']> => {
  const { failure } = scenarioOf(order);
  if (order.decision === null && failure !== null) return failure;
  return { code: order.decision?.code ?? 'OTHER', message: 'Failed by the control call', retryClass: false };
};

/** Whatever amount was ordered now: an amount of another order must come to light. */
export const payoutAt = (key: BookKey, order: BookedPayout, nowMs: number): Payout => {
  const { state: before, settledAtMs } = momentOf(order, nowMs);
  const amount = BigInt(order.amountCents) + scenarioOf(order).surplusCents;
  const returned = BigInt(order.returnedCents);
  const state = before === 'SETTLED' && returned >= amount ? 'RETURNED' : before;
  return {
    ...{ idempotencyKey: key.idempotencyKey, providerId: order.providerId, state, amount },
    ...(order.payeeKeyMasked === null ? {} : { payee: { key: order.payeeKeyMasked } }),
    ...(state === 'FAILED' ? { failure: failureOf(order) } : {}),
    ...(state === 'RETURNED' ? { returnedAmount: amount } : {}),
    ...(state === 'SETTLED' && returned > 0n ? { returnedAmount: returned } : {}),
    ...(settledAtMs === null
      ? {}
      : {
          settledAt: iso(settledAtMs),
          endToEndId: endToEndIdOf(key, settledAtMs),
          receiptUrl: RECEIPTS + order.providerId,
          ...(order.kind === 'GIFT_CARD' ? { giftCardPin: pinOf(key) } : {}),
        }),
  };
};

/** `event` is what happened, in the provider's id of the callback. */
export const payoutCallback = (
  key: BookKey,
  event: number | string,
  planned: Pick<PlannedCallback, 'place' | 'dueAtMs'> & { readonly forged?: boolean },
): PlannedCallback => ({
  eventId: `${SANDBOX_ID_PREFIX}evt_${digestOf(key).slice(0, 32)}_${event}`,
  ...{ type: 'payout.changed', about: key.idempotencyKey, forged: false, ...planned },
});

export const callbacksOf = (key: BookKey, order: BookedPayout): readonly PlannedCallback[] =>
  scenarioOf(order).callbacks.map(({ afterMs, event, forged }, index) =>
    payoutCallback(key, event, {
      ...{ place: index.toString(), dueAtMs: order.bookedAtMs + paced(afterMs, order.settleDelayMs), forged },
    }),
  );
