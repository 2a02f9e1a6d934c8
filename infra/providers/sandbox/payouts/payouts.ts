import { maskPixKey } from '../../../../aggregates/codes/pix-key';
import type { Payout, PayoutProvider, PayoutRequest } from '../../../../commands/ports/payout-provider';
import type { CallContext, Failure, Result } from '../../../../commands/ports/result';
import { type BookKey, isBooked, momentIn, type Now, type Step } from '../book/sandbox-book';
import { ask, change, type Desk, failed, keyOf, NAME, NOT_TAKEN, notFound, order, paced } from '../desk';
import { lookUpBoleto } from '../payees/boletos';
import { objectionTo } from '../payees/check-order';
import { lookUpGiftCard } from '../payees/gift-cards';
import { lookUpBrCode, lookUpKey } from '../payees/look-ups';
import { chooseScenario, payeeKeyOf } from './choose-scenario';
import type { PayoutScenario, Refusal } from './payout-scenarios';
import {
  type BookedPayout,
  callbacksOf,
  type PayoutState,
  payoutAt,
  providerIdOf,
  scenarioOf,
} from './payout-timeline';

/** A window with more payouts is refused: a partial list would be taken for complete. */
export const LIST_LIMIT = 1_000;

/** One call of create. */
interface Call {
  readonly key: BookKey;
  readonly request: PayoutRequest;
  readonly scenario: PayoutScenario;
  readonly settleDelayMs: number;
  /** Another key's order of the same amount to the same payee had the scenario's answers. */
  readonly isFollower: boolean;
}

/** Orders are alike when these are. */
const termsOf = ({ request, scenario }: Pick<Call, 'request' | 'scenario'>) => {
  const payeeKey = payeeKeyOf(request.method);
  return {
    ...{ amountCents: request.amount.toString(), kind: request.method.kind, scenario: scenario.name },
    payeeKeyMasked: payeeKey === null ? null : maskPixKey(payeeKey),
  };
};

const newOrder = (call: Call, { clockMs }: Now): PayoutState => ({
  ...{ ...termsOf(call), providerId: providerIdOf(call.key), settleDelayMs: call.settleDelayMs },
  ...{ calledAtMs: clockMs, calls: 0, bookedAtMs: null, bookedAheadMs: 0, decision: null, returnedCents: '0' },
});

const shown = (key: BookKey, booked: BookedPayout, now: Now): Payout => payoutAt(key, booked, momentIn(now, booked));

/** The scenario's refusal of this call; null answers with the payout. */
const refusalOf = (called: PayoutState, isFollower: boolean): Refusal | null => {
  const { answers } = scenarioOf(called);
  return isFollower ? null : (answers[Math.min(called.calls, answers.length) - 1] ?? null);
};

/** Later calls are answered like the last one of the table. */
const isCounted = (known: PayoutState): boolean => known.calls < scenarioOf(known).answers.length;

const refused = ({ books, retryAfterMs, ...refusal }: Refusal, settleDelayMs: number): Failure => ({
  ...failed(refusal.kind, refusal.code, refusal.message),
  ...refusal,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs: paced(retryAfterMs, settleDelayMs) }),
});

/** Checks like every adapter: an amount other than ours is a protocol breach (rule 10). */
const answered = (payout: Payout, amountCents: bigint): Result<Payout> =>
  payout.amount === amountCents
    ? { ok: true, value: payout }
    : failed('UNKNOWN', 'PROTOCOL', `The bank answers ${payout.amount} cents to an order of ${amountCents}`);

/** Booked at the first call that the scenario does not refuse, with all its callbacks. */
const taking =
  (call: Call): Step<PayoutState, Result<Payout>> =>
  (before, now) => {
    const { key, request, settleDelayMs, isFollower } = call;
    const objection = objectionTo(request, now.clockMs);
    // A booked key is the same order, even if the registry has changed since.
    if (objection !== null && !isBooked(before)) {
      return { answer: failed('REJECTED', objection.code, objection.message) };
    }
    const known = before ?? newOrder(call, now);
    const called = { ...known, calls: known.calls + 1 };
    const refusal = refusalOf(called, isFollower);
    if (refusal !== null && !refusal.books) return { state: called, answer: refused(refusal, settleDelayMs) };
    const answer = (booked: BookedPayout): Result<Payout> =>
      refusal === null ? answered(shown(key, booked, now), request.amount) : refused(refusal, settleDelayMs);
    if (isBooked(called)) return { ...(isCounted(known) ? { state: called } : {}), answer: answer(called) };
    const booked = { ...called, bookedAtMs: now.clockMs, bookedAheadMs: now.aheadMs };
    return { state: booked, isBooked: true, callbacks: callbacksOf(key, booked), answer: answer(booked) };
  };

