import { ALERT_CLOSINGS, ALERT_KIND_NAMES } from '../../commands/alerts/kinds';
import type { Query } from '../../read-models/table';
import { CLOSE_OVER } from './close-over';

/** The values of the kind's `about` facts are its subject; kind and subject identify the alert. */
export interface RaisedAlert {
  readonly kind: string;
  readonly subject: string;
  readonly says: string;
  readonly severity: number;
  readonly facts: Readonly<Record<string, string>>;
  readonly raisedAt: string;
}

export interface OpenAlert extends Omit<RaisedAlert, 'severity'> {
  readonly openedAt: string;
}

export interface Closing {
  readonly now: string;
  readonly because: string;
}

const COLUMNS = 'a.kind, a.subject, a.says, a.facts, a.opened_at AS "openedAt", a.raised_at AS "raisedAt"';
const IS_NEWS = '(a.closed_at IS NOT NULL OR excluded.severity > a.severity)';
const unlessOpen = (column: string, whenOpen: string): string =>
  `${column} = CASE WHEN a.closed_at IS NULL THEN ${whenOpen} ELSE excluded.${column} END`;

const RAISE = `
INSERT INTO lastro.alerts AS a (kind, subject, says, severity, facts, opened_at, raised_at, told_at, told_by)
  SELECT kind, subject, says, severity, facts, "raisedAt", "raisedAt", "raisedAt", $2 FROM json_to_recordset($1::json)
    AS given (kind text, subject text, says text, severity integer, facts jsonb, "raisedAt" timestamptz)
   ORDER BY kind, subject
ON CONFLICT (kind, subject) DO UPDATE SET
  ${unlessOpen('opened_at', 'a.opened_at')},
  ${unlessOpen('says', 'CASE WHEN excluded.severity < a.severity THEN a.says ELSE excluded.says END')},
  ${unlessOpen('severity', 'greatest(a.severity, excluded.severity)')},
  facts = excluded.facts,
  raised_at = greatest(a.raised_at, excluded.raised_at),
  told_at = CASE WHEN ${IS_NEWS} THEN excluded.told_at ELSE a.told_at END,
  told_by = CASE WHEN ${IS_NEWS} THEN excluded.told_by ELSE a.told_by END,
  closed_at = NULL, closed_because = NULL
RETURNING ${COLUMNS}, told_by = $2 AS "isTold"`;

const CLOSE = `
UPDATE lastro.alerts a SET closed_at = $1, closed_because = $2
 WHERE kind = $3 AND subject = $4 AND closed_at IS NULL RETURNING ${COLUMNS}`;

const REMIND = `
UPDATE lastro.alerts a SET told_at = $1, told_by = $3 WHERE (kind, subject) IN (
  SELECT kind, subject FROM lastro.alerts WHERE closed_at IS NULL AND told_at <= $2
   ORDER BY kind, subject LIMIT 500 FOR UPDATE SKIP LOCKED)
RETURNING ${COLUMNS}`;

const REMOVE_OLD = `
DELETE FROM lastro.alerts WHERE ctid IN (
  SELECT ctid FROM lastro.alerts WHERE closed_at < $1 LIMIT 1000 FOR UPDATE SKIP LOCKED) RETURNING kind`;

/** When several processes write an alert at once, one of them gets the alert back and logs it. */
export const alertRows = (query: Query) => ({
  /** Stores alerts of distinct keys. Returns the alerts that the process `teller` must log now. */
  raise: async (raised: readonly RaisedAlert[], teller: string): Promise<readonly OpenAlert[]> => {
    const rows = await query<OpenAlert & { readonly isTold: boolean }>(RAISE, [JSON.stringify(raised), teller]);
    return rows.filter(({ isTold }) => isTold).map(({ isTold, ...alert }) => alert);
  },
  /** Null when the alert is not open. */
  close: async (kind: string, subject: string, { now, because }: Closing): Promise<OpenAlert | null> =>
    (await query<OpenAlert>(CLOSE, [now, because, kind, subject]))[0] ?? null,
  closeOver: (now: string, silenceCounts: boolean): Promise<readonly (OpenAlert & Pick<Closing, 'because'>)[]> =>
    query(CLOSE_OVER, [JSON.stringify(ALERT_CLOSINGS), now, silenceCounts]),
  /** Alerts that were last logged before `before`, at most 500; marks them as reported. */
  remind: (now: string, before: string, teller: string): Promise<readonly OpenAlert[]> =>
    query(REMIND, [now, before, teller]),
  open: (): Promise<readonly OpenAlert[]> =>
    query(`SELECT ${COLUMNS} FROM lastro.alerts a WHERE closed_at IS NULL ORDER BY kind, subject`, []),
  removeClosed: async (before: string): Promise<number> => (await query(REMOVE_OLD, [before])).length,
});

export type AlertRows = ReturnType<typeof alertRows>;

export const openAlertsByKind = async (query: Query): Promise<ReadonlyMap<string, number>> => {
  const rows = await query<{ readonly kind: string; readonly open: number }>(
    'SELECT kind, count(*)::integer AS open FROM lastro.alerts WHERE closed_at IS NULL GROUP BY kind',
    [],
  );
  const none = ALERT_KIND_NAMES.map((kind) => [kind, 0] as const);
  return new Map([...none, ...rows.map(({ kind, open }) => [kind, open] as const)]);
};
