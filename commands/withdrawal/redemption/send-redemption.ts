import type { LedgerEvent } from '../../../aggregates/events';
import { peggedBalance } from '../../../aggregates/pegged-balance/pegged-balance';
import { partsOfStream, type StreamName } from '../../../aggregates/stream';
import { user } from '../../../aggregates/user/user';
import type { RedemptionSent } from '../../../aggregates/withdrawal/events';
import type { WithdrawalFacts } from '../../../aggregates/withdrawal/state';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { redemptionKeyOf } from '../../handling/deterministic-ids';
import { handle } from '../../handling/handle';
import { stateOf } from '../../handling/reading/read-stream';
import type { HandleDeps } from '../../handling/request';
import { textOf } from '../../handling/sending/failure-text';
import type { Resolved } from '../../payout/request-payout';
import type { SignedOrder, SignedOrders } from '../../ports/chains/signed-orders';
import type { Ids } from '../../ports/ids';
import type { KeyVault } from '../../ports/key-vault';
import {
  mayServe,
  type PeggedRedemption,
  type PeggedRedemptions,
  type PreparedRedemption,
  type RedemptionOrder,
} from '../../ports/providers/pegged-redemption';
import type { CallContext, Failure } from '../../ports/providers/result';
import { reservationIdOf } from '../reservation-stream';
import { withdrawalContext } from '../withdrawal-context';
import { type RecordRedemptionDeps, recordRedemption, recordWhenSound } from './record-redemption';
import { askedRedemption, believedRedemption } from './redemption-answer';
import { outcomeOf } from './redemption-outcome';

export interface RedemptionDeps extends RecordRedemptionDeps {
  readonly ids: Ids;
  readonly workerId: string;
  readonly vault: Pick<KeyVault, 'open' | 'seal'>;
  readonly redemptions: PeggedRedemptions;
  readonly signedOrders: SignedOrders;
}

export interface RedemptionStep {
  readonly stream: StreamName;
  readonly causeEventId: string;
}

export interface WaitingRedemption extends RedemptionStep {
  /** Time of the withdrawal's request: milliseconds since 1970. */
  readonly sinceMs: number;
}

export const HELD_MS = 60_000;

/** Wait after a preparation that failed without a refusal; longer after the first minute, to spare nodes in trouble. */
const AGAIN_MS = 2_000;
const LATER_AGAIN_MS = 30_000;
const SOON_MS = 60_000;

const ALERT_AFTER_MS = 3_600_000;

export const CALL_TIMEOUT_MS = 10_000;

export const REDEMPTION_GONE = 'The redemption of a withdrawal is not configured: the debit cannot continue';

export const withdrawalIn = async (eventStore: HandleDeps['eventStore'], stream: StreamName) =>
  stateOf(eventStore, withdrawal, partsOfStream(stream)?.id ?? '');

/** Asked before every repetition: operators may have ended the redemption since. */
export const isRedeeming = async (eventStore: HandleDeps['eventStore'], stream: StreamName): Promise<boolean> =>
  (await withdrawalIn(eventStore, stream)).status === 'REDEEMING';

export const orderOf = ({ withdrawId, wallet, amountBaseUnits, scenario }: WithdrawalFacts): RedemptionOrder => ({
  ...{ redemptionKey: redemptionKeyOf(withdrawId), wallet, amountBaseUnits },
  ...(scenario === undefined ? {} : { scenario }),
});

export const sendingsIn = (history: readonly LedgerEvent[]): readonly RedemptionSent[] =>
  history.flatMap(({ type, data }) => (type === 'RedemptionSent' ? [data] : []));

export const signedFor = (withdrawId: string): SignedOrder => ({
  purpose: 'REDEMPTION',
  redemptionKey: redemptionKeyOf(withdrawId),
});

export const callFor = (
  { clock }: Pick<HandleDeps, 'clock'>,
  { withdrawId, partnerId, mode }: WithdrawalFacts,
): CallContext => ({ requestId: withdrawId, partnerId, mode, deadlineMs: clock.now() + CALL_TIMEOUT_MS });

/** Sends the debit: the sealed order is stored first, and one worker passes the fence. Waits for a blocked user. */
export const sendRedemption =
  (deps: RedemptionDeps) =>
  async (step: WaitingRedemption): Promise<Resolved> => {
    const state = await withdrawalIn(deps.eventStore, step.stream);
    if (state.status !== 'REDEEMING' || state.redemption.phase !== 'NONE') return 'done';
    const { facts } = state;
    const redemption = deps.redemptions.named(facts.redemption, facts.mode);
    if (redemption === null || !mayServe(redemption, facts.partnerId)) {
      deps.alert(REDEMPTION_GONE, { stream: step.stream, redemption: facts.redemption });
      return { askAgainAtMs: deps.clock.now() + HELD_MS };
    }
    if (state.isDebitHeld === true) return { askAgainAtMs: deps.clock.now() + HELD_MS };
    const { status } = await stateOf(deps.eventStore, user, facts.userId);
    if (status === 'BLOCKED') return { askAgainAtMs: deps.clock.now() + HELD_MS };
    // The payee of an erased user is unknown.
    if (status === 'ERASED') return failUnsent(deps, step, facts, { code: 'OTHER', message: 'The user was erased' });
    await capture(deps, step, facts);
    return prepareAndSend(deps, step, facts, redemption);
  };

