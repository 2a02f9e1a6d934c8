import type {
  Charge,
  ChargeProvider,
  ChargeRequest,
  Credit,
} from '../../../../commands/ports/providers/charge-provider';
import type { CallContext, Result } from '../../../../commands/ports/result';
import { type BookKey, isBooked, momentIn, type Now, type Row, type Step } from '../book/sandbox-book';
import { ask, change, type Desk, failed, keyOf, NAME, notFound, order } from '../desk';
import {
  type BookedCharge,
  type ChargeState,
  callbacksOf,
  chargeAt,
  chargeScenarioOf,
  newCharge,
  type PaidEntry,
  paidBy,
  paymentsOf,
  shownTaxId,
} from './charge-timeline';
import { createRefunds } from './refunds';

/** A window with more charges is refused: a partial list would be taken for complete. */
const LIST_LIMIT = 1_000;

export const shown = (key: BookKey, booked: BookedCharge, now: Now): Charge =>
  chargeAt(key, booked, momentIn(now, booked));

const answered = (key: BookKey, charge: ChargeState | null, now: Now): Result<Charge> =>
  isBooked(charge) ? { ok: true, value: shown(key, charge, now) } : notFound('charge');

const refusalOf = (called: ChargeState) => {
  const { answers } = chargeScenarioOf(called);
  return answers[Math.min(called.calls, answers.length) - 1] ?? null;
};

/** Later calls are answered like the last one of the table. */
const isCounted = (known: ChargeState): boolean => known.calls < chargeScenarioOf(known).answers.length;

/** Booked at the first call that the scenario does not refuse, with its callbacks. */
const taking =
  (key: BookKey, request: ChargeRequest, settleDelayMs: number): Step<ChargeState, Result<Charge>> =>
  (before, now) => {
    const payer = shownTaxId(request.payer.taxId);
    const isSplitSound = request.split === undefined || request.split.amount < request.amount;
    if (payer === null || request.amount <= 0n || !isSplitSound || Date.parse(request.expiresAt) <= now.clockMs) {
      return { answer: failed('REJECTED', 'UNSUPPORTED', 'No bank makes such a charge') };
    }
    const known = before ?? newCharge(key, request, payer, settleDelayMs);
    if (BigInt(known.amountCents) !== request.amount) {
      return { answer: failed('UNKNOWN', 'PROTOCOL', 'The key belongs to a charge of another amount') };
    }
    const called = { ...known, calls: known.calls + 1 };
    const refusal = refusalOf(called);
    const said = refusal === null ? null : failed(refusal.kind, refusal.code, refusal.message);
    if (isBooked(called)) {
      return { ...(isCounted(known) ? { state: called } : {}), answer: said ?? answered(key, called, now) };
    }
    if (said !== null && refusal?.books === false) return { state: called, answer: said };
    const booked = { ...called, bookedAtMs: now.clockMs, bookedAheadMs: now.aheadMs };
    return { state: booked, callbacks: callbacksOf(key, booked), answer: said ?? answered(key, booked, now) };
  };

/** A payment that came first stands: then nothing is cancelled. */
const cancelling =
  (key: BookKey): Step<ChargeState, Result<Charge>> =>
  (charge, now) => {
    if (!isBooked(charge)) return { answer: notFound('charge') };
    const nowMs = momentIn(now, charge);
    if (charge.cancelledAtMs !== null || paymentsOf(key, charge, nowMs).length > 0) {
      return { answer: answered(key, charge, now) };
    }
    const paid = chargeScenarioOf(charge).paidAtCancel ? [metBy(key, charge, nowMs)] : charge.paid;
    const cancelled = { ...charge, cancelledAtMs: nowMs, paid };
    return { state: cancelled, answer: answered(key, cancelled, now) };
  };

const metBy = (key: BookKey, charge: BookedCharge, nowMs: number): PaidEntry => {
  const { amountCents, payerTaxIdMasked, expiresAtMs } = charge;
  const paidAtMs = Math.min(nowMs, expiresAtMs);
  return paidBy(key, charge, { amountCents, payerTaxIdMasked, isExpectedPayer: true, paidAtMs });
};

const creditOf = ({ idempotencyKey }: BookKey, { endToEndId, amountCents, paidAtMs }: PaidEntry): Credit => ({
  ...{ endToEndId, chargeKey: idempotencyKey, amount: BigInt(amountCents) },
  at: new Date(paidAtMs).toISOString(),
});

const listCredits = async (
  desk: Desk,
  { partnerId }: CallContext,
  from: string,
  to: string,
): Promise<Result<readonly Credit[]>> => {
  const [fromMs, toMs, clockMs] = [Date.parse(from), Date.parse(to), desk.clock.now()];
  const credits: Credit[] = [];
  for await (const { state, aheadMs, ...key } of chargesOf(desk, partnerId, toMs)) {
    if (!isBooked(state)) continue;
    const payments = paymentsOf(key, state, momentIn({ clockMs, aheadMs }, state));
    const within = payments.filter(({ paidAtMs }) => paidAtMs >= fromMs && paidAtMs < toMs);
    credits.push(...within.map((paid) => creditOf(key, paid)));
    if (credits.length > LIST_LIMIT)
      return failed('UNAVAILABLE', 'OTHER', `More than ${LIST_LIMIT} credits: ask for a shorter window`);
  }
  return { ok: true, value: credits };
};

const PAGE = 500;

/** All of them: a charge may be paid long after it was opened. */
async function* chargesOf({ book }: Desk, partnerId: string, toMs: number): AsyncGenerator<Row<ChargeState>> {
  let [fromMs, after] = [0, ''];
  for (;;) {
    const page = await book.list<ChargeState>('charge', partnerId, { fromMs, after, toMs, limit: PAGE });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    [fromMs, after] = [last.bookedAtMs, last.idempotencyKey];
  }
}

/** The simulated payers' bank (design: providers, "Sandbox provider"). */
export const createCharges = (desk: Desk): ChargeProvider => {
  const asking = (
    context: CallContext,
    idempotencyKey: string,
    step: (key: BookKey) => Step<ChargeState, Result<Charge>>,
  ) => {
    const key = keyOf(context, idempotencyKey);
    return ask(desk, context, () => change(desk, 'charge', key, step(key)));
  };
  return {
    ...{ name: NAME, mode: 'sandbox', kinds: ['PIX', 'PIX_SPLIT'], idempotency: 'NATIVE' },
    create: (context, request) => {
      const { idempotencyKey, notAfter } = request;
      const step = taking(keyOf(context, idempotencyKey), request, desk.settleDelayMs);
      return order(desk, { context, kind: 'charge', key: idempotencyKey, notAfter }, step);
    },
    get: (context, idempotencyKey) =>
      asking(context, idempotencyKey, (key) => (charge, now) => ({ answer: answered(key, charge, now) })),
    cancel: (context, idempotencyKey) => asking(context, idempotencyKey, cancelling),
    ...createRefunds(desk),
    listCredits: (context, from, to) => ask(desk, context, () => listCredits(desk, context, from, to)),
  };
};
