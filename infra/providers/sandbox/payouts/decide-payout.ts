import type { Decided, PayoutDecision, SandboxControls } from '../../../../commands/ports/sandbox-controls';
import { type BookKey, isBooked, momentIn, type Now, type Step } from '../book/sandbox-book';
import { change, type Desk } from '../desk';
import { type BookedPayout, type PayoutState, payoutAt, payoutCallback } from './payout-timeline';

type End = Exclude<PayoutDecision, { readonly kind: 'RETURN' }>;

const OUTCOMES = { SETTLE: 'SETTLED', REJECT: 'FAILED' } as const;

const shown = (key: BookKey, booked: BookedPayout, now: Now) => {
  const { state, amount, returnedAmount = 0n } = payoutAt(key, booked, momentIn(now, booked));
  return { state, amountCents: amount, returnedCents: returnedAmount };
};

const done = (key: BookKey, booked: BookedPayout, now: Now): Decided => ({
  kind: 'DONE',
  payout: shown(key, booked, now),
});

/** The first decision stands; repeating it is no error. */
const ending = (
  key: BookKey,
  booked: BookedPayout,
  now: Now,
  decision: End,
): ReturnType<Step<PayoutState, Decided>> => {
  const outcome = OUTCOMES[decision.kind];
  const code = decision.kind === 'REJECT' ? decision.code : null;
  const { decision: made } = booked;
  if (made?.outcome === outcome && made.code === code) return { answer: done(key, booked, now) };
  const { state } = shown(key, booked, now);
  if (state === 'SETTLED' || state === 'FAILED' || state === 'RETURNED') return { answer: { kind: 'TOO_LATE', state } };
  const next = { ...booked, decision: { outcome, code, decidedAtMs: now.clockMs } };
  const callback = payoutCallback(key, 'decision', { place: 'decision', dueAtMs: now.clockMs });
  return { state: next, callbacks: [callback], answer: done(key, next, now) };
};

const returning = (
  key: BookKey,
  booked: BookedPayout,
  now: Now,
  amountCents: bigint | null,
): ReturnType<Step<PayoutState, Decided>> => {
  const payout = shown(key, booked, now);
  if (payout.state !== 'SETTLED') return { answer: { kind: 'TOO_LATE', state: payout.state } };
  const leftCents = payout.amountCents - payout.returnedCents;
  if (amountCents !== null && amountCents > leftCents) return { answer: { kind: 'TOO_MUCH', leftCents } };
  const returnedCents = (payout.returnedCents + (amountCents ?? leftCents)).toString();
  const next = { ...booked, returnedCents };
  const event = `return-${returnedCents}`;
  const callback = payoutCallback(key, event, { place: event, dueAtMs: now.clockMs });
  return { state: next, callbacks: [callback], answer: done(key, next, now) };
};

/** The control call of the simulated bank (design: api, section 7). */
export const payoutControl =
  (desk: Desk): SandboxControls['decidePayout'] =>
  (key, decision) =>
    change<PayoutState, Decided>(desk, 'payout', key, (state, now) => {
      if (!isBooked(state)) return { answer: { kind: 'UNKNOWN' } };
      return decision.kind === 'RETURN'
        ? returning(key, state, now, decision.amountCents)
        : ending(key, state, now, decision);
    });
