import { START } from '../../aggregates/events';
import { LEDGER_STREAM } from '../../aggregates/ledger/ledger';
import { STREAM_PREFIXES } from '../../aggregates/stream';
import type { EventStore } from '../../commands/ports/event-store';
import type { DatabaseSays, IdentityEvent, LogSays, PairRow } from '../../commands/ports/pair';
import type { CheckpointKeeper } from './deps';
import { identityEventOf } from './identity-event';

/** END: the identity stream alone. */
export type LookDepth = 'WHOLE' | 'END';

export interface LogReader {
  /** Rejects unless the leader answered everything. */
  readonly read: (store: EventStore, database: DatabaseSays, depth: LookDepth) => Promise<LogSays>;
}

type Identity = Pick<LogSays, 'opening' | 'idAtRow' | 'last'>;

export const createLogReader = ({ misplaced }: Pick<CheckpointKeeper, 'misplaced'>): LogReader => {
  const readIdentity = createIdentityReader();
  return {
    read: async (store, { row, checkpoints }, depth) => {
      const identity = await readIdentity(store, row);
      return {
        ...identity,
        hasOthers: asksForOthers(row, identity) ? await hasOthers(store) : true,
        misplaced: depth === 'END' ? [] : await misplaced(store, checkpoints),
        head: depth === 'END' ? START : await store.head(),
      };
    },
  };
};

/** A first start, or an interrupted one, must find no other ledger. */
const asksForOthers = (row: PairRow | null, { opening }: Identity): boolean =>
  opening === null || (row !== null && row.last === null);

const OTHERS = STREAM_PREFIXES.filter((prefix) => !LEDGER_STREAM.startsWith(prefix));

const hasOthers = async (store: EventStore): Promise<boolean> => {
  for await (const _ of store.readAll(START, { streamPrefixes: OTHERS })) return true;
  return false;
};

/** Each election adds an event, so only the first comparison of a process reads the stream from its beginning. */
const createIdentityReader = () => {
  let opening: IdentityEvent | null = null;
  return async (store: EventStore, row: PairRow | null): Promise<Identity> => {
    const last = row?.last ?? null;
    if (last !== null && opening !== null && opening.data.ledgerId === row?.ledgerId) {
      const end = await readFrom(store, last.revision);
      // The very event of the row follows the opening that was read before.
      if (end[0]?.id === last.id) return { opening, idAtRow: last.id, last: end.at(-1) ?? null };
    }
    const events = await readFrom(store, 0);
    opening = events[0] ?? null;
    const idAtRow = last === null ? null : (events[last.revision]?.id ?? null);
    return { opening, idAtRow, last: events.at(-1) ?? null };
  };
};

const readFrom = async (store: EventStore, revision: number): Promise<readonly IdentityEvent[]> => {
  const events = (await store.readStream(LEDGER_STREAM, revision)).map(identityEventOf);
  const strange = events.findIndex((event, index) => event.revision !== revision + index);
  if (strange >= 0) throw new Error(`${LEDGER_STREAM} is incomplete: revision ${revision + strange} is missing`);
  return events;
};