/** Is there an earlier order, under another key, of the same amount to the same payee? */
const isFollower = async ({ book, clock }: Desk, call: Omit<Call, 'isFollower'>): Promise<boolean> => {
  const { forgetsAfterMs } = call.scenario;
  if (forgetsAfterMs === null) return false;
  const [nowMs, { partnerId, idempotencyKey }] = [clock.now(), call.key];
  const window = { fromMs: nowMs - forgetsAfterMs, toMs: nowMs + 1, limit: LIST_LIMIT, like: termsOf(call) };
  const alike = await book.list<PayoutState>('payout', partnerId, window);
  return alike.some(
    ({ idempotencyKey: other, state }) => other !== idempotencyKey && (state.calledAtMs ?? 0) >= window.fromMs,
  );
};

const create = async (desk: Desk, context: CallContext, request: PayoutRequest): Promise<Result<Payout>> => {
  const { idempotencyKey, notAfter } = request;
  const scenario = chooseScenario(request);
  if (scenario === null) return failed('REJECTED', 'UNSUPPORTED', 'No sandbox scenario has this name');
  const call = { key: keyOf(context, idempotencyKey), request, scenario, settleDelayMs: desk.settleDelayMs };
  const follows = await isFollower(desk, call).catch(() => null);
  if (follows === null) return NOT_TAKEN;
  const ordered = { context, kind: 'payout', key: idempotencyKey, notAfter } as const;
  return order(desk, ordered, taking({ ...call, isFollower: follows }));
};

const list = async (desk: Desk, context: CallContext, from: string, to: string): Promise<Result<readonly Payout[]>> => {
  const window = { fromMs: Date.parse(from), toMs: Date.parse(to), limit: LIST_LIMIT + 1 };
  const rows = await desk.book.list<PayoutState>('payout', context.partnerId, window);
  if (rows.length > LIST_LIMIT)
    return failed('UNAVAILABLE', 'OTHER', `More than ${LIST_LIMIT} payouts: ask for a shorter window`);
  const clockMs = desk.clock.now();
  const value = rows.flatMap(({ state, aheadMs, ...key }) =>
    isBooked(state) ? [shown(key, state, { clockMs, aheadMs })] : [],
  );
  return { ok: true, value };
};

const asked =
  (key: BookKey): Step<PayoutState, Result<Payout>> =>
  (state, now) => ({ answer: isBooked(state) ? { ok: true, value: shown(key, state, now) } : notFound('order') });

/** The simulated bank (design: providers, "Sandbox provider"). */
export const createPayouts = (desk: Desk): PayoutProvider => ({
  ...{ name: NAME, mode: 'sandbox', kinds: ['PIX_KEY', 'PIX_BRCODE', 'BOLETO', 'GIFT_CARD'], idempotency: 'NATIVE' },
  resolveBrCode: (context, brCode) => ask(desk, context, async () => lookUpBrCode(brCode)),
  resolveKey: (context, key) => ask(desk, context, async () => lookUpKey(key)),
  resolveBoleto: (context, code) => ask(desk, context, async () => lookUpBoleto(code, desk.clock.now())),
  resolveGiftCard: (context, code) => ask(desk, context, async () => lookUpGiftCard(code)),
  create: (context, request) => create(desk, context, request),
  get: (context, idempotencyKey) => {
    const key = keyOf(context, idempotencyKey);
    return ask(desk, context, () => change(desk, 'payout', key, asked(key)));
  },
  list: (context, from, to) => ask(desk, context, () => list(desk, context, from, to)),
});
