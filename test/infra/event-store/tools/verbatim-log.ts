import { isAfter } from '../../../../aggregates/events';
import type { AppendResult } from '../../../../commands/ports/event-store';
import type { VerbatimStore } from '../../../../infra/event-store/client/verbatim/verbatim-store';
import type { RawRecord } from '../../../../infra/event-store/judging';
import { metadata } from '../../../../packages/testing/src/samples/sample-events';

export const LEDGER_ID = 'ledger1';

/** A log in memory whose answers a test may spoil. */
export interface VerbatimLog {
  readonly store: VerbatimStore;
  readonly records: RawRecord[];
  /** Calls of the store, in order. */
  readonly appended: string[];
  /** Writes as it stands; the revision is the stream's next one unless given. */
  readonly write: (stream: string, differences?: Partial<RawRecord>) => RawRecord;
  /** Asked before each append and each record that is read: throws, or says what becomes of an append. */
  spoil: (what: 'READ' | 'APPEND') => 'LOST' | 'UNANSWERED' | undefined;
}

const NO_SPOILING = () => undefined;

export const createVerbatimLog = (firstId: string): VerbatimLog => {
  const records: RawRecord[] = [];
  const appended: string[] = [];
  const revisionOf = (stream: string): number => records.filter((record) => record.stream === stream).length - 1;
  const put = (record: Omit<RawRecord, 'position'>): RawRecord => {
    // Sparse, as in a store that others use.
    const place = BigInt(records.length * 7 + 3);
    const placed = { ...record, position: { commit: place, prepare: place } };
    records.push(placed);
    return placed;
  };
  const write: VerbatimLog['write'] = (stream, differences = {}) =>
    put({
      ...{ id: `${firstId}-${records.length}`, type: 'UserRegistered', stream, revision: revisionOf(stream) + 1 },
      ...{ data: { number: records.length }, metadata: metadata({ ledgerId: LEDGER_ID }) },
      ...differences,
    });

  const append = (stream: string, expected: number | 'no_stream', wanted: readonly RawRecord[]): AppendResult => {
    const fate = log.spoil('APPEND');
    if (fate === 'LOST') return { outcome: 'unknown', cause: 'lost' };
    const revision = expected === 'no_stream' ? -1 : expected;
    if (revisionOf(stream) !== revision) return { outcome: 'wrong_revision' };
    appended.push(...wanted.map(({ id }) => id));
    for (const record of wanted) put({ ...record, stream, revision: revisionOf(stream) + 1 });
    if (fate === 'UNANSWERED') return { outcome: 'unknown', cause: 'no answer' };
    const { position } = records.at(-1)!;
    return { outcome: 'appended', revision: revision + wanted.length, position };
  };

  const log: VerbatimLog = {
    ...{ records, appended, write, spoil: NO_SPOILING },
    store: {
      readAll: async function* readAll(after) {
        for (let next = 0; next < records.length; next += 1) {
          const record = records[next]!;
          if (!isAfter(record.position, after)) continue;
          log.spoil('READ');
          yield record;
        }
      },
      append: async (stream, expected, wanted) => append(stream, expected, wanted),
      readStream: async () => [],
      close: async () => undefined,
    },
  };
  return log;
};

/** Ids of our events, in the order of the log. */
export const oursIn = ({ records }: VerbatimLog): readonly string[] =>
  records.filter(({ id }) => id.startsWith('ours')).map(({ id }) => id);

/** Five events of ours in three streams, between others' and the store's own. */
export const ordinaryLog = (): VerbatimLog => {
  const log = createVerbatimLog('ours');
  log.write('$scavenges', { id: 'store', type: '$scavengeStarted', metadata: null });
  log.write('ledger-identity', { id: 'identity' });
  log.write('user-1');
  log.write('orders-1', { id: 'foreign', metadata: {} });
  log.write('user-2', { data: { version: 'of long ago' }, type: 'UserOfLongAgo' });
  log.write('user-1');
  log.write('user-1');
  log.write('user-9', { id: 'foreign too', metadata: { hello: 'from elsewhere' } });
  log.write('user-9', { id: 'of nobody' });
  log.write('quote-1');
  return log;
};
