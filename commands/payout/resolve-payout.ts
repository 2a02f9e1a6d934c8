import type { LedgerEvent } from '../../aggregates/events';
import { awaitedUnder, type SentPayout } from '../../aggregates/payout/state';
import type { StreamName } from '../../aggregates/stream';
import type { PayoutProvider } from '../ports/providers/payout-provider';
import type { CallContext, Failure } from '../ports/providers/result';
import { askDecidedAgain, decidedUnder } from './ask-decided';
import { asked, believed, isUnapproved } from './outcome/payout-answer';
import { outcomeOf, pinOf } from './outcome/payout-outcome';
import { recordPayoutOutcome } from './outcome/record-payout-outcome';
import { askedUnder, type PlacedPayout, readPayout } from './owners/owners';
import type { Resolved } from './request-payout';
import { type DispatchPayoutDeps, dispatchPayout, PROVIDER_GONE } from './sending/dispatch-payout';
import { isUnpaid, type SendAgainDeps } from './sending/send-again';
import { APPROVE_EVERY_MS, CASE_AFTER_MS, isTimeToSendAgain, NOT_FOUND_GRACE_MS } from './sending/time-to-send-again';

export type ResolvePayoutDeps = DispatchPayoutDeps & SendAgainDeps;

export interface ResolvePayout {
  readonly stream: StreamName;
  readonly providerKey: string;
  readonly causeEventId: string;
  /** When the attempt was first sent: milliseconds since 1970. */
  readonly sinceMs: number;
}

/** Time after `notAfter` until an unanswered dispatch is unknown. */
const SILENCE_MS = 15_000;

const ASK_AFTER_MS = [2_000, 5_000, 15_000, 60_000];
const ASK_EVERY_MS = 300_000;

const ALERT_AFTER_MS = 15 * 60_000;

const CALL_TIMEOUT_MS = 10_000;

type OpenPayout = PlacedPayout & { readonly payout: SentPayout };

/** Only the provider that received the key is asked for its outcome. */
export const resolvePayout =
  (deps: ResolvePayoutDeps) =>
  async (step: ResolvePayout): Promise<Resolved> => {
    const { stream, providerKey } = step;
    const owed = await readPayout(deps.eventStore, stream);
    if (owed === null) return 'done';
    const decided = decidedUnder(owed, providerKey);
    if (decided !== null) return askDecidedAgain(deps)({ owed, decided, causeEventId: step.causeEventId });
    const payout = awaitedUnder(owed.payout, providerKey);
    if (payout === null) return 'done';
    const open: OpenPayout = { ...owed, payout };
    await noteSilence(deps, step, open);
    const provider = deps.payoutProviders.named(payout.provider, owed.mode);
    if (provider === null) {
      deps.alert(PROVIDER_GONE, { stream, providerKey, provider: payout.provider });
      return again(deps, step);
    }
    const { events, isWaiting } = await askAndRecord(deps, step, open, provider);
    // A contradiction leaves the payout open until a person decides.
    return events.some(isDefinitive) ? 'done' : again(deps, step, isWaiting);
  };

const isDefinitive = ({ type }: LedgerEvent): boolean => type === 'PayoutSettled' || type === 'PayoutRejected';

const noteSilence = async (deps: ResolvePayoutDeps, step: ResolvePayout, { payout }: OpenPayout): Promise<void> => {
  if (payout.phase !== 'DISPATCHED') return;
  if (deps.clock.now() < Date.parse(payout.notAfter) + SILENCE_MS) return;
  const outcome = { kind: 'UNKNOWN', reason: 'no answer in time' } as const;
  await recordPayoutOutcome(deps)({ ...step, outcome, dispatchedAt: payout.dispatchedAt });
};

interface Answered {
  readonly events: readonly LedgerEvent[];
  readonly isWaiting: boolean;
}

const askAndRecord = async (
  deps: ResolvePayoutDeps,
  step: ResolvePayout,
  open: OpenPayout,
  provider: PayoutProvider,
): Promise<Answered> => {
  const { stream, providerKey } = step;
  const question = { provider: provider.name, providerKey, amountCents: BigInt(open.terms.amountCents) };
  const said = await asked(provider.name, () => provider.get(callContext(deps, open), askedUnder(open, providerKey)));
  const answer = believed(deps.alert, stream, question, said);
  if (!answer.ok) {
    const isWaiting = isUnapproved(answer);
    if (isWaiting) await approveIfDue(deps, step, open, provider);
    else await sendAgainIfLost(deps, step, open, { provider, answer });
    return { events: [], isWaiting };
  }
  const outcome = outcomeOf(answer);
  const found = { ...step, dispatchedAt: null, ...pinOf(answer) };
  const events = outcome === null ? [] : await recordPayoutOutcome(deps)({ ...found, outcome });
  return { events, isWaiting: false };
};

const callContext = (deps: ResolvePayoutDeps, { partnerId, mode, payout }: OpenPayout): CallContext => ({
  requestId: payout.providerKey,
  partnerId,
  mode,
  deadlineMs: deps.clock.now() + CALL_TIMEOUT_MS,
});

/** The order stays executable and another key could pay twice, so this key is approved repeatedly without a limit. */
const approveIfDue = async (
  deps: ResolvePayoutDeps,
  step: ResolvePayout,
  { payout }: OpenPayout,
  { idempotency }: PayoutProvider,
): Promise<void> => {
  if (payout.phase !== 'UNKNOWN' || idempotency !== 'NATIVE') return;
  if (deps.clock.now() < Date.parse(payout.unknownAt) + APPROVE_EVERY_MS) return;
  await dispatchPayout(deps)(step, payout.unknownAt);
};

/** Resends an unknown key when provably safe. A refused question rejects no payout. */
const sendAgainIfLost = async (
  deps: ResolvePayoutDeps,
  step: ResolvePayout,
  open: OpenPayout,
  { provider, answer }: { readonly provider: PayoutProvider; readonly answer: Failure },
): Promise<void> => {
  const { payout } = open;
  const isLost = answer.kind === 'NOT_FOUND' && payout.phase === 'UNKNOWN';
  const nowMs = deps.clock.now();
  if (!isLost || !isTimeToSendAgain({ ...step, mode: open.mode, unknownAt: payout.unknownAt }, nowMs)) return;
  const fromMs = Math.max(step.sinceMs, nowMs - CASE_AFTER_MS) - NOT_FOUND_GRACE_MS;
  const window = { from: new Date(fromMs).toISOString(), to: new Date(nowMs).toISOString() };
  const lost = { owed: open, providerKey: payout.providerKey, call: callContext(deps, open), window };
  if (await isUnpaid(deps, provider, lost)) await dispatchPayout(deps)(step, payout.unknownAt);
};

const again = (
  deps: ResolvePayoutDeps,
  { stream, providerKey, sinceMs }: ResolvePayout,
  isWaiting = false,
): Resolved => {
  const nowMs = deps.clock.now();
  const waitedMs = nowMs - sinceMs;
  if (waitedMs > CASE_AFTER_MS)
    deps.alert('The outcome of a payout is unknown: an operator must decide', { stream, providerKey });
  else if (waitedMs > ALERT_AFTER_MS) deps.alert('The outcome of a payout is unknown', { stream, providerKey });
  const next = ASK_AFTER_MS.find((afterMs) => afterMs > waitedMs);
  if (next !== undefined) return { askAgainAtMs: sinceMs + next };
  return { askAgainAtMs: nowMs + (isWaiting ? APPROVE_EVERY_MS : ASK_EVERY_MS) };
};
