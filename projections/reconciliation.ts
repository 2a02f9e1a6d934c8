import type { CashoutExpired, CashoutIntentCreated, DepositAccepted, ExpiryHeld } from '../aggregates/cashout/events';
import type { DepositId, SeenMovement } from '../aggregates/chain';
import type { ClosingEvent, StreamClosed } from '../aggregates/closing/events';
import type { DepositEvent } from '../aggregates/deposit/events';
import { judgeDeposit, memoHashOf, type PayableIntent, RULE_VERSION, refusalOf } from '../aggregates/deposit/matching';
import type { EventOf, Recorded } from '../aggregates/events';
import type { StreamPrefix } from '../aggregates/stream';
import type { WatcherEvent } from '../aggregates/watcher/events';
import { claimedTransactions, transactionIdOf } from '../read-models/matching/claimed-transactions';
import { networkWatermarks } from '../read-models/matching/network-watermarks';
import { assignmentHoldIdOf, holdIdOf, reconciliationHolds } from '../read-models/matching/reconciliation-holds';
import {
  payableOf,
  type ReconciliationIntentRow,
  reconciliationIntents,
} from '../read-models/matching/reconciliation-intents';
import { reconciliationProposals } from '../read-models/matching/reconciliation-proposals';
import { assignmentFreed, assignmentHeld, isAboutAssignment } from './assignment-holds';
import {
  applyWith,
  type Change,
  type Get,
  type Handlers,
  keyOf,
  nothing,
  type Projection,
  patch,
  put,
  type RowKey,
  remove,
} from './projection';

type Followed =
  | EventOf<'CashoutIntentCreated' | 'DepositAccepted' | 'ExpiryHeld' | 'CashoutExpired'>
  | EventOf<'RedemptionSent' | 'PeggedDebitSettled'>
  | DepositEvent
  | WatcherEvent
  | ClosingEvent;

/** Every deposit that delays an expiry pays the intent in full, so more of them cost an attacker too much. */
const HOLDS_PER_INTENT = 20;

const hashesOf = (memos: readonly string[]): readonly string[] => [...new Set(memos.map(memoHashOf))];

const memosOf = ({ data }: Recorded): readonly string[] => {
  if ('memos' in data) return data.memos;
  return 'memo' in data ? [data.memo] : [];
};

const opened = (data: CashoutIntentCreated): readonly Change[] => [
  put(reconciliationIntents, {
    memo_hash: memoHashOf(data.memo),
    intent_id: data.intentId,
    memo: data.memo,
    partner_id: data.partnerId,
    mode: data.mode,
    network: data.network,
    asset_id: data.assetId,
    amount_base_units: data.amountBaseUnits,
    receiver: data.receiver,
    status: 'PENDING',
    created_at: data.createdAt,
    expires_at: data.expiresAt,
    tolerance_seconds: data.blockTimeToleranceSeconds,
    hold_count: 0,
    held_at: null,
    proposed_deposit: null,
  }),
];

/** An intent with a proposal is not available to other deposits. */
const payableBy = (row: ReconciliationIntentRow, depositId: DepositId): PayableIntent => {
  const { proposed_deposit: proposed, status } = row;
  const isTaken = status === 'PENDING' && proposed !== null && proposed !== depositId;
  return { ...payableOf(row), status: isTaken ? 'ACCEPTED' : status };
};

const changed = (
  get: Get,
  { memo }: Pick<DepositAccepted | CashoutExpired | ExpiryHeld, 'memo'>,
  columns: Partial<ReconciliationIntentRow>,
): readonly Change[] => patch(reconciliationIntents, get, memoHashOf(memo), columns);

const claimed = (network: string, txid: string, withdrawId: string): Change =>
  put(claimedTransactions, { transaction_id: transactionIdOf(network, txid), withdraw_id: withdrawId });

/** Written before the broadcast, so the claim exists before any deposit of the transaction. */
const sent = ({ data: { network, txid, withdrawId } }: EventOf<'RedemptionSent'>): readonly Change[] =>
  txid === null ? [] : [claimed(network, txid, withdrawId)];

