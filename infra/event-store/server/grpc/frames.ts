import { invalid, refusal, STATUS } from './refusal';

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
  if (length > limitBytes) throw invalid(`A message is at most ${limitBytes} bytes`);
  return length;
};

/** Splits the byte stream into messages of at most `limitBytes`; throws a refusal on others. */
export const createFrameReader = (
  limitBytes: number,
  onMessage: (message: Buffer) => void,
): ((chunk: Buffer) => void) => {
  let chunks: Buffer[] = [];
  let heldBytes = 0;
  let neededBytes = HEADER_BYTES;
  return (chunk) => {
    chunks.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < neededBytes) return;
    const held = chunks.length === 1 ? chunk : Buffer.concat(chunks, heldBytes);
    let at = 0;
    neededBytes = HEADER_BYTES;
    while (held.length - at >= HEADER_BYTES) {
      neededBytes = HEADER_BYTES + lengthOf(held.subarray(at, at + HEADER_BYTES), limitBytes);
      if (held.length - at < neededBytes) break;
      onMessage(held.subarray(at + HEADER_BYTES, at + neededBytes));
      at += neededBytes;
      neededBytes = HEADER_BYTES;
    }
    chunks = at === held.length ? [] : [held.subarray(at)];
    heldBytes = held.length - at;
  };
};
