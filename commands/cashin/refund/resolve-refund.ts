import type { CashinState, KnownCashin, Pix } from '../../../aggregates/cashin/state';
import { isSent, type SentRefund } from '../../../aggregates/refund/state';
import type { Resolved } from '../../payout/request-payout';
import { CASE_AFTER_MS, isTimeToSendAgain } from '../../payout/sending/time-to-send-again';
import type { ChargeProvider } from '../../ports/providers/charge-provider';
import type { Failure } from '../../ports/providers/result';
import { type CashinDeps, cashinIn, streamOfCashin } from '../cashin-step';
import { chargerOf } from '../charge/ask-charge';
import { askOverruledRefund } from '../delivery/ask-overruled-delivery';
import { type RefundStep, sendOnce } from './dispatch-refund';
import { askRefund, recordRefund } from './record-refund';
import { isStillOwed } from './still-owed';

export interface ResolveRefund extends RefundStep {
  readonly refundKey: string;
  /** When the attempt was first sent: milliseconds since 1970. */
  readonly sinceMs: number;
}

/** Time after `notAfter` until an unanswered dispatch is unknown. */
const SILENCE_MS = 15_000;

const ASK_AFTER_MS = [2_000, 5_000, 15_000, 60_000];
const ASK_EVERY_MS = 300_000;

const ALERT_AFTER_MS = 15 * 60_000;

interface Open {
  readonly state: KnownCashin;
  readonly pix: Pix;
  readonly refund: SentRefund;
}

/** Only the provider of the charge is asked about its refund, also after operators have returned the money. */
export const resolveRefund =
  (deps: CashinDeps) =>
  async (step: ResolveRefund): Promise<Resolved> => {
    const state = await cashinIn(deps, step.intentId);
    const open = openIn(state, step);
    if (open === null) return askOverruledRefund(deps, step, state);
    await noteSilence(deps, step, open);
    const provider = chargerOf(deps, open.state.facts);
    if (provider !== null) await askAndRecord(deps, step, open, provider);
    // A contradiction leaves the refund open until a person decides.
    return openIn(await cashinIn(deps, step.intentId), step) === null ? 'done' : again(deps, step);
  };

const openIn = (state: CashinState, { endToEndId, refundKey }: ResolveRefund): Open | null => {
  if (state.status === 'NONE') return null;
  const pix = state.received.find((each) => each.endToEndId === endToEndId);
  const refund = pix?.refund ?? null;
  return pix !== undefined && isSent(refund) && refund.refundKey === refundKey ? { state, pix, refund } : null;
};

const noteSilence = async (deps: CashinDeps, step: ResolveRefund, { state, refund }: Open): Promise<void> => {
  if (refund.phase !== 'DISPATCHED') return;
  if (deps.clock.now() < Date.parse(refund.notAfter) + SILENCE_MS) return;
  const outcome = { kind: 'UNKNOWN', reason: 'no answer in time' } as const;
  await recordRefund(deps)({ ...step, state, outcome, dispatchedAt: refund.dispatchedAt });
};

const askAndRecord = async (
  deps: CashinDeps,
  step: ResolveRefund,
  open: Open,
  provider: ChargeProvider,
): Promise<void> => {
  const answer = await askRefund(deps, { ...step, state: open.state, provider });
  if (!answer.ok) await sendAgainIfLost(deps, step, open, { provider, answer });
};

const sendAgainIfLost = async (
  deps: CashinDeps,
  step: ResolveRefund,
  { state, pix, refund }: Open,
  { provider, answer }: { readonly provider: ChargeProvider; readonly answer: Failure },
): Promise<void> => {
  if (answer.kind !== 'NOT_FOUND' || refund.phase !== 'UNKNOWN' || provider.idempotency !== 'NATIVE') return;
  if (state.hold !== null) return;
  const sending = { mode: state.facts.mode, sinceMs: step.sinceMs, unknownAt: refund.unknownAt };
  if (!isTimeToSendAgain(sending, deps.clock.now())) return;
  if ((await isStillOwed(deps, step, { state, pix, provider })) !== 'OWED') return;
  await sendOnce(deps, step, { state, provider, unknownSince: refund.unknownAt });
};

const again = (deps: CashinDeps, { intentId, refundKey, sinceMs }: ResolveRefund): Resolved => {
  const nowMs = deps.clock.now();
  const waitedMs = nowMs - sinceMs;
  const facts = { stream: streamOfCashin(intentId), refundKey };
  if (waitedMs > CASE_AFTER_MS) deps.alert('The outcome of a refund is unknown: an operator must decide', facts);
  else if (waitedMs > ALERT_AFTER_MS) deps.alert('The outcome of a refund is unknown', facts);
  const next = ASK_AFTER_MS.find((afterMs) => afterMs > waitedMs);
  return { askAgainAtMs: next === undefined ? nowMs + ASK_EVERY_MS : sinceMs + next };
};
