/** Of a decoded field: an object, a view of bytes, an entry of a map. */
const FIELD_BYTES = 100;
/** Smaller messages cannot cost much. */
const UNCOUNTED_BYTES = 64 * 1024;

const [VARINT, FIXED64, DELIMITED, FIXED32] = [0, 1, 2, 5];

interface Place {
  readonly message: Buffer;
  at: number;
}

/** The low 32 bits; Infinity where the message ends. */
const varintOf = (place: Place): number => {
  let value = 0;
  for (let unit = 1; place.at < place.message.length; unit *= 128) {
    const byte = place.message[place.at++]!;
    if (unit < 2 ** 32) value += (byte & 0x7f) * unit;
    if (byte < 0x80) return value;
  }
  return Infinity;
};

/** Passes one field; answers the length of a delimited one, whose content comes next, else 0. */
const passField = (place: Place): number => {
  const wireType = varintOf(place) % 8;
  if (wireType === DELIMITED) return varintOf(place);
  if (wireType === VARINT) varintOf(place);
  else if (wireType === FIXED64) place.at += 8;
  else if (wireType === FIXED32) place.at += 4;
  else place.at = Infinity;
  return 0;
};

/** Fields of the message, and `depth` levels of fields within them. */
const fieldsOf = (place: Place, end: number, depth: number): number => {
  let fields = 0;
  while (place.at < end) {
    const contentBytes = passField(place);
    const next = place.at + contentBytes;
    fields += 1;
    if (depth > 0 && contentBytes > 0) fields += fieldsOf(place, Math.min(next, end), depth - 1);
    place.at = next;
  }
  return fields;
};

/**
 * The memory that decoding a message takes, counted without decoding it: 16 MiB may be eight million empty events. An
 * append has its events at the first level, and their metadata at the second.
 */
export const decodingCostBytes = (message: Buffer): number =>
  message.length < UNCOUNTED_BYTES ? 0 : FIELD_BYTES * fieldsOf({ message, at: 0 }, message.length, 1);
