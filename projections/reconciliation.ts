import { createHash } from 'node:crypto';
import type { CashoutExpired, CashoutIntentCreated, DepositAccepted } from '../aggregates/cashout/events';
import type { DepositEvent } from '../aggregates/deposit/events';
import type { EventOf, Recorded } from '../aggregates/events';
import type { StreamPrefix } from '../aggregates/stream';
import type { WatcherEvent } from '../aggregates/watcher/events';
import { networkWatermarks } from '../read-models/network-watermarks';
import { type ReconciliationIntentRow, reconciliationIntents } from '../read-models/reconciliation-intents';
import { reconciliationProposals } from '../read-models/reconciliation-proposals';
import { judgeMovement, RULE_VERSION } from './matching';
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
  remove,
} from './projection';

type Followed = EventOf<'CashoutIntentCreated' | 'DepositAccepted' | 'CashoutExpired'> | DepositEvent | WatcherEvent;

/** A transaction on Stellar carries the hash itself; everywhere else the memo's bytes are hashed here. */
const memoHashOf = (memo: string): string =>
  memo.startsWith('sha256:') ? memo.slice('sha256:'.length) : createHash('sha256').update(memo, 'utf8').digest('hex');

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
    network: data.network,
    asset_id: data.assetId,
    amount_base_units: data.amountBaseUnits,
    receiver: data.receiver,
    status: 'PENDING',
    created_at: data.createdAt,
    expires_at: data.expiresAt,
    tolerance_seconds: data.blockTimeToleranceSeconds,
    open_deposits: [],
    proposed_deposit: null,
  }),
];

const closed = (
  get: Get,
  { memo }: Pick<DepositAccepted | CashoutExpired, 'memo'>,
  status: ReconciliationIntentRow['status'],
): readonly Change[] => patch(reconciliationIntents, get, memoHashOf(memo), { status });

const withOpen = (
  get: Get,
  memo: string,
  change: (open: readonly string[]) => readonly string[],
): readonly Change[] => {
  const row = get(reconciliationIntents, memoHashOf(memo));
  return row === undefined ? [] : [put(reconciliationIntents, { ...row, open_deposits: change(row.open_deposits) })];
};

const finalised = (event: Recorded & EventOf<'DepositFinalised'>, get: Get): readonly Change[] => {
  const { data } = event;
  const hashes = [...new Set(data.memos.map(memoHashOf))];
  const issued = hashes.flatMap((hash) => get(reconciliationIntents, hash) ?? []);
  const verdict = judgeMovement(data, issued);
  const proposal = put(reconciliationProposals, {
    deposit_id: data.depositId,
    verdict: verdict.intent === null ? 'UNMATCHED' : 'MATCH',
    intent_id: verdict.intent?.intent_id ?? null,
    reason: verdict.reason,
    candidates: verdict.candidates.map(({ intentId, reason }) => ({ intentId, reason })),
    in_time: verdict.inTime,
    rule_version: RULE_VERSION,
    cause_event_id: event.id,
    proposed_at: event.metadata.at,
  });
  const settled = issued.map((row) =>
    put(reconciliationIntents, {
      ...row,
      open_deposits: row.open_deposits.filter((id) => id !== data.depositId),
      proposed_deposit: row === verdict.intent ? data.depositId : row.proposed_deposit,
    }),
  );
  return [proposal, ...settled];
};

const decided = ({ data }: Recorded & DepositEvent): readonly Change[] => [
  remove(reconciliationProposals, data.depositId),
];

const handlers: Handlers<Followed> = {
  CashoutIntentCreated: ({ data }) => opened(data),
  DepositAccepted: ({ data }, get) => closed(get, data, 'ACCEPTED'),
  CashoutExpired: ({ data }, get) => closed(get, data, 'EXPIRED'),
  DepositObserved: ({ data }, get) =>
    data.memos.flatMap((memo) => withOpen(get, memo, (open) => [...new Set([...open, data.depositId])])),
  DepositReverted: ({ data }, get) =>
    data.memos.flatMap((memo) => withOpen(get, memo, (open) => open.filter((id) => id !== data.depositId))),
  DepositFinalised: finalised,
  DepositClaimed: nothing,
  DepositMatched: decided,
  DepositReleased: decided,
  DepositUnmatched: decided,
  WatermarkReached: ({ data }) => [put(networkWatermarks, { network: data.network, time: data.time })],
};

/**
 * Matches on-chain memos to intents. Intents and deposits come from one ordered log, so a deposit can never overtake
 * its intent; index and proposals are rows of one transaction (design: domain, section 4).
 */
export const reconciliation: Projection<'reconciliation', StreamPrefix> = {
  name: 'reconciliation',
  tables: [reconciliationIntents, reconciliationProposals, networkWatermarks],
  streamPrefixes: ['cashout-', 'deposit-', 'watcher-'],
  keys: (event) =>
    event.type === 'CashoutIntentCreated'
      ? []
      : memosOf(event).map((memo) => keyOf(reconciliationIntents, memoHashOf(memo))),
  apply: applyWith(handlers),
};