/** Claims the transaction of an issuer that reported none before. A deposit seen meanwhile loses its proposal. */
const debited = ({ data: { debit, withdrawId } }: EventOf<'PeggedDebitSettled'>): readonly Change[] => [
  claimed(debit.network, debit.txid, withdrawId),
  remove(reconciliationProposals, debit.debitId),
];

const isClaimed = (get: Get, { network, txid }: Pick<SeenMovement, 'network' | 'txid'>): boolean =>
  get(claimedTransactions, transactionIdOf(network, txid)) !== undefined;

/** Delays the expiry until the deposit is judged, if the rule would accept it at finality. */
const observed = ({ data }: EventOf<'DepositObserved'>, get: Get): readonly Change[] => {
  if (isClaimed(get, data)) return [];
  const [hash = ''] = hashesOf(data.memos);
  const row = data.memos.length === 1 ? get(reconciliationIntents, hash) : undefined;
  if (row === undefined || row.hold_count >= HOLDS_PER_INTENT || refusalOf(data, payableOf(row)) !== null) return [];
  const holdId = holdIdOf(hash, data.depositId);
  if (get(reconciliationHolds, holdId) !== undefined) return [];
  return [
    put(reconciliationIntents, { ...row, hold_count: row.hold_count + 1 }),
    put(reconciliationHolds, {
      hold_id: holdId,
      memo_hash: hash,
      intent_id: row.intent_id,
      deposit_id: data.depositId,
      since: data.observedAt,
      until: null,
    }),
  ];
};

interface Judged {
  readonly depositId: DepositId;
  readonly memos: readonly string[];
}

/** The intents that the memos name, without the delays of this deposit. */
const released = ({ depositId, memos }: Judged, get: Get) => {
  const rows = hashesOf(memos).flatMap((hash) => get(reconciliationIntents, hash) ?? []);
  const isHeld = ({ memo_hash: hash }: ReconciliationIntentRow): boolean =>
    get(reconciliationHolds, holdIdOf(hash, depositId)) !== undefined;
  const holds = rows
    .filter(isHeld)
    .map(({ memo_hash: hash }) => remove(reconciliationHolds, holdIdOf(hash, depositId)));
  return { holds, rows: rows.map((row) => (isHeld(row) ? { ...row, hold_count: row.hold_count - 1 } : row)) };
};

/** The deposit may have been final before an operator accepted another history: its proposal is removed. */
const withdrawn = (judged: Judged, get: Get): readonly Change[] => {
  const { depositId } = judged;
  const { holds, rows } = released(judged, get);
  const settled = rows.map((row) => (row.proposed_deposit === depositId ? { ...row, proposed_deposit: null } : row));
  const freed = settled.filter((row) => row !== get(reconciliationIntents, row.memo_hash));
  return [remove(reconciliationProposals, depositId), ...holds, ...freed.map((row) => put(reconciliationIntents, row))];
};

const finalised = (event: Recorded<EventOf<'DepositFinalised'>>, get: Get): readonly Change[] => {
  const { data } = event;
  if (isClaimed(get, data)) return withdrawn(data, get);
  const { holds, rows } = released(data, get);
  const verdict = judgeDeposit(
    data,
    rows.map((row) => payableBy(row, data.depositId)),
  );
  const proposal = put(reconciliationProposals, {
    deposit_id: data.depositId,
    verdict: verdict.intentId === null ? 'UNMATCHED' : 'MATCH',
    intent_id: verdict.intentId,
    reason: verdict.reason,
    candidates: verdict.candidates.map(({ intentId, reason }) => ({ intentId, reason })),
    in_time: verdict.inTime,
    rule_version: RULE_VERSION,
    cause_event_id: event.id,
    proposed_at: event.metadata.at,
  });
  const settled = rows.map((row) =>
    row.intent_id === verdict.intentId ? { ...row, proposed_deposit: data.depositId } : row,
  );
  return [proposal, ...holds, ...settled.map((row) => put(reconciliationIntents, row))];
};

const matched = ({ data }: EventOf<'DepositMatched'>): readonly Change[] => [
  remove(reconciliationProposals, data.depositId),
];

