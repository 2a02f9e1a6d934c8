import type { LedgerEvent } from '../../aggregates/events';
import { alarmIn, type RecordedAlarm } from '../../commands/alerts/recorded-alarms';
import type { Clock } from '../../commands/ports/clock';
import type { Query } from '../../read-models/table';
import { storableAlert } from './alerts';

/** Much shorter than closed alerts are kept: an alert that was raised once is not raised again. */
const LOOKED_BACK_MS = 24 * 3_600_000;
const MOST_AT_ONCE = 500;

/** The condition of the index `audit_trail_alarms` in `read-models/operators/audit-trail.sql`. */
export const RECENT = `SELECT stream, type, data FROM lastro.audit_trail
  WHERE (type IN ('PayoutContradicted', 'RedemptionContradicted', 'CashinContradicted')
    OR type = 'CashinCompleted' AND data ? 'splitOwedCents'
    OR type = 'CashinFailed' AND data->>'splitAppliedCents' <> '0'
    OR type = 'ChargeRefundRejected' AND data->>'nextAttemptAt' IS NULL
    OR type = 'KycSessionStatusChanged' AND data->>'rejectionReason' = 'SANCTIONS')
    AND at > $1 ORDER BY at DESC LIMIT ${MOST_AT_ONCE}`;

const KNOWN = `SELECT kind, subject FROM lastro.alerts
  WHERE (kind, subject) IN (SELECT kind, subject FROM json_to_recordset($1::json) AS given (kind text, subject text))`;

const keyOf = ({ kind, subject }: { readonly kind: string; readonly subject: string }): string =>
  JSON.stringify([kind, subject]);

/** Alarms of the last day without an alert, open or closed: a process may die between an append and its alert. */
export const missedAlarms = async (query: Query, clock: Pick<Clock, 'now'>): Promise<readonly RecordedAlarm[]> => {
  const since = new Date(clock.now() - LOOKED_BACK_MS).toISOString();
  const rows = await query<{ readonly stream: string } & LedgerEvent>(RECENT, [since]);
  const found = rows.flatMap((row) => alarmIn(row.stream, row) ?? []);
  if (found.length === 0) return [];
  const keys = found.map(({ says, facts }) => storableAlert(says, facts));
  const known = new Set((await query<{ kind: string; subject: string }>(KNOWN, [JSON.stringify(keys)])).map(keyOf));
  return found.filter((_each, index) => !known.has(keyOf(keys[index] ?? { kind: '', subject: '' })));
};
