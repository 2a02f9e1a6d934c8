import { CONTRADICTION_TYPES, type Contradiction, contradictionIn } from '../../commands/alerts/contradictions';
import type { Clock } from '../../commands/ports/clock';
import type { Query } from '../../read-models/table';
import { alertKeyOf } from './alerts';

/** Much shorter than closed alerts are kept: what a person was told of once is not told again. */
const LOOKED_BACK_MS = 24 * 3_600_000;
const MOST_AT_ONCE = 500;

const RECENT = `SELECT stream, type, data FROM lastro.audit_trail
  WHERE type IN (${CONTRADICTION_TYPES.map((type) => `'${type}'`).join(', ')}) AND at > $1
  ORDER BY at DESC LIMIT ${MOST_AT_ONCE}`;

const KNOWN = `SELECT kind, subject FROM lastro.alerts
  WHERE (kind, subject) IN (SELECT kind, subject FROM json_to_recordset($1::json) AS given (kind text, subject text))`;

type ContradictedRow = { readonly stream: string } & Parameters<typeof contradictionIn>[1];

type Key = ReturnType<typeof alertKeyOf>;

/** Contradictions of the last day without an alert, open or closed: a process may die between an append and its alert. */
export const untoldContradictions = async (
  query: Query,
  clock: Pick<Clock, 'now'>,
): Promise<readonly Contradiction[]> => {
  const since = new Date(clock.now() - LOOKED_BACK_MS).toISOString();
  const rows = await query<ContradictedRow>(RECENT, [since]);
  if (rows.length === 0) return [];
  const found = rows.map((row) => contradictionIn(row.stream, row));
  const keys = found.map(({ says, facts }) => alertKeyOf(says, facts));
  const known = new Set((await query<Key>(KNOWN, [JSON.stringify(keys)])).map(textOf));
  return found.filter((_each, index) => !known.has(textOf(keys[index])));
};

const textOf = (key: Key | undefined): string => JSON.stringify([key?.kind, key?.subject]);