const refused = ({ data }: EventOf<'DepositReleased' | 'DepositUnmatched'>, get: Get): readonly Change[] => {
  const rows = hashesOf(data.memos ?? []).flatMap((hash) => get(reconciliationIntents, hash) ?? []);
  const waiting = rows.filter(({ proposed_deposit: proposed }) => proposed === data.depositId);
  const freed = waiting.map((row) => put(reconciliationIntents, { ...row, proposed_deposit: null }));
  return [remove(reconciliationProposals, data.depositId), ...freed];
};

/** A closed stream accepts no decision: its deposit pays no intent, its payment accepts none and never expires. */
const closed = ({ depositId, intentId, memos }: StreamClosed, get: Get): readonly Change[] => {
  if (depositId !== undefined) return withdrawn({ depositId, memos }, get);
  const rows = hashesOf(memos).flatMap((hash) => get(reconciliationIntents, hash) ?? []);
  const open = rows.filter((row) => row.intent_id === intentId && row.status === 'PENDING');
  return open.map((row) => put(reconciliationIntents, { ...row, status: 'CLOSED' }));
};

const handlers: Handlers<Followed> = {
  CashoutIntentCreated: ({ data }) => opened(data),
  DepositAccepted: ({ data }, get) => changed(get, data, { status: 'ACCEPTED' }),
  ExpiryHeld: ({ data }, get) => changed(get, data, { held_at: data.heldAt }),
  CashoutExpired: ({ data }, get) => changed(get, data, { status: 'EXPIRED' }),
  DepositObserved: observed,
  DepositReverted: ({ data }, get) => withdrawn(data, get),
  DepositFinalised: finalised,
  DepositClaimed: nothing,
  RedemptionSent: sent,
  PeggedDebitSettled: debited,
  DepositMatched: matched,
  DepositReleased: refused,
  DepositUnmatched: refused,
  DepositResolutionProposed: ({ data }, get) => assignmentHeld(data, get),
  DepositProposalWithdrawn: ({ data }, get) => assignmentFreed(data, get),
  DepositWrittenOff: nothing,
  DepositRefunded: nothing,
  WatermarkReached: ({ data }) => [put(networkWatermarks, { network: data.network, time: data.time })],
  FinalityQuestioned: nothing,
  FinalityReaffirmed: nothing,
  FinalityViolated: nothing,
  FinalityAccepted: nothing,
  DepositsLost: nothing,
  DepositGivenUp: nothing,
  GivenUpJudged: nothing,
  TransactionGivenUp: nothing,
  GapSeen: nothing,
  GapAccepted: nothing,
  AssetHalted: nothing,
  AssetResumed: nothing,
  StreamClosed: ({ data }, get) => closed(data, get),
};

const claimKeysOf = ({ type, data }: Recorded): readonly RowKey[] =>
  type === 'DepositObserved' || type === 'DepositFinalised'
    ? [keyOf(claimedTransactions, transactionIdOf(data.network, data.txid))]
    : [];

const intentKeysOf = (event: Recorded): readonly RowKey[] =>
  hashesOf(memosOf(event)).flatMap((hash) => [
    keyOf(reconciliationIntents, hash),
    ...('depositId' in event.data ? [keyOf(reconciliationHolds, holdIdOf(hash, event.data.depositId))] : []),
    ...(isAboutAssignment(event) ? [keyOf(reconciliationHolds, assignmentHoldIdOf(hash))] : []),
  ]);

/** A single ordered log has intents and deposits: a deposit never overtakes its intent. */
export const reconciliation: Projection<'reconciliation', StreamPrefix> = {
  name: 'reconciliation',
  tables: [reconciliationIntents, reconciliationHolds, reconciliationProposals, networkWatermarks, claimedTransactions],
  streamPrefixes: ['cashout-', 'deposit-', 'watcher-', 'withdrawal-', 'peggedBalance-'],
  keys: (event) => (event.type === 'CashoutIntentCreated' ? [] : [...claimKeysOf(event), ...intentKeysOf(event)]),
  apply: applyWith(handlers),
};