/** From here on the reservation stays until the debit's end is known. */
const capture = async (deps: HandleDeps, step: RedemptionStep, facts: WithdrawalFacts): Promise<void> => {
  await handle(deps, peggedBalance, {
    id: await reservationIdOf(deps, facts),
    context: withdrawalContext(facts, step.causeEventId, 'capture-balance'),
    command: { type: 'CaptureBalance', withdrawId: facts.withdrawId, now: deps.clock.iso() },
  });
};

const prepareAndSend = async (
  deps: RedemptionDeps,
  step: WaitingRedemption,
  facts: WithdrawalFacts,
  redemption: PeggedRedemption,
): Promise<Resolved> => {
  const order = orderOf(facts);
  const prepared = await askedRedemption(redemption.name, () => redemption.prepare(callFor(deps, facts), order));
  if (!prepared.ok) return unprepared(deps, step, facts, prepared);
  if (!(await passFence(deps, step, facts, prepared.value))) return 'done';
  await redeemOnce(deps, step, { facts, redemption, prepared: prepared.value });
  return 'done';
};

/** The order was not sent: a refusal ends the withdrawal, and any other failure is asked again. */
const unprepared = async (
  deps: RedemptionDeps,
  step: WaitingRedemption,
  facts: WithdrawalFacts,
  failure: Failure,
): Promise<Resolved> => {
  if (failure.kind !== 'REJECTED')
    return preparedLater(deps, step, { redemption: facts.redemption, code: failure.code });
  return failUnsent(deps, step, facts, { code: failure.code, message: textOf(failure) });
};

const failUnsent = async (
  deps: RedemptionDeps,
  { causeEventId }: RedemptionStep,
  facts: WithdrawalFacts,
  why: { readonly code: Failure['code']; readonly message: string },
): Promise<Resolved> => {
  await recordRedemption(deps)({ facts, outcome: { kind: 'FAILED', redemptionKey: null, ...why }, causeEventId });
  return 'done';
};

/** The reservation stays held meanwhile, so an alert follows after an hour. */
const preparedLater = (
  { clock, alert }: Pick<RedemptionDeps, 'clock' | 'alert'>,
  { stream, sinceMs }: WaitingRedemption,
  about: { readonly redemption: string; readonly code: string },
): Resolved => {
  const nowMs = clock.now();
  const waitedMs = nowMs - sinceMs;
  if (waitedMs > ALERT_AFTER_MS) {
    alert('A debit could not be prepared for an hour: its withdrawal waits', { stream, ...about });
  }
  return { askAgainAtMs: nowMs + (waitedMs < SOON_MS ? AGAIN_MS : LATER_AGAIN_MS) };
};

export const passFence = async (
  deps: RedemptionDeps,
  { causeEventId }: RedemptionStep,
  facts: WithdrawalFacts,
  { txid, nonce, order }: PreparedRedemption,
): Promise<boolean> => {
  const { withdrawId, userId } = facts;
  const sealedOrder = order === null ? null : await deps.vault.seal(userId, order);
  const { events } = await handle(deps, withdrawal, {
    id: withdrawId,
    // Random on purpose: a repetition after a crash must not count this sending as its own.
    context: { ...withdrawalContext(facts, causeEventId, 'send-redemption'), commandId: deps.ids.uuid() },
    command: {
      type: 'SendRedemption',
      sending: {
        ...{ redemptionKey: redemptionKeyOf(withdrawId), txid, nonce, order: sealedOrder },
        ...{ workerId: deps.workerId, sentAt: deps.clock.iso() },
      },
    },
  });
  return events.length > 0;
};

export interface ToRedeem {
  readonly facts: WithdrawalFacts;
  readonly redemption: PeggedRedemption;
  readonly prepared: PreparedRedemption;
}

/** The same order is the same debit, so an unanswered sending may be repeated. */
export const redeemOnce = async (
  deps: RedemptionDeps,
  { stream, causeEventId }: RedemptionStep,
  { facts, redemption, prepared }: ToRedeem,
): Promise<void> => {
  const order = orderOf(facts);
  const said = await askedRedemption(redemption.name, () => redemption.redeem(callFor(deps, facts), order, prepared));
  const question = { stream, redemption: redemption.name, redemptionKey: order.redemptionKey };
  const outcome = outcomeOf(order.redemptionKey, believedRedemption(deps.alert, question, said));
  if (outcome !== null) await recordWhenSound(deps)({ facts, outcome, causeEventId });
};
