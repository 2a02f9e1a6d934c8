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

/** Null when the memo is not ours: also with invalid UTF-8, NUL (no database text has it) or more than 256 bytes. */
export const ownMemoOf = (bytes: Uint8Array, prefix: string): string | null => {
  if (bytes.length > LONGEST_MEMO_BYTES) return null;
  const memo = decodeExactly(bytes);
  return memo === null || memo.includes('\0') || !memo.startsWith(`${prefix}:`) ? null : memo;
};
