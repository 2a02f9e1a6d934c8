import { isUtf8 } from 'node:buffer';
import { type Expected, NO_STREAM } from '../../log/append-request';
import type { NewEvent } from '../../log/stored-event';
import { accessDenied, invalid, missingMetadata } from '../grpc/refusal';
import { type AppendOptions, type ProposedEvent, type StreamName, toNumber, type UuidMessage } from './wire';

/** EventStoreDB's default, over the whole append: type characters twice, plus data and metadata. */
export const MAX_APPEND_BYTES = 1024 * 1024;

const NAME_LIMIT_BYTES = 1024;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const LINK = '$>';

/** Names become text columns and index keys: an invalid one would fail a commit shared with others. */
const nameOf = (bytes: Buffer, what: string): string => {
  if (bytes.length === 0 || bytes.length > NAME_LIMIT_BYTES || bytes.includes(0) || !isUtf8(bytes)) {
    throw invalid(`${what} must be 1 to ${NAME_LIMIT_BYTES} bytes of UTF-8 without NUL`);
  }
  return bytes.toString('utf8');
};

/** For an answer: the name as it came, but no longer than names are. */
export const echoOf = (message: StreamName | null | undefined): StreamName => ({
  name: Buffer.from((message?.name ?? []).slice(0, NAME_LIMIT_BYTES)),
});

export const streamNameOf = (message: StreamName | null | undefined): string =>
  nameOf(Buffer.from(message?.name ?? []), 'A stream name');

/** Metadata streams could delete or truncate a stream, and the ledger deletes no event. */
export const writableStreamOf = (message: StreamName | null | undefined): string => {
  const stream = streamNameOf(message);
  if (stream.startsWith('$$')) throw accessDenied('Stream metadata cannot be written');
  return stream;
};

export interface KeptOptions extends AppendOptions {
  readonly stream: { readonly name: Buffer };
}

/** Copies the needed options: a view of the name would keep the whole message in memory. */
export const keptOptions = ({ stream, expected, revision }: AppendOptions): KeptOptions => ({
  stream: { name: Buffer.from(writableStreamOf(stream)) },
  revision,
  ...(expected === undefined ? {} : { expected }),
});

const hexOf = (high: number, low: number): string =>
  (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');

const uuidOf = (message: UuidMessage | null | undefined): string => {
  const { structured } = message ?? {};
  if (structured === null || structured === undefined) return (message?.text ?? '').toLowerCase();
  const { high, low } = structured;
  const hex = hexOf(high.high, high.low) + hexOf(low.high, low.low);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Throws on a value that is no UUID, which could be of any length. */
export const knownUuid = (message: UuidMessage | null | undefined): string => {
  const id = uuidOf(message);
  if (!UUID.test(id)) throw invalid('An id must be a UUID');
  return id;
};

/** Text where possible: no escaping in the database's log, and readable by SQL. Always a copy. */
const contentOf = (bytes: Uint8Array): string | Buffer => {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return isUtf8(content) && !content.includes(0) ? content.toString('utf8') : Buffer.from(content);
};

/** An absent bytes field decodes as an empty array, not as bytes. */
const bytesOf = (field: Uint8Array): Uint8Array => (field.length === 0 ? Buffer.alloc(0) : field);

export const newEventOf = (message: ProposedEvent): NewEvent => {
  const { type, 'content-type': contentType } = message.metadata;
  if (type === undefined || contentType === undefined) throw missingMetadata();
  if (type === LINK) throw accessDenied('Link events cannot be written');
  return {
    id: knownUuid(message.id),
    type: nameOf(Buffer.from(type), 'An event type'),
    isJson: contentType === 'application/json',
    data: contentOf(bytesOf(message.data)),
    metadata: contentOf(bytesOf(message.customMetadata)),
  };
};

export const sizeBytesOf = (message: ProposedEvent): number =>
  2 * (message.metadata['type'] ?? '').length + message.data.length + message.customMetadata.length;

/** Throws without an expectation: read as "any" it would skip the check by omission. */
export const expectedOf = ({ expected, revision }: AppendOptions): Expected => {
  if (expected === 'revision') return toNumber(revision);
  if (expected === 'noStream') return NO_STREAM;
  if (expected === 'streamExists') return 'stream_exists';
  if (expected === 'any') return 'any';
  throw invalid('An append names the revision that it expects');
};
