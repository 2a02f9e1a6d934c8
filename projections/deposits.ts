import type { ClosingEvent } from '../aggregates/closing/events';
import type { DepositEvent } from '../aggregates/deposit/events';
import type { Recorded } from '../aggregates/events';
import type { StreamPrefix } from '../aggregates/stream';
import { type DepositRow, deposits, STREAM_CLOSED } from '../read-models/matching/deposits';
import { applyWith, type Change, type Handlers, keyOf, nothing, type Projection, patch, put } from './projection';

type Seen = Recorded<Extract<DepositEvent, { type: 'DepositObserved' | 'DepositFinalised' }>>;

const seen = ({ data, metadata }: Seen, status: DepositRow['status']): readonly Change[] => [
  put(deposits, {
    deposit_id: data.depositId,
    network: data.network,
    txid: data.txid,
    position: data.position,
    asset_id: data.assetId,
    contract: data.contract,
    amount_base_units: data.amountBaseUnits,
    sender: data.sender,
    receiver: data.receiver,
    memos: data.memos,
    movements: data.movements,
    unsupported: data.unsupported,
    block_number: data.blockNumber,
    block_hash: data.blockHash,
    block_time: data.blockTime,
    status,
    intent_id: null,
    reason: null,
    candidates: [],
    in_time: null,
    updated_at: metadata.at,
  }),
];

/** Listed for operators unless resolved: a paying deposit belongs to its intent. */
const closed = (row: DepositRow, at: string): DepositRow => {
  const known = { ...row, reason: STREAM_CLOSED, updated_at: at };
  if (['MATCHED', 'WRITTEN_OFF', 'REFUNDED'].includes(row.status)) return known;
  const claimedFor = row.intent_id === null ? [] : [{ intentId: row.intent_id, reason: STREAM_CLOSED }];
  return { ...known, status: 'UNMATCHED', intent_id: null, candidates: [...claimedFor, ...row.candidates] };
};

const handlers: Handlers<DepositEvent | ClosingEvent> = {
  DepositObserved: (event) => seen(event, 'OBSERVED'),
  DepositFinalised: (event) => seen(event, 'FINALISED'),
  DepositReverted: ({ data, metadata }, get) =>
    patch(deposits, get, data.depositId, { status: 'REVERTED', reason: data.reason, updated_at: metadata.at }),
  DepositClaimed: ({ data, metadata }, get) =>
    patch(deposits, get, data.depositId, { status: 'CLAIMED', intent_id: data.intentId, updated_at: metadata.at }),
  DepositMatched: ({ data, metadata }, get) =>
    patch(deposits, get, data.depositId, { status: 'MATCHED', reason: null, updated_at: metadata.at }),
  DepositReleased: ({ data, metadata }, get) =>
    patch(deposits, get, data.depositId, {
      status: 'UNMATCHED',
      intent_id: null,
      reason: data.reason,
      candidates: [{ intentId: data.intentId, reason: data.reason }],
      // Older events lack `inTime`: then only deposits paid within the window were ever claimed.
      in_time: data.inTime ?? data.reason === 'INTENT_CLOSED',
      updated_at: metadata.at,
    }),
  DepositUnmatched: ({ data, metadata }, get) =>
    patch(deposits, get, data.depositId, {
      status: 'UNMATCHED',
      reason: data.reason,
      candidates: data.candidates.map(({ intentId, reason }) => ({ intentId, reason })),
      in_time: data.inTime,
      updated_at: metadata.at,
    }),
  DepositResolutionProposed: nothing,
  DepositProposalWithdrawn: nothing,
  DepositWrittenOff: ({ data, metadata }, get) =>
    patch(deposits, get, data.depositId, { status: 'WRITTEN_OFF', updated_at: metadata.at }),
  DepositRefunded: ({ data, metadata }, get) =>
    patch(deposits, get, data.depositId, { status: 'REFUNDED', updated_at: metadata.at }),
  StreamClosed: ({ data: { depositId }, metadata }, get) => {
    const row = depositId === undefined ? undefined : get(deposits, depositId);
    return row === undefined ? [] : [put(deposits, closed(row, metadata.at))];
  },
};

export const depositsProjection: Projection<'deposits', StreamPrefix> = {
  name: 'deposits',
  tables: [deposits],
  streamPrefixes: ['deposit-'],
  keys: ({ data }) => ('depositId' in data ? [keyOf(deposits, data.depositId)] : []),
  apply: applyWith(handlers),
};
