import type { AppendReply, AppendRequest, Expected } from './append-request';
import type { NewEvent } from './stored-event';

/** `standard_conforming_strings` is on in the writer's session, so that a quote is all that ends a text. */
const quoted = (text: string): string => (text.includes("'") ? `'${text.replaceAll("'", "''")}'` : `'${text}'`);
const bytea = (bytes: Buffer): string => `'\\x${bytes.toString('hex')}'`;

const EXPECTED = { any: -2, stream_exists: -4 };

const expectedOf = (expected: Expected): number => (typeof expected === 'number' ? expected : EXPECTED[expected]);

const textOrNull = (value: string | Buffer): string => (typeof value === 'string' ? quoted(value) : 'NULL');
const bytesOrNull = (value: string | Buffer): string => (typeof value === 'string' ? 'NULL' : bytea(value));

const arrayOf = <Value>(values: readonly Value[], sqlOf: (value: Value) => string, type: string): string =>
  `ARRAY[${values.map(sqlOf).join(',')}]::${type}[]`;

const ofAppends = (batch: readonly AppendRequest[]): string[] =>
  batch.flatMap(({ events }, index) => events.map(() => String(index + 1)));

/**
 * A single message without parameters: a process that is frozen while it sends leaves no transaction open, since
 * PostgreSQL begins once it has the whole message.
 */
export const appendStatement = (batch: readonly AppendRequest[]): string => {
  const events: readonly NewEvent[] = batch.flatMap((request) => request.events);
  const parameters = [
    arrayOf(batch, ({ stream }) => quoted(stream), 'text'),
    arrayOf(batch, ({ expected }) => String(expectedOf(expected)), 'bigint'),
    arrayOf(ofAppends(batch), (text) => text, 'integer'),
    arrayOf(events, ({ id }) => quoted(id), 'uuid'),
    arrayOf(events, ({ type }) => quoted(type), 'text'),
    arrayOf(events, ({ isJson }) => String(isJson), 'boolean'),
    arrayOf(events, ({ data }) => textOrNull(data), 'text'),
    arrayOf(events, ({ data }) => bytesOrNull(data), 'bytea'),
    arrayOf(events, ({ metadata }) => textOrNull(metadata), 'text'),
    arrayOf(events, ({ metadata }) => bytesOrNull(metadata), 'bytea'),
  ];
  return `SELECT event_store.append(${parameters.join(',\n')}) AS decided`;
};

/** The function's answer to a batch; each list has an entry for each append. */
export interface Decided {
  readonly base: number;
  readonly lasts: readonly number[];
  readonly writes: readonly boolean[];
  readonly revisions: readonly (number | null)[];
  readonly positions: readonly (number | null)[];
}

/** The answers in the order of the batch, and the head that was reached. */
export const repliesOf = (batch: readonly AppendRequest[], decided: Decided): readonly AppendReply[] => {
  let head = decided.base;
  return batch.map(({ events }, index): AppendReply => {
    const current = decided.lasts[index] ?? -1;
    if (decided.writes[index] === true) {
      head += events.length;
      return { outcome: 'appended', revision: current + events.length, position: events.length === 0 ? null : head };
    }
    const [revision, position] = [decided.revisions[index] ?? null, decided.positions[index] ?? null];
    return revision === null ? { outcome: 'wrong_revision', current } : { outcome: 'appended', revision, position };
  });
};
