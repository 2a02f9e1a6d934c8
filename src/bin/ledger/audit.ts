import type { Command } from 'commander';
import { partsOfStream, streamsOfId } from '../../../aggregates/stream';
import {
  type Asked,
  type AuditPlace,
  type AuditTrailRow,
  findAuditPlace,
  listEventsAbout,
} from '../../../read-models/operators/audit-trail';
import type { Query } from '../../../read-models/table';
import { detailOf } from './audit-words';
import { inSession, print, untilCaughtUp } from './operator';

interface AuditOptions {
  readonly after?: string;
  readonly json?: boolean;
}

/** Per call; a watcher's stream grows without bound. */
const MOST_EVENTS = 10_000;

export const addAuditCommand = (program: Command): void => {
  program
    .command('audit <id>')
    .description(
      `list every event of the id: a payment with its deposits and KYC decision, or a partner, user, quote, deposit, link, webhook or network. Each line has state, amounts, actor, time and cause; the first ${MOST_EVENTS} events`,
    )
    .option('--after <eventId>', 'continue after this event')
    .option('--json', 'print only JSON on stdout')
    .action(audit);
};

/** The text is an id or a full stream name. */
const askedBy = (text: string): Asked => {
  const named = partsOfStream(text);
  return { streams: streamsOfId(text), ids: named === null ? [text] : [text, named.id] };
};

const audit = async (id: string, options: AuditOptions): Promise<void> =>
  inSession(async (session) => {
    const { query, catalog } = session.adapters.ports;
    await untilCaughtUp(session);
    const after = options.after === undefined ? null : await placeOf(query, options.after);
    const rows = await listEventsAbout(query, askedBy(id), { limit: MOST_EVENTS + 1, after });
    if (rows.length === 0) throw new Error(after === null ? `No events about ${id}` : `No more events about ${id}`);
    const shown = rows.slice(0, MOST_EVENTS);
    print(
      options.json,
      shown,
      shown.map((row) => lineOf(row, detailOf(row, catalog.assets))),
    );
    if (rows.length > MOST_EVENTS) process.stderr.write(`Next page: --after ${shown.at(-1)?.event_id}\n`);
  });

const placeOf = async (query: Query, eventId: string): Promise<AuditPlace> => {
  const place = await findAuditPlace(query, eventId);
  if (place === null) throw new Error('No event has the id of --after');
  return place;
};

const lineOf = (row: AuditTrailRow, detail: string): string => {
  const why = row.reason === null ? '' : ` (${row.reason})`;
  const stream = row.stream.length > 40 ? `${row.stream.slice(0, 37)}...` : row.stream;
  const said = detail === '' ? '' : `  ${detail}`;
  return `${row.at}  ${row.type.padEnd(22)} ${stream}@${row.revision}${said}  by ${whoOf(row)}${why}  cause ${row.causation_id}`;
};

export const whoOf = (row: Pick<AuditTrailRow, 'actor_kind' | 'actor_id'>): string =>
  `${row.actor_kind}:${row.actor_id}`;
