import type { ClientBase } from 'pg';
import type { RowStep } from '../../../commands/pair/decision';
import type { CopyEnd } from '../../../commands/pair/losing/open-payments';
import { inOwnTransaction, type OwnTransactionOptions } from '../../postgres/own-transaction';
import { setPairRow } from '../pair-row';
import { type KnownHeights, setBackCursors } from './set-back-cursors';

export interface Forgetting {
  readonly end: CopyEnd;
  readonly known: KnownHeights;
  /** Null when log and rows are one database. */
  readonly step: RowStep | null;
}

/** The removed rows of PostgreSQL, and the work that is repeated. */
export interface Forgotten {
  readonly cursors: ReadonlyMap<string, bigint>;
  /** Scopes of requests that are no repetitions any more. */
  readonly idempotencyKeys: readonly string[];
  readonly leases: number;
  readonly callbacks: number;
}

/** Rows and events of one moment are not written at exactly the same time. */
const MARGIN = `interval '1 minute'`;

const KEYS = `DELETE FROM lastro.idempotency_keys WHERE created_at > $1::timestamptz - ${MARGIN} RETURNING scope`;
/** No worker runs now. A work item without a lease counts as never attempted. */
const LEASES = 'DELETE FROM lastro.work_leases';
/** Events of an earlier sweep may be lost: the sweep reads all credits again. */
const SWEEPS = 'DELETE FROM lastro.credit_sweeps';
/** Attempts whose outcome the log may lack: the outcome is recorded again, the webhook is not sent again. */
const OUTCOMES = `UPDATE lastro.webhook_attempts SET recorded = false, next_at = now()
  WHERE recorded AND outcome IS NOT NULL AND finished_at > $1::timestamptz - ${MARGIN}`;
const CALLBACKS = `UPDATE lastro.callbacks SET finished_at = NULL
  WHERE finished_at IS NOT NULL AND hints IS NOT NULL AND received_at > $1::timestamptz - ${MARGIN}`;
/** Streams that are parked or closed by a lost event. */
const PARKED = ['parked_streams', 'closed_streams'].map(
  (table) => `DELETE FROM lastro.${table} WHERE from_commit > $1`,
);
const PARKED_EVENTS = 'DELETE FROM lastro.parked_events WHERE position_commit > $1';

/** Runs in one transaction. Null, without any change, when the pair's row is not the step's row. */
export const forgetLost = (options: OwnTransactionOptions, forgetting: Forgetting): Promise<Forgotten | null> =>
  inOwnTransaction(options, async (client) => {
    if (forgetting.step !== null && !(await setPairRow(client, forgetting.step))) return null;
    return forgetIn(client, forgetting);
  });

const forgetIn = async (client: ClientBase, { end, known }: Forgetting): Promise<Forgotten> => {
  const cursors = await setBackCursors(client, known);
  const { rows } = await client.query<{ scope: string }>(KEYS, [end.at]);
  const leases = await client.query(LEASES);
  await client.query(SWEEPS);
  await client.query(OUTCOMES, [end.at]);
  const callbacks = await client.query(CALLBACKS, [end.at]);
  for (const text of [...PARKED, PARKED_EVENTS]) await client.query(text, [end.position.commit.toString()]);
  return {
    cursors,
    idempotencyKeys: rows.map(({ scope }) => scope),
    leases: leases.rowCount ?? 0,
    callbacks: callbacks.rowCount ?? 0,
  };
};
