import { debitFaultOf } from '../pegged-balance/debit-fault';
import type { PeggedDebit } from '../pegged-balance/events';
import { canonicalTxid } from '../refund-transfer/refund-transfer';
import { rejection } from '../rejection';
import type { RecordRedemption, RedemptionOutcome, WithdrawalCommand } from './commands';
import type { WithdrawalEvent } from './events';
import { type Sending, type WithdrawalFacts, type WithdrawalState } from './state';

/** Limit of recorded contradictions per withdrawal: an operator knows by then. */
export const MAXIMUM_CONTRADICTIONS = 20;

/** Transactions that may replace each other: more than a congested network needs. */
export const MAXIMUM_SENDINGS = 20;

type Redeeming = Extract<WithdrawalState, { readonly status: 'REDEEMING' }>;
type Failed = Extract<WithdrawalState, { readonly status: 'FAILED' }>;
type Unpaid = Extract<WithdrawalState, { readonly status: 'UNPAID' }>;
type Outcome<Kind extends RedemptionOutcome['kind']> = Extract<RedemptionOutcome, { readonly kind: Kind }>;

export const sendRedemption = (
  state: WithdrawalState,
  { sending }: Extract<WithdrawalCommand, { readonly type: 'SendRedemption' }>,
): readonly WithdrawalEvent[] => {
  if (state.status !== 'REDEEMING' || state.isDebitHeld === true) return [];
  const { facts, redemption } = state;
  if (redemption.phase === 'SENT' && !mayReplace(redemption.sendings, sending)) return [];
  const { withdrawId, redemption: name, network } = facts;
  return [{ type: 'RedemptionSent', data: { withdrawId, redemption: name, network, ...sending } }];
};

/** Two transactions with different nonces may both happen, so a replacement keeps the nonce. */
const mayReplace = (sendings: readonly Sending[], { txid, nonce }: Pick<Sending, 'txid' | 'nonce'>): boolean =>
  nonce !== null &&
  sendings.length < MAXIMUM_SENDINGS &&
  sendings.every((earlier) => earlier.nonce === nonce && earlier.txid !== txid);

export const recordRedemption = (state: WithdrawalState, command: RecordRedemption): readonly WithdrawalEvent[] => {
  switch (state.status) {
    case 'NONE':
    case 'ABANDONED':
      throw rejection('WRONG_STATE', 'No such withdrawal');
    case 'REDEEMING':
      return whileRedeeming(state, command);
    case 'FAILED':
      return afterFailure(state, command);
    case 'UNPAID':
      return afterDecided(state, command);
    case 'PAYING':
    case 'COMPLETED':
      return [];
  }
};

const whileRedeeming = (state: Redeeming, { outcome, now }: RecordRedemption): readonly WithdrawalEvent[] => {
  const { facts, redemption } = state;
  const key = redemption.phase === 'SENT' ? redemption.redemptionKey : null;
  if (outcome.redemptionKey !== key) return [];
  switch (outcome.kind) {
    case 'SETTLED':
      return settle(state, outcome, now);
    case 'FAILED':
      return isContradicted(state) ? [] : fail(facts, outcome, now);
    case 'UNKNOWN': {
      if (redemption.phase !== 'SENT' || redemption.isUnknown) return [];
      const { redemptionKey, reason } = outcome;
      const { withdrawId } = facts;
      return [{ type: 'RedemptionUnknown', data: { withdrawId, redemptionKey, reason, unknownAt: now } }];
    }
    case 'CONTRADICTED':
      return contradict(state, outcome, now);
  }
};

const settle = (state: Redeeming, outcome: Outcome<'SETTLED'>, now: string): readonly WithdrawalEvent[] => {
  const { facts, redemption } = state;
  const { debit, redemptionKey } = outcome;
  const fault = faultOf(state, debit);
  if (fault !== null) return contradict(state, { kind: 'CONTRADICTED', redemptionKey, detail: fault }, now);
  if (redemption.phase === 'NONE') return [];
  const { withdrawId } = facts;
  return [{ type: 'RedemptionSettled', data: { withdrawId, redemptionKey, debit, settledAt: now } }];
};

