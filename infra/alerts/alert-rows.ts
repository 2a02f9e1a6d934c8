import type { OpenAlert } from '../../commands/alerts/evidence';
import { ALERT_KIND_NAMES } from '../../commands/alerts/kinds';
import type { Query } from '../../read-models/table';

export interface RaisedAlert {
  readonly kind: string;
  readonly subject: string;
  readonly says: string;
  readonly severity: number;
  readonly facts: Readonly<Record<string, string>>;
  readonly raisedAt: string;
}

interface StoredAlert {
  readonly kind: string;
  readonly subject: string;
  readonly says: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly opened_at: string;
  readonly raised_at: string;
}

const alertIn = (row: StoredAlert): OpenAlert => ({
  ...{ kind: row.kind, subject: row.subject, says: row.says, facts: row.facts },
  ...{ openedAt: row.opened_at, raisedAt: row.raised_at },
});

const COLUMNS = 'kind, subject, says, facts, opened_at, raised_at';
const IS_NEWS = '(a.closed_at IS NOT NULL OR excluded.severity > a.severity)';
const unlessOpen = (column: string, whenOpen: string): string =>
  `${column} = CASE WHEN a.closed_at IS NULL THEN ${whenOpen} ELSE excluded.${column} END`;

const RAISE = `
INSERT INTO lastro.alerts AS a (kind, subject, says, severity, facts, opened_at, raised_at, told_at, told_by)
  SELECT kind, subject, says, severity, facts, at, at, at, $2 FROM json_to_recordset($1::json)
    AS given (kind text, subject text, says text, severity integer, facts jsonb, at timestamptz) ORDER BY kind, subject
ON CONFLICT (kind, subject) DO UPDATE SET
  ${unlessOpen('opened_at', 'a.opened_at')},
  ${unlessOpen('says', 'CASE WHEN excluded.severity < a.severity THEN a.says ELSE excluded.says END')},
  ${unlessOpen('severity', 'greatest(a.severity, excluded.severity)')},
  facts = excluded.facts,
  raised_at = greatest(a.raised_at, excluded.raised_at),
  told_at = CASE WHEN ${IS_NEWS} THEN excluded.told_at ELSE a.told_at END,
  told_by = CASE WHEN ${IS_NEWS} THEN excluded.told_by ELSE a.told_by END,
  closed_at = NULL, closed_because = NULL
RETURNING ${COLUMNS}, told_by = $2 AS is_told`;

const CLOSE = `
UPDATE lastro.alerts SET closed_at = $1, closed_because = $2
 WHERE kind = $3 AND subject = $4 AND raised_at = $5 AND closed_at IS NULL RETURNING kind`;

const REMIND = `
UPDATE lastro.alerts SET told_at = $1, told_by = $3 WHERE (kind, subject) IN (
  SELECT kind, subject FROM lastro.alerts WHERE closed_at IS NULL AND told_at <= $2
   ORDER BY kind, subject LIMIT 500 FOR UPDATE SKIP LOCKED)
RETURNING ${COLUMNS}`;

const REMOVE_OLD = `
DELETE FROM lastro.alerts WHERE ctid IN (
  SELECT ctid FROM lastro.alerts WHERE closed_at < $1 LIMIT 1000 FOR UPDATE SKIP LOCKED) RETURNING kind`;

/** Of several processes that write at once, exactly one is told that its write won. */
export const alertRows = (query: Query) => ({
  /** Takes alerts of distinct keys; answers those to log now, marked as told by `teller`. */
  raise: async (raised: readonly RaisedAlert[], teller: string): Promise<readonly OpenAlert[]> => {
    const given = raised.map(({ raisedAt: at, ...alert }) => ({ ...alert, at }));
    const rows = await query<StoredAlert & { readonly is_told: boolean }>(RAISE, [JSON.stringify(given), teller]);
    return rows.filter(({ is_told: isTold }) => isTold).map(alertIn);
  },
  /** True when this call closed the alert: it was open, and not raised again since it was read. */
  close: async ({ kind, subject, raisedAt }: OpenAlert, now: string, because: string): Promise<boolean> =>
    (await query(CLOSE, [now, because, kind, subject, raisedAt])).length === 1,
  /** Alerts that nobody was told of since `before`, at most 500; marks them as told. */
  remind: async (now: string, before: string, teller: string): Promise<readonly OpenAlert[]> =>
    (await query<StoredAlert>(REMIND, [now, before, teller])).map(alertIn),
  list: async (after: Pick<OpenAlert, 'kind' | 'subject'>, limit: number): Promise<readonly OpenAlert[]> =>
    (
      await query<StoredAlert>(
        `SELECT ${COLUMNS} FROM lastro.alerts WHERE closed_at IS NULL AND (kind, subject) > ($1, $2)
          ORDER BY kind, subject LIMIT $3`,
        [after.kind, after.subject, limit],
      )
    ).map(alertIn),
  /** Null when the alert is not open. */
  find: async (kind: string, subject: string): Promise<OpenAlert | null> => {
    const rows = await query<StoredAlert>(
      `SELECT ${COLUMNS} FROM lastro.alerts WHERE closed_at IS NULL AND kind = $1 AND subject = $2`,
      [kind, subject],
    );
    return rows[0] === undefined ? null : alertIn(rows[0]);
  },
  removeClosed: async (before: string): Promise<number> => (await query(REMOVE_OLD, [before])).length,
});

export type AlertRows = ReturnType<typeof alertRows>;

/** Every kind is present: 0 where no alert is open. */
export const openAlertsByKind = async (query: Query): Promise<ReadonlyMap<string, number>> => {
  const rows = await query<{ readonly kind: string; readonly open: number }>(
    'SELECT kind, count(*)::integer AS open FROM lastro.alerts WHERE closed_at IS NULL GROUP BY kind',
    [],
  );
  const none = ALERT_KIND_NAMES.map((kind) => [kind, 0] as const);
  return new Map([...none, ...rows.map(({ kind, open }) => [kind, open] as const)]);
};

const PAGE = 500;

export const listOpenAlerts = async (rows: Pick<AlertRows, 'list'>): Promise<readonly OpenAlert[]> => {
  const all: OpenAlert[] = [];
  for (;;) {
    const page = await rows.list(all.at(-1) ?? { kind: '', subject: '' }, PAGE);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
};
