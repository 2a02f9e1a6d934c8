import { refusal, STATUS } from './refusal';

const HEADER_BYTES = 5;

/** A gRPC frame: one byte "not compressed", four bytes length, the message. */
export const frame = (message: Uint8Array): Buffer => {
  const framed = Buffer.allocUnsafe(HEADER_BYTES + message.length);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, HEADER_BYTES);
  return framed;
};

const lengthOf = (header: Buffer, limitBytes: number): number => {
  if (header[0] !== 0) throw refusal(STATUS.UNIMPLEMENTED, 'Compressed messages are not supported');
  const length = header.readUInt32BE(1);
  if (length > limitBytes) throw refusal(STATUS.RESOURCE_EXHAUSTED, `A message is at most ${limitBytes} bytes`);
  return length;
};

/** A message or a header that has not come whole. Copied: a piece of a chunk would keep all of it in memory. */
interface Partial {
  readonly bytes: Buffer;
  filled: number;
}

/** Copies what the chunk has of it; answers where the chunk goes on. */
const fill = (partial: Partial, chunk: Buffer, from: number): number => {
  const copied = chunk.copy(partial.bytes, partial.filled, from);
  partial.filled += copied;
  return from + copied;
};

const isWhole = ({ bytes, filled }: Partial): boolean => filled === bytes.length;

/** Splits the byte stream into messages; throws a refusal on those over the limit. A message is valid until `onMessage` returns. */
export const createFrameReader = (
  limitBytes: number,
  onMessage: (message: Buffer) => void,
): ((chunk: Buffer) => void) => {
  const header: Partial = { bytes: Buffer.alloc(HEADER_BYTES), filled: 0 };
  let message: Partial | null = null;

  const headerFrom = (chunk: Buffer, from: number): number => {
    const next = fill(header, chunk, from);
    if (!isWhole(header)) return next;
    const length = lengthOf(header.bytes, limitBytes);
    header.filled = 0;
    if (chunk.length - next >= length) {
      onMessage(chunk.subarray(next, next + length));
      return next + length;
    }
    message = { bytes: Buffer.allocUnsafeSlow(length), filled: 0 };
    return next;
  };

  const restFrom = (partial: Partial, chunk: Buffer, from: number): number => {
    const next = fill(partial, chunk, from);
    if (!isWhole(partial)) return next;
    message = null;
    onMessage(partial.bytes);
    return next;
  };

  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      at = message === null ? headerFrom(chunk, at) : restFrom(message, chunk, at);
    }
  };
};