/** Why the debit does not fit this withdrawal. If we sent the transaction, it must be one of ours. */
export const faultOf = ({ facts, redemption }: Redeeming, debit: PeggedDebit): string | null => {
  const txids = redemption.phase === 'SENT' ? redemption.sendings.map(({ txid }) => txid) : [];
  const isForeign = !txids.includes(null) && !txids.includes(debit.txid);
  return isForeign ? `debited by ${debit.txid}` : debitFaultOf(facts, debit);
};

export const fail = (
  { withdrawId, externalUserId }: WithdrawalFacts,
  { redemptionKey, code, message }: Omit<Outcome<'FAILED'>, 'kind'>,
  now: string,
): readonly WithdrawalEvent[] => {
  const ours = externalUserId === undefined ? {} : { externalUserId };
  const failed = { withdrawId, reasonCode: code, reason: message, refundDue: false, ...ours, failedAt: now };
  return [
    { type: 'RedemptionFailed', data: { withdrawId, redemptionKey, code, message, failedAt: now } },
    { type: 'WithdrawalFailed', data: failed },
  ];
};

/** A debit after the failure took money without a payout: an operator must check. */
const afterFailure = (state: Failed, { outcome, now }: RecordRedemption): readonly WithdrawalEvent[] => {
  const { redemptionKey } = state;
  if (redemptionKey === null || outcome.redemptionKey !== redemptionKey) return [];
  if (outcome.kind === 'CONTRADICTED') return contradict(state, outcome, now);
  if (outcome.kind !== 'SETTLED') return [];
  const detail = afterItsFailure(outcome.debit.txid);
  return contradict(state, { kind: 'CONTRADICTED', redemptionKey, detail }, now);
};

const afterItsFailure = (txid: string): string => `debited by ${txid} after the withdrawal had failed`;

/** A debit against the decision of operators belongs to no withdrawal. */
const afterDecided = (state: Unpaid, { outcome, now }: RecordRedemption): readonly WithdrawalEvent[] => {
  if (outcome.kind !== 'SETTLED') return [];
  const { facts, doubts = [] } = state;
  const { withdrawId } = facts;
  const { redemptionKey, debit } = outcome;
  const detail = besideDecided(state, debit.txid);
  if (detail === null) return [];
  if (doubts.includes(detail) || doubts.length >= MAXIMUM_CONTRADICTIONS) return [];
  return [{ type: 'RedemptionContradicted', data: { withdrawId, redemptionKey, detail, contradictedAt: now } }];
};

const besideDecided = ({ debit: found, isFound, undoneKey }: Unpaid, txid: string): string | null => {
  if (undoneKey !== undefined) return afterItsFailure(txid);
  if (isFound !== true || canonicalTxid(txid) === canonicalTxid(found.debitId)) return null;
  return `debited by ${txid} after operators had found ${found.debitId}`;
};

export const contradictionsOf = (state: Redeeming | Failed): readonly string[] => {
  if (state.status === 'FAILED') return state.contradictions;
  return state.redemption.phase === 'SENT' ? state.redemption.contradictions : [];
};

/** A redemption that contradicted itself cannot release the reservation. */
const isContradicted = (state: Redeeming): boolean => contradictionsOf(state).length > 0;

const contradict = (
  state: Redeeming | Failed,
  { redemptionKey, detail }: Outcome<'CONTRADICTED'>,
  now: string,
): readonly WithdrawalEvent[] => {
  const told = contradictionsOf(state);
  if (told.includes(detail) || told.length >= MAXIMUM_CONTRADICTIONS) return [];
  const { withdrawId } = state.facts;
  return [{ type: 'RedemptionContradicted', data: { withdrawId, redemptionKey, detail, contradictedAt: now } }];
};
