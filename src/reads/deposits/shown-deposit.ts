import { rejection } from '../../../aggregates/rejection';
import type { Clock } from '../../../commands/ports/clock';
import type { EventStore } from '../../../commands/ports/event-store';
import { type DepositRow, findDeposit } from '../../../read-models/matching/deposits';
import { findStreams } from '../../../read-models/operators/audit-trail';
import type { Query } from '../../../read-models/table';
import { candidatesOf, depositOf } from '../deposit-candidates';

export interface ShownDepositDeps {
  /** Across partners. */
  readonly query: Query;
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A transaction has far fewer movements to us. */
const MOST_MOVEMENTS = 500;

/** A deposit of the inbox, with the intents that it may pay now. */
export const depositItem = async ({ query, eventStore, clock }: ShownDepositDeps, row: DepositRow) => {
  const nowMs = clock.now();
  const state = await depositOf(eventStore, row.deposit_id);
  const final = state !== null && 'final' in state ? state.final : null;
  return {
    depositId: row.deposit_id,
    status: row.status,
    reason: row.reason,
    inTime: row.in_time,
    network: row.network,
    txid: row.txid,
    assetId: row.asset_id,
    contract: row.contract,
    amountBaseUnits: row.amount_base_units,
    sender: row.sender,
    since: row.updated_at,
    ageSeconds: Math.max(0, Math.floor((nowMs - Date.parse(row.updated_at)) / 1000)),
    proposal: state?.status === 'UNMATCHED' ? (state.proposal ?? null) : null,
    candidates: final === null || row.status !== 'UNMATCHED' ? [] : await candidatesOf(query)(final, nowMs),
  };
};

export type DepositItem = Awaited<ReturnType<typeof depositItem>>;

/** With its transaction: every memo of ours, and every movement to a receiver of ours. */
export const shownDeposit = async (deps: ShownDepositDeps, depositId: string) => {
  const { eventStore, query } = deps;
  const row = await findDeposit(query, depositId);
  if (row === null) throw rejection('NOT_FOUND', 'No such deposit');
  const state = await depositOf(eventStore, depositId);
  const final = state !== null && 'final' in state ? state.final : null;
  return {
    ...(await depositItem(deps, row)),
    intentId: row.intent_id,
    receiver: row.receiver,
    senderReference: final?.senderReference ?? null,
    isOwn: final?.isOwn ?? false,
    unsupported: row.unsupported,
    blockNumber: row.block_number,
    blockTime: row.block_time,
    memos: row.memos,
    mentions: final?.mentions ?? [],
    movements: row.movements,
    transaction: await movementsOf(deps, row),
  };
};

export type ShownDeposit = Awaited<ReturnType<typeof shownDeposit>>;

/** Dust without a memo has no stream, so that fewer may be listed than the transaction has. */
const movementsOf = async ({ query }: ShownDepositDeps, { network, txid }: DepositRow) => {
  const page = { limit: MOST_MOVEMENTS, after: null };
  const streams = await findStreams(query, [`deposit-${network}:${txid}:`], page);
  const rows = await Promise.all(streams.map(({ stream }) => findDeposit(query, stream.replace('deposit-', ''))));
  return rows
    .filter((row) => row !== null)
    .map((row) => ({
      ...{ depositId: row.deposit_id, assetId: row.asset_id, contract: row.contract, status: row.status },
      ...{ amountBaseUnits: row.amount_base_units, sender: row.sender, receiver: row.receiver },
    }));
};
