import { deposit } from '../../aggregates/deposit/deposit';
import type { Position } from '../../aggregates/events';
import { historyOf } from '../handle';
import type { Reading, ScannedMovement } from '../ports/chain-reader';
import { idOf, recordScanned } from './record';
import { type Look, messageOf, type UnreadRow, type WatchDeps } from './watch-deps';

/** Asked for at once in one look. */
const MOST_READ_AT_ONCE = 100;
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 60_000;
const ALARM_AFTER_MS = 600_000;

/** Reads again what could not be read. Answers what is still wrong, for the log. */
export const readUnread = async (deps: WatchDeps, look: Look): Promise<readonly string[]> => {
  const rows = await deps.store.dueUnread(look.startedAt, MOST_READ_AT_ONCE);
  if (rows.length === 0) return [];
  const readings = await readAll(deps, rows);
  const done: UnreadRow[] = [];
  const left: UnreadRow[] = [];
  for (const [index, row] of rows.entries()) {
    const reading = readings[index] ?? NO_READING;
    const outcome = await settle(deps, row, reading);
    if (outcome === null) done.push(row);
    else left.push(tried(deps, look, { ...row, reason: outcome, memos: row.memos ?? memosOf(reading) }));
  }
  await deps.store.removeUnread(done);
  await deps.store.updateUnread(left);
  return left.map(({ txid, reason }) => `${txid} could not be read: ${reason}`);
};

const NO_READING: Reading = { outcome: 'UNREAD', reason: 'the reader did not tell of it' };

const memosOf = (reading: Reading): readonly string[] | null =>
  reading.outcome === 'UNREAD' ? (reading.memos ?? null) : null;

const readAll = async ({ reader }: WatchDeps, rows: readonly UnreadRow[]): Promise<readonly Reading[]> => {
  try {
    const readings = await reader.read(rows.map(({ since, tries, nextAt, isAlarmed, ...transaction }) => transaction));
    if (readings.length === rows.length) return readings;
    throw new Error(`${rows.length} transactions were asked for, and ${readings.length} told`);
  } catch (error) {
    return rows.map(() => ({ outcome: 'UNREAD', reason: messageOf(error) }));
  }
};

/** Null when there is nothing left to read, else why not. */
const settle = async (deps: WatchDeps, row: UnreadRow, reading: Reading): Promise<string | null> => {
  if (reading.outcome === 'UNREAD') return reading.reason;
  if (reading.outcome === 'GONE') return null;
  try {
    if (reading.movements.some(({ movement }) => movement.txid !== row.txid)) return 'another transaction was told';
    await recordScanned(deps, reading.movements);
    return (await isVisible(deps, reading.movements)) ? null : 'its deposits are not visible yet';
  } catch (error) {
    return messageOf(error);
  }
};

/** The row holds expiry until the deposits do: the read models must have them before it goes. */
const isVisible = async (deps: WatchDeps, scanned: readonly ScannedMovement[]): Promise<boolean> => {
  for (const { movement } of scanned) {
    const position: Position | undefined = (await historyOf(deps.eventStore, deposit, idOf(movement))).at(-1)?.position;
    if (position !== undefined && !(await deps.untilApplied(position))) return false;
  }
  return true;
};

const tried = (deps: WatchDeps, { startedAtMs }: Look, row: UnreadRow): UnreadRow => {
  const restMs = Math.min(FIRST_REST_MS * 2 ** Math.min(row.tries - 1, 10), LONGEST_REST_MS);
  const isOld = startedAtMs - Date.parse(row.since) >= ALARM_AFTER_MS;
  if (isOld && !row.isAlarmed) alarm(deps, row);
  return {
    ...row,
    tries: row.tries + 1,
    nextAt: new Date(startedAtMs + restMs).toISOString(),
    isAlarmed: row.isAlarmed || isOld,
  };
};

const alarm = ({ alert, reader }: WatchDeps, { txid, since, reason, memos }: UnreadRow): void =>
  alert('A transaction that concerns us cannot be read', {
    ...{ network: reader.network, txid, since, reason },
    memos: memos === null ? 'not known' : memos.join(' '),
  });
