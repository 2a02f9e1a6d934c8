import { cashout } from '../aggregates/cashout/cashout';
import type { CashoutEvent } from '../aggregates/cashout/events';
import type { CashoutState } from '../aggregates/cashout/state';
import { awaitedUnder, type SentPayout } from '../aggregates/payout/state';
import { type DispatchPayoutDeps, dispatchPayout } from './dispatch-payout';
import { stateOf } from './handle';
import { outcomeOf, pinOf } from './payout-outcome';
import type { PayoutProvider } from './ports/payout-provider';
import type { CallContext, Failure, Result } from './ports/result';
import { recordPayoutOutcome } from './record-payout-outcome';
import type { Resolved } from './request-payout';

export interface ResolvePayout {
  readonly intentId: string;
  readonly providerKey: string;
  readonly causeEventId: string;
  /** When the attempt was first sent: milliseconds since 1970. */
  readonly sinceMs: number;
}

/** A dispatch without an answer is unknown this long after it must not be sent any more. */
const SILENCE_MS = 15_000;

/** Asks after 2 s, 5 s, 15 s and 60 s, then every 5 minutes (design: domain, section 3). */
const ASK_AFTER_MS = [2_000, 5_000, 15_000, 60_000];
const ASK_EVERY_MS = 300_000;

const ALERT_AFTER_MS = 15 * 60_000;

/** From then on it is the case of an operator, and nothing is sent any more: a provider keeps its keys for a time only. */
const CASE_AFTER_MS = 2 * 3_600_000;

/** Before this a provider's "not found" may be its own delay (design: providers, rule 5). */
const NOT_FOUND_GRACE_MS = 600_000;

const CALL_TIMEOUT_MS = 10_000;

type AwaitingOutcome = Extract<CashoutState, { readonly status: 'PROCESSING' }> & { readonly payout: SentPayout };

/** Finds out what became of a payout that was sent, by asking under the same key; never by assuming. */
export const resolvePayout =
  (deps: DispatchPayoutDeps) =>
  async (step: ResolvePayout): Promise<Resolved> => {
    const state = await stateOf(deps.eventStore, cashout, step.intentId);
    const payout = state.status === 'PROCESSING' ? awaitedUnder(state.payout, step.providerKey) : null;
    if (state.status !== 'PROCESSING' || payout === null) return 'done';
    const open: AwaitingOutcome = { ...state, payout };
    await noteSilence(deps, step, open);
    const provider = deps.payoutProviderFor(state.facts.mode);
    if (provider === null) return again(deps, step);
    const answer = await ask(provider, () => provider.get(callContext(deps, open), step.providerKey));
    if (!answer.ok) return afterFailure(deps, step, open, { provider, answer });
    const outcome = outcomeOf(answer);
    if (outcome === null) return again(deps, step);
    const events = await recordPayoutOutcome(deps)({ ...step, outcome, dispatchedAt: null, ...pinOf(answer) });
    // A contradiction leaves the payout open: it goes on being asked about until a person has decided.
    return events.some(isDefinitive) ? 'done' : again(deps, step);
  };

const isDefinitive = ({ type }: CashoutEvent): boolean => type === 'PayoutSettled' || type === 'PayoutRejected';

const noteSilence = async (
  deps: DispatchPayoutDeps,
  step: ResolvePayout,
  { payout }: AwaitingOutcome,
): Promise<void> => {
  if (payout.phase !== 'DISPATCHED') return;
  if (deps.clock.now() < Date.parse(payout.notAfter) + SILENCE_MS) return;
  const outcome = { kind: 'UNKNOWN', reason: 'no answer in time' } as const;
  await recordPayoutOutcome(deps)({ ...step, outcome, dispatchedAt: payout.dispatchedAt });
};

/** A question that ends in an error has not been answered. */
const ask = async <Value>({ name }: PayoutProvider, question: () => Promise<Result<Value>>): Promise<Result<Value>> => {
  try {
    return await question();
  } catch {
    const message = 'The call ended in an error';
    return { ok: false, kind: 'UNAVAILABLE', code: 'OTHER', provider: name, message };
  }
};

const callContext = (deps: DispatchPayoutDeps, { facts, payout }: AwaitingOutcome): CallContext => ({
  requestId: payout.providerKey,
  partnerId: facts.partnerId,
  mode: facts.mode,
  deadlineMs: deps.clock.now() + CALL_TIMEOUT_MS,
});

/**
 * What the provider does not know may be sent again under the same key, when that is provably safe. A question that is
 * refused says nothing about the payout: only a payout that the provider knows as failed is rejected.
 */
const afterFailure = async (
  deps: DispatchPayoutDeps,
  step: ResolvePayout,
  state: AwaitingOutcome,
  { provider, answer }: { readonly provider: PayoutProvider; readonly answer: Failure },
): Promise<Resolved> => {
  const { payout } = state;
  const isLost = answer.kind === 'NOT_FOUND' && payout.phase === 'UNKNOWN';
  if (isLost && isTimeToSendAgain(deps, step, payout.unknownAt) && (await isUnpaid(deps, step, state, provider))) {
    await dispatchPayout(deps)(step, payout.unknownAt);
  }
  return again(deps, step);
};

/** Neither so early that the provider may not have noticed it yet, nor so late that it may have forgotten it. */
const isTimeToSendAgain = (deps: DispatchPayoutDeps, { sinceMs }: ResolvePayout, unknownAt: string): boolean => {
  const nowMs = deps.clock.now();
  return nowMs >= Date.parse(unknownAt) + NOT_FOUND_GRACE_MS && nowMs <= sinceMs + CASE_AFTER_MS;
};

/** The provider keeps keys, and has paid nothing of this amount since before the key was first sent. */
const isUnpaid = async (
  deps: DispatchPayoutDeps,
  { sinceMs }: ResolvePayout,
  state: AwaitingOutcome,
  provider: PayoutProvider,
): Promise<boolean> => {
  if (provider.idempotency !== 'NATIVE') return false;
  const from = new Date(sinceMs - NOT_FOUND_GRACE_MS).toISOString();
  const to = new Date(deps.clock.now()).toISOString();
  const listed = await ask(provider, () => provider.list(callContext(deps, state), from, to));
  return listed.ok && !listed.value.some(({ amount }) => amount === BigInt(state.facts.payout.amountCents));
};

const again = (deps: DispatchPayoutDeps, { intentId, providerKey, sinceMs }: ResolvePayout): Resolved => {
  const nowMs = deps.clock.now();
  const waitedMs = nowMs - sinceMs;
  if (waitedMs > CASE_AFTER_MS)
    deps.alert('A payout needs an operator: its outcome is unknown', { intentId, providerKey });
  else if (waitedMs > ALERT_AFTER_MS) deps.alert('The outcome of a payout is still unknown', { intentId, providerKey });
  const next = ASK_AFTER_MS.find((afterMs) => afterMs > waitedMs);
  return { askAgainAtMs: next === undefined ? nowMs + ASK_EVERY_MS : sinceMs + next };
};
