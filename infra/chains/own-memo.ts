/** Our memos are a prefix, a colon and an intent's id. */
export const LONGEST_MEMO_BYTES = 256;

const decodeExactly = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Invalid UTF-8 is never repaired into an issued memo.
    return null;
  }
};

/**
 * The memo that begins with `<prefix>:`, byte for byte; null when the bytes are none of ours. Invalid UTF-8, NUL (no
 * database text holds it) and more than 256 bytes make it none of ours.
 */
export const ownMemoOf = (bytes: Uint8Array, prefix: string): string | null => {
  if (bytes.length > LONGEST_MEMO_BYTES) return null;
  const memo = decodeExactly(bytes);
  return memo === null || memo.includes('\0') || !memo.startsWith(`${prefix}:`) ? null : memo;
};
