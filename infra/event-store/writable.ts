import { isOurMetadata } from '../../aggregates/ours';
import { SCHEMA_VERSIONS } from '../../aggregates/schema-versions';
import type { Proposed } from '../../commands/ports/event-store';

export const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
};

const SYSTEM = '$';

/** The store's own streams, which the port never shows. */
export const isSystemStream = (stream: string): boolean => stream.startsWith(SYSTEM);

const NAME_LIMIT_BYTES = 1024;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isName = (stream: string): boolean =>
  stream !== '' && !stream.includes('\0') && Buffer.byteLength(stream) <= NAME_LIMIT_BYTES;

/** EventStoreDB's default counts data alone; the embedded store metadata and, in UTF-16, the type as well. */
const APPEND_LIMIT_BYTES = 1_048_576;

const bytesOf = ({ type, data, metadata }: Proposed): number =>
  2 * type.length + jsonBytesOf(type, data) + jsonBytesOf(type, metadata);

/** Checked here because a JSON error, as for a bigint, would end the process inside the client. */
const jsonBytesOf = (type: string, value: object): number => {
  try {
    return Buffer.byteLength(JSON.stringify(value));
  } catch (error) {
    throw new Error(`${type} cannot be written as JSON: ${causeOf(error)}`);
  }
};

const OVER_LIMIT = 'AppendOverLimit';

const overLimit = (stream: string, bytes: number): Error => {
  const message = `The append to ${stream} has ${bytes} bytes; the maximum is ${APPEND_LIMIT_BYTES}`;
  return Object.assign(new Error(message), { name: OVER_LIMIT });
};

export const isOverLimit = (error: unknown): boolean => error instanceof Error && error.name === OVER_LIMIT;

/** Throws on a wrong version or an unwritable event: one message of 16 MiB ends every append of its stream. */
export const assertWritable = (stream: string, events: readonly Proposed[]): void => {
  if (!isName(stream) || isSystemStream(stream)) throw new Error(`Not a writable stream: "${stream}"`);
  if (events.length === 0) throw new Error('An append must have at least one event');
  for (const event of events) {
    const { type, id, metadata } = event;
    const current = SCHEMA_VERSIONS[type];
    if (metadata.schemaVersion !== current) {
      throw new Error(`${type} is written in version ${current}, not ${metadata.schemaVersion}`);
    }
    if (!UUID.test(id)) throw new Error(`The id of an event must be a lower-case UUID, not "${id}"`);
    if (!isOurMetadata(metadata)) throw new Error(`${type} lacks the metadata of a ledger's event`);
  }
  const bytes = events.reduce((sum, event) => sum + bytesOf(event), 0);
  if (bytes > APPEND_LIMIT_BYTES) throw overLimit(stream, bytes);
};
