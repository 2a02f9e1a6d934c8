import type { PeggedDebit } from '../../../aggregates/pegged-balance/events';
import { peggedBalance } from '../../../aggregates/pegged-balance/pegged-balance';
import { isRejection } from '../../../aggregates/rejection';
import { streamNameOf } from '../../../aggregates/stream';
import type { RedemptionOutcome } from '../../../aggregates/withdrawal/commands';
import { faultOf } from '../../../aggregates/withdrawal/redemption-phase';
import type { WithdrawalFacts } from '../../../aggregates/withdrawal/state';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import type { Alert } from '../../alerts/kinds';
import { alertRecorded } from '../../alerts/recorded-alarms';
import { redemptionKeyOf } from '../../handling/deterministic-ids';
import { handle } from '../../handling/handle';
import { claimedBy } from '../../handling/handle-claiming';
import { historyOf, stateOf } from '../../handling/reading/read-stream';
import type { HandleDeps } from '../../handling/request';
import { isNetworkHeld } from '../../watching/judging/is-held';
import { reservationIdOf } from '../reservation-stream';
import { withdrawalContext } from '../withdrawal-context';

export interface RecordRedemptionDeps extends HandleDeps {
  readonly alert: Alert;
}

export interface RedemptionAnswer {
  readonly facts: WithdrawalFacts;
  readonly outcome: RedemptionOutcome;
  readonly causeEventId: string;
}

/** A debit settles on the wallet's stream first; a failure ends the withdrawal first. Repeatable from any point. */
export const recordRedemption =
  (deps: RecordRedemptionDeps) =>
  async ({ facts, outcome, causeEventId }: RedemptionAnswer): Promise<void> => {
    const judged = await judge(deps, { facts, outcome, causeEventId });
    const { events } = await handle(deps, withdrawal, {
      id: facts.withdrawId,
      context: withdrawalContext(facts, causeEventId, 'record-redemption', judged.kind, detailOf(judged)),
      command: { type: 'RecordRedemption', outcome: judged, now: deps.clock.iso() },
    });
    alertRecorded(deps.alert, streamNameOf(withdrawal, facts.withdrawId), events);
    if (events.some(({ type }) => type === 'WithdrawalFailed'))
      await releaseBalance(deps)(facts, 'FAILED', causeEventId);
  };

/** An end that the network may revert is not recorded: the caller asks again. */
export const recordWhenSound =
  (deps: RecordRedemptionDeps) =>
  async (answer: RedemptionAnswer): Promise<void> => {
    const { facts, outcome } = answer;
    const isEnd = outcome.kind === 'SETTLED' || outcome.kind === 'FAILED';
    if (isEnd && (await isNetworkHeld(deps, facts.network))) return;
    await recordRedemption(deps)(answer);
  };

const detailOf = (outcome: RedemptionOutcome): string => {
  if (outcome.kind === 'SETTLED') return outcome.debit.debitId;
  return outcome.kind === 'CONTRADICTED' ? outcome.detail : '';
};

/** A debit is a contradiction when it does not fit the withdrawal, or when the wallet's stream refuses it. */
const judge = async (
  deps: RecordRedemptionDeps,
  { facts, outcome, causeEventId }: RedemptionAnswer,
): Promise<RedemptionOutcome> => {
  if (outcome.kind === 'FAILED') return unlessSettled(deps, facts, outcome);
  if (outcome.kind !== 'SETTLED') return outcome;
  const state = await stateOf(deps.eventStore, withdrawal, facts.withdrawId);
  if (state.status !== 'REDEEMING') return outcome;
  const { debit, redemptionKey } = outcome;
  const fault = faultOf(state, debit) ?? (await settleDebit(deps, facts, debit, causeEventId));
  return fault === null ? outcome : { kind: 'CONTRADICTED', redemptionKey, detail: fault };
};

/** A debit settled on the wallet's stream is booked: no later report undoes it, even after a crash in between. */
const unlessSettled = async (
  { eventStore, alert }: RecordRedemptionDeps,
  facts: WithdrawalFacts,
  failed: Extract<RedemptionOutcome, { readonly kind: 'FAILED' }>,
): Promise<RedemptionOutcome> => {
  const { withdrawId } = facts;
  const history = await historyOf(eventStore, peggedBalance, await reservationIdOf({ eventStore }, facts));
  const settled = history.find(({ type, data }) => type === 'PeggedDebitSettled' && data.withdrawId === withdrawId);
  if (settled?.type !== 'PeggedDebitSettled') return failed;
  const { debit } = settled.data;
  const redemptionKey = redemptionKeyOf(withdrawId);
  const detail = `says that no debit came of it (${failed.code}) after ${debit.txid} was settled`;
  alert('A redemption contradicts itself about a debit', {
    ...{ stream: streamNameOf(withdrawal, withdrawId), redemptionKey, detail },
  });
  return { kind: 'SETTLED', redemptionKey, debit };
};

/** Null when the wallet's stream holds the debit as this withdrawal's, and operators found it for no other. */
const settleDebit = async (
  deps: HandleDeps,
  facts: WithdrawalFacts,
  debit: PeggedDebit,
  causeEventId: string,
): Promise<string | null> => {
  const foundFor = await claimedBy(deps, debit.network, debit.txid);
  if (foundFor !== null && foundFor !== facts.withdrawId) return `operators recorded the debit for ${foundFor}`;
  try {
    await handle(deps, peggedBalance, {
      id: await reservationIdOf(deps, facts),
      context: withdrawalContext(facts, causeEventId, 'settle-debit', debit.debitId),
      command: { type: 'SettleDebit', withdrawId: facts.withdrawId, debit, now: deps.clock.iso() },
    });
    return null;
  } catch (error) {
    if (!isRejection(error) || error.rejection.code !== 'WRONG_STATE') throw error;
    return error.message;
  }
};

/** The caller has read on the withdrawal's stream that no debit will come. */
export const releaseBalance =
  (deps: HandleDeps) =>
  async (facts: WithdrawalFacts, reason: 'ABANDONED' | 'FAILED', causeEventId: string): Promise<void> => {
    await handle(deps, peggedBalance, {
      id: await reservationIdOf(deps, facts),
      context: withdrawalContext(facts, causeEventId, 'release-balance'),
      command: { type: 'ReleaseBalance', withdrawId: facts.withdrawId, reason, now: deps.clock.iso() },
    });
  };
