/** About the memory that a parsed value takes, in bytes: its texts, and a machine word for every other value. */
export const heldBytes = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return WORD_BYTES;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let bytes = WORD_BYTES;
  for (const [name, part] of Object.entries(value)) bytes += name.length + heldBytes(part);
  return bytes;
};

const WORD_BYTES = 8;
