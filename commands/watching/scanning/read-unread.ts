import { deposit } from '../../../aggregates/deposit/deposit';
import { isAfter, type Position } from '../../../aggregates/events';
import { historyOf } from '../../handling/reading/read-stream';
import type { Reading, ScannedMovement } from '../../ports/chains/chain-reader';
import { backoffMs } from '../../timing/backoff';
import { type Look, messageOf, type UnreadRow, type WatchDeps } from '../watch-deps';
import { idOf, recordScanned } from './record';

const MOST_READ_AT_ONCE = 100;
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 60_000;
const GIVEN_UP_REST_MS = 3_600_000;
const ALARM_AFTER_MS = 600_000;

/** Reads unread transactions again, given up or not; answers the problems of the others. */
export const readUnread = async (deps: WatchDeps, look: Look): Promise<readonly string[]> => {
  const { transactions } = look.state.givenUp;
  // A rescan may have added one again, or the command died before marking it.
  if (transactions.length > 0) await deps.store.giveUpUnread(transactions);
  const rows = await deps.store.dueUnread(look.startedAt, MOST_READ_AT_ONCE);
  if (rows.length === 0) return [];
  const readings = await readAll(deps, rows);
  const settled: Settled[] = [];
  for (const [index, row] of rows.entries()) settled.push(await settle(deps, row, readings[index] ?? NO_READING));
  const trouble = await untilVisible(deps, settled);
  const troubleOf = ({ reason, position }: Settled): string | null => reason ?? (position === null ? null : trouble);
  const done = rows.filter((_row, index) => troubleOf(settled[index]!) === null);
  const left = rows.flatMap((row, index) => {
    const reason = troubleOf(settled[index]!);
    if (reason === null) return [];
    return [tried(deps, look, { ...row, reason, memos: row.memos ?? memosOf(readings[index]!) })];
  });
  await deps.store.removeUnread(done);
  await deps.store.updateUnread(left);
  const waited = left.filter(({ givenUpAt }) => givenUpAt === null);
  return waited.map(({ txid, reason }) => `${txid} could not be read: ${reason}`);
};

const NO_READING: Reading = { outcome: 'UNREAD', reason: 'the reader did not report the transaction' };

const memosOf = (reading: Reading): readonly string[] | null =>
  reading.outcome === 'UNREAD' ? (reading.memos ?? null) : null;

const readAll = async ({ reader }: WatchDeps, rows: readonly UnreadRow[]): Promise<readonly Reading[]> => {
  try {
    const readings = await reader.read(
      rows.map(({ since, tries, nextAt, isAlarmed, givenUpAt, ...transaction }) => transaction),
    );
    if (readings.length === rows.length) return readings;
    throw new Error(`the answer has ${readings.length} readings for ${rows.length} transactions`);
  } catch (error) {
    return rows.map(() => ({ outcome: 'UNREAD', reason: messageOf(error) }));
  }
};

interface Settled {
  readonly reason: string | null;
  readonly position: Position | null;
}

const settle = async (deps: WatchDeps, row: UnreadRow, reading: Reading): Promise<Settled> => {
  if (reading.outcome === 'UNREAD') return { reason: reading.reason, position: null };
  if (reading.outcome === 'GONE') return { reason: null, position: null };
  try {
    if (reading.movements.some(({ movement }) => movement.txid !== row.txid)) {
      return { reason: 'the answer is about another transaction', position: null };
    }
    await recordScanned(deps, reading.movements);
    return { reason: null, position: await positionOf(deps, reading.movements) };
  } catch (error) {
    if (deps.isHeldByStore(error)) throw error;
    return { reason: messageOf(error), position: null };
  }
};

const later = (one: Position | null, other: Position | null): Position | null =>
  one === null || (other !== null && isAfter(other, one)) ? other : one;

const positionOf = async ({ eventStore }: WatchDeps, scanned: readonly ScannedMovement[]): Promise<Position | null> => {
  let last: Position | null = null;
  for (const { movement } of scanned) {
    last = later(last, (await historyOf(eventStore, deposit, idOf(movement))).at(-1)?.position ?? null);
  }
  return last;
};

/** A row delays expiry until the read models have its deposits. Null once they do. */
const untilVisible = async (deps: WatchDeps, settled: readonly Settled[]): Promise<string | null> => {
  const last = settled.map(({ position }) => position).reduce(later, null);
  try {
    return last === null || (await deps.untilApplied(last)) ? null : 'the read models do not have the deposits yet';
  } catch (error) {
    return messageOf(error);
  }
};

const tried = (deps: WatchDeps, { startedAtMs }: Look, row: UnreadRow): UnreadRow => {
  const isGivenUp = row.givenUpAt !== null;
  const waitedMs = backoffMs({ firstMs: FIRST_REST_MS, longestMs: LONGEST_REST_MS }, row.tries);
  const restMs = isGivenUp ? GIVEN_UP_REST_MS : waitedMs;
  const isOld = !isGivenUp && startedAtMs - Date.parse(row.since) >= ALARM_AFTER_MS;
  if (isOld && !row.isAlarmed) alarm(deps, row);
  return {
    ...row,
    tries: row.tries + 1,
    nextAt: new Date(startedAtMs + restMs).toISOString(),
    isAlarmed: row.isAlarmed || isOld,
  };
};

const alarm = ({ alert, reader }: WatchDeps, { txid, since, reason, memos }: UnreadRow): void =>
  alert('A transaction that may pay this service cannot be read', {
    ...{ network: reader.network, txid, since, reason },
    memos: memos === null ? 'not known' : memos.join(' '),
  });
