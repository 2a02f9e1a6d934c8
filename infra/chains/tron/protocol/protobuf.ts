/** A field's values in order: numbers of wire type 0, bytes of wire type 2. Other types are ignored. */
export type Message = ReadonlyMap<number, readonly (bigint | Buffer)[]>;

const LONGEST_VARINT_BYTES = 10;
const FIXED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

const broken = (): Error => new Error('The protobuf message is malformed');

interface Varint {
  readonly value: bigint;
  readonly next: number;
}

const varintAt = (bytes: Uint8Array, start: number): Varint => {
  let value = 0n;
  for (let index = 0; index < LONGEST_VARINT_BYTES; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) throw broken();
    value |= BigInt(byte & 0x7f) << BigInt(7 * index);
    if (byte < 0x80) return { value, next: start + index + 1 };
  }
  throw broken();
};

const sizeOf = (wireType: number, bytes: Buffer, at: number): Varint => {
  if (wireType === 2) return varintAt(bytes, at);
  const size = FIXED_BYTES[wireType];
  if (size === undefined) throw broken();
  return { value: BigInt(size), next: at };
};

/** Reads each number exactly; the library rounds those above 2^53. Throws when the bytes are no message. */
export const readMessage = (bytes: Buffer): Message => {
  const fields = new Map<number, (bigint | Buffer)[]>();
  const add = (field: number, value: bigint | Buffer): void => {
    const values = fields.get(field);
    if (values === undefined) fields.set(field, [value]);
    else values.push(value);
  };
  for (let at = 0; at < bytes.length; ) {
    const { value: key, next } = varintAt(bytes, at);
    const [field, wireType] = [Number(key >> 3n), Number(key & 7n)];
    const { value, next: start } = wireType === 0 ? varintAt(bytes, next) : sizeOf(wireType, bytes, next);
    at = wireType === 0 ? start : start + Number(value);
    if (at > bytes.length) throw broken();
    if (wireType === 0) add(field, value);
    else if (wireType === 2) add(field, bytes.subarray(start, at));
  }
  return fields;
};

/** The only value of a field; null when it is absent. Throws when it is repeated. */
const onlyValue = (message: Message, field: number): bigint | Buffer | null => {
  const [value = null, ...others] = message.get(field) ?? [];
  if (others.length > 0) throw broken();
  return value;
};

/** Empty when absent. Throws when the field is repeated or a number. */
export const bytesIn = (message: Message, field: number): Buffer => {
  const value = onlyValue(message, field) ?? Buffer.alloc(0);
  if (typeof value === 'bigint') throw broken();
  return value;
};

/** 0 when absent. Throws when the field is repeated, bytes, or above the highest int64. */
export const numberIn = (message: Message, field: number): bigint => {
  const value = onlyValue(message, field) ?? 0n;
  if (typeof value !== 'bigint' || value >= 2n ** 63n) throw broken();
  return value;
};
