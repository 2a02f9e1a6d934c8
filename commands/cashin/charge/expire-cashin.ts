import type { KnownCashin } from '../../../aggregates/cashin/state';
import type { Resolved } from '../../payout/request-payout';
import type { Charge, ChargeProvider } from '../../ports/providers/charge-provider';
import type { Result } from '../../ports/providers/result';
import { type CashinDeps, type CashinStep, cashinIn, heldBack, streamOfCashin, type WaitingStep } from '../cashin-step';
import { askCharge, cancelCharge, chargerOf } from './ask-charge';
import { missingCharge } from './missing-charge';
import { recordCharge } from './record-charge';

/** Waits after the deadline while the provider cannot be asked; then every five minutes. */
const ASK_AFTER_MS = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000];
const ASK_EVERY_MS = 300_000;

/** A "not found" within this time may be a delay of the provider. */
const NOT_FOUND_GRACE_MS = 600_000;

const ALERT_AFTER_MS = 3_600_000;

/** The charge is cancelled, and then the provider must report it closed and unpaid. A payment always counts. */
export const expireCashin =
  (deps: CashinDeps) =>
  async (step: WaitingStep): Promise<Resolved> => {
    const state = await cashinIn(deps, step.intentId);
    if (!isUnpaid(state)) return 'done';
    const { facts } = state;
    if (deps.clock.now() < Date.parse(facts.expiresAt)) return { askAgainAtMs: Date.parse(facts.expiresAt) };
    // A charge may be paid during a loss, so the charge is not changed.
    const provider = state.hold === null ? chargerOf(deps, facts) : null;
    if (provider === null) return heldBack(deps);
    await cancelAndAsk(deps, step, state, provider);
    return isUnpaid(await cashinIn(deps, step.intentId)) ? again(deps, step) : 'done';
  };

type Unpaid = KnownCashin & { readonly status: 'ACTIVE' };

const isUnpaid = (state: Awaited<ReturnType<typeof cashinIn>>): state is Unpaid =>
  state.status === 'ACTIVE' && state.received.length === 0;

const cancelAndAsk = async (
  deps: CashinDeps,
  { causeEventId }: CashinStep,
  state: Unpaid,
  provider: ChargeProvider,
): Promise<void> => {
  const { facts } = state;
  const cancelled = await cancelCharge(deps, facts, provider);
  if (cancelled.ok) await recordCharge(deps)({ facts, charge: cancelled.value, closed: null, causeEventId });
  if (!isClosed(deps, state, cancelled)) return;
  const [cancelledAt, askedAt] = [deps.clock.iso(), deps.clock.iso()];
  const asked = await askCharge(deps, facts, provider);
  const closed = isClosed(deps, state, asked) ? { cancelledAt, askedAt } : null;
  const charge = asked.ok ? asked.value : missingCharge(facts);
  if (asked.ok || closed !== null) await recordCharge(deps)({ facts, charge, closed, causeEventId });
};

/** True when the charge is unpaid and can never be paid. A missing charge counts once the provider's delay is over. */
const isClosed = ({ clock }: CashinDeps, unpaid: Unpaid, answer: Result<Charge>): boolean => {
  const isLate = clock.now() >= Date.parse(unpaid.facts.expiresAt) + NOT_FOUND_GRACE_MS;
  if (!answer.ok) return answer.kind === 'NOT_FOUND' && isLate && mayBeMissing(unpaid);
  const { state, payments } = answer.value;
  return (state === 'CANCELLED' || state === 'EXPIRED') && payments.length === 0;
};

/** A created charge was shown and may be paid. Only a reset of the simulator removes one. */
const mayBeMissing = ({ isCharged, facts }: Unpaid): boolean => !isCharged || facts.mode === 'sandbox';

const again = (deps: CashinDeps, { intentId, sinceMs }: WaitingStep): Resolved => {
  const lateMs = deps.clock.now() - sinceMs;
  if (lateMs > ALERT_AFTER_MS) {
    const stream = streamOfCashin(intentId);
    deps.alert('A cash-in is long overdue: its provider does not confirm that the charge is unpaid', { stream });
  }
  const next = ASK_AFTER_MS.find((afterMs) => afterMs > lateMs);
  return next === undefined ? heldBack(deps, ASK_EVERY_MS) : { askAgainAtMs: sinceMs + next };
};
