import type { LedgerEvent } from '../../aggregates/events';
import { CONTRADICTION_TYPES, type Contradiction } from '../../commands/alerts/contradictions';
import { alarmIn } from '../../commands/alerts/recorded-alarms';
import type { Clock } from '../../commands/ports/clock';
import type { Query } from '../../read-models/table';
import { alertKeyOf } from './alerts';

/** Much shorter than closed alerts are kept: what a person was told of once is not told again. */
const LOOKED_BACK_MS = 24 * 3_600_000;
const MOST_AT_ONCE = 500;

const CONTRADICTIONS = CONTRADICTION_TYPES.map((type) => `'${type}'`).join(', ');

/** As the index in `read-models/audit-trail.sql` says it: what happens every day has no alarm. */
const HAS_ALARM = `(type IN (${CONTRADICTIONS})
  OR type = 'CashinCompleted' AND data ? 'splitOwedCents'
  OR type = 'CashinFailed' AND data->>'splitAppliedCents' <> '0'
  OR type = 'ChargeRefundRejected' AND data->>'nextAttemptAt' IS NULL
  OR type = 'KycSessionStatusChanged' AND data->>'rejectionReason' = 'SANCTIONS')`;

/** What the sweep reads. */
export const RECENT = `SELECT stream, type, data FROM lastro.audit_trail
  WHERE ${HAS_ALARM} AND at > $1 ORDER BY at DESC LIMIT ${MOST_AT_ONCE}`;

const KNOWN = `SELECT kind, subject FROM lastro.alerts
  WHERE (kind, subject) IN (SELECT kind, subject FROM json_to_recordset($1::json) AS given (kind text, subject text))`;

type AlarmingRow = { readonly stream: string } & LedgerEvent;

type Key = ReturnType<typeof alertKeyOf>;

/** Alarms of the last day without an alert, open or closed: a process may die between an append and its alert. */
export const untoldAlarms = async (query: Query, clock: Pick<Clock, 'now'>): Promise<readonly Contradiction[]> => {
  const since = new Date(clock.now() - LOOKED_BACK_MS).toISOString();
  const rows = await query<AlarmingRow>(RECENT, [since]);
  const found = rows.flatMap((row) => alarmIn(row.stream, row) ?? []);
  if (found.length === 0) return [];
  const keys = found.map(({ says, facts }) => alertKeyOf(says, facts));
  const known = new Set((await query<Key>(KNOWN, [JSON.stringify(keys)])).map(textOf));
  return found.filter((_each, index) => !known.has(textOf(keys[index])));
};

const textOf = (key: Key | undefined): string => JSON.stringify([key?.kind, key?.subject]);
