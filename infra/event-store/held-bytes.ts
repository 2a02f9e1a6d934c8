/** About what a parsed value holds in memory, in bytes: its texts, and a word for everything else. */
export const heldBytes = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return WORD_BYTES;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let bytes = WORD_BYTES;
  for (const [name, part] of Object.entries(value)) bytes += name.length + heldBytes(part);
  return bytes;
};

const WORD_BYTES = 8;
