/** Calldata is up to 128 kB and anybody may send it; ours is a prefix, a colon and 59 characters. */
const LONGEST_MEMO_BYTES = 256;
const SELECTOR_BYTES = 4;
const WORD_BYTES = 32;

export const TRANSFER_SELECTOR = '0xa9059cbb';
const TRANSFER_FROM_SELECTOR = '0x23b872dd';

const argumentWords = (input: string): number => {
  if (input.startsWith(TRANSFER_SELECTOR)) return 2;
  return input.startsWith(TRANSFER_FROM_SELECTOR) ? 3 : 0;
};

/** Where the memo of this calldata begins: behind the arguments of a token transfer, else at the first byte. */
const memoOffset = (input: string): number => {
  const words = argumentWords(input);
  return words === 0 ? 0 : SELECTOR_BYTES + words * WORD_BYTES;
};

const decodeExactly = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Not text, so none of ours: one wrong byte is never repaired into a memo that somebody was given.
    return null;
  }
};

/**
 * Every memo of a transaction that begins with `<prefix>:`, byte for byte (design: chains, sections 0 and 1).
 * `input` is calldata as lower case hex. What is not UTF-8, holds NUL (which no database text can) or is longer than
 * 256 bytes is none of ours.
 */
export const memosOf = (input: string, prefix: string): readonly string[] => {
  const tail = input.slice(2 + 2 * memoOffset(input));
  const opening = Buffer.from(`${prefix}:`, 'utf8').toString('hex');
  if (!tail.startsWith(opening) || tail.length > 2 * LONGEST_MEMO_BYTES) return [];
  const memo = decodeExactly(Buffer.from(tail, 'hex'));
  return memo === null || memo.includes('\0') ? [] : [memo];
};
