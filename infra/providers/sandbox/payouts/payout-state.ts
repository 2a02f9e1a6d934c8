import type { Payout, PayoutMethod } from '../../../../commands/ports/providers/payout-provider';
import type { FailureCode } from '../../../../commands/ports/providers/result';
import type { PlannedCallback } from '../book/sandbox-book';
import { type At, callbackOf, digestOf, endToEndIdOf, iso } from '../desk';
import { type Bookable, type Booked, begunBy, paced } from '../scenarios';
import { type PayoutScenario, payoutScenarioNamed } from './payout-scenarios';

/** An order in the bank's books. Its payee is stored only in masked form: no personal data outlives its key. */
export interface PayoutState extends Bookable {
  readonly providerId: string;
  /** A settled gift card has a PIN. */
  readonly kind: PayoutMethod['kind'];
  /** Null when the order names no PIX key, and in orders of earlier versions. */
  readonly payeeKeyMasked: string | null;
  readonly scenario: string;
  readonly decision: {
    readonly outcome: 'SETTLED' | 'FAILED';
    /** Why it failed; null when it settled, and in decisions of earlier versions. */
    readonly code: FailureCode | null;
    readonly decidedAtMs: number;
  } | null;
  /** Amount that control calls brought back. */
  readonly returnedCents: string;
}

export type BookedPayout = Booked<PayoutState>;

const RECEIPTS = 'https://sandbox.invalid/SANDBOX-SEM-VALOR/';

/** Throws when the table no longer has the scenario. */
export const scenarioOf = ({ scenario }: Pick<PayoutState, 'scenario'>): PayoutScenario => {
  const found = payoutScenarioNamed(scenario);
  if (found === null) throw new Error(`The sandbox's books name an unknown scenario: ${scenario}`);
  return found;
};

const begunStates = (order: BookedPayout, nowMs: number): ReturnType<typeof begunBy<Payout['state']>> => {
  const { decision, bookedAtMs: sinceMs, settleDelayMs } = order;
  if (decision !== null) return [{ state: decision.outcome, atMs: decision.decidedAtMs }];
  return begunBy(nowMs, scenarioOf(order).steps, { sinceMs, settleDelayMs });
};

const failureOf = (order: BookedPayout): NonNullable<Payout['failure']> => {
  const { failure } = scenarioOf(order);
  if (order.decision === null && failure !== null) return failure;
  return { code: order.decision?.code ?? 'OTHER', message: 'Failed by the control call', retryClass: false };
};

/** Redeems nothing, but is handled as a real PIN. */
const pinOf = (digest: string): string => {
  const pin = digestOf('pin', digest).toUpperCase();
  return `SBX-${pin.slice(0, 5)}-${pin.slice(5, 10)}-${pin.slice(10, 15)}`;
};

const settledParts = (order: BookedPayout, { key }: At, settledAtMs: number): Partial<Payout> => {
  const digest = digestOf(key.partnerId, key.idempotencyKey);
  return {
    ...{ settledAt: iso(settledAtMs), endToEndId: endToEndIdOf(digest, settledAtMs) },
    receiptUrl: RECEIPTS + order.providerId,
    ...(order.kind === 'GIFT_CARD' ? { giftCardPin: pinOf(digest) } : {}),
  };
};

/** Shows the booked amount, not the requested one, so that a difference is visible. */
export const shownPayout = (order: BookedPayout, at: At): Payout => {
  const begun = begunStates(order, at.nowMs);
  const before = begun.at(-1)?.state ?? 'CREATED';
  const settled = begun.find(({ state }) => state === 'SETTLED');
  const amount = BigInt(order.amountCents) + scenarioOf(order).surplusCents;
  const returned = BigInt(order.returnedCents);
  const state = before === 'SETTLED' && returned >= amount ? 'RETURNED' : before;
  return {
    ...{ idempotencyKey: at.key.idempotencyKey, providerId: order.providerId, state, amount },
    ...(order.payeeKeyMasked === null ? {} : { payee: { key: order.payeeKeyMasked } }),
    ...(state === 'FAILED' ? { failure: failureOf(order) } : {}),
    ...(state === 'RETURNED' ? { returnedAmount: amount } : {}),
    ...(state === 'SETTLED' && returned > 0n ? { returnedAmount: returned } : {}),
    ...(settled === undefined ? {} : settledParts(order, at, settled.atMs)),
  };
};

export const payoutCallbacks = (order: BookedPayout, at: At): readonly PlannedCallback[] =>
  scenarioOf(order).callbacks.map(({ afterMs, event, forged = false }, index) => {
    const dueAtMs = order.bookedAtMs + paced(afterMs, order.settleDelayMs);
    return callbackOf('payout.changed', at, { event: `${event}`, place: `${index}`, dueAtMs, forged });
  });
