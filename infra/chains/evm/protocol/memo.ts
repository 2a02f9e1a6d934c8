import { LONGEST_MEMO_BYTES, ownMemoOf } from '../../own-memo';

/** A CIDv1 (raw, sha2-256) in base32. */
const INTENT_ID_BYTES = 59;
/** ERC-8021: wallets and apps append `codes, length, schema` and this marker to the calldata. */
const SUFFIX_MARKER = '8021'.repeat(8);
const SELECTOR_BYTES = 4;
const WORD_BYTES = 32;

export const TRANSFER_SELECTOR = '0xa9059cbb';
const TRANSFER_FROM_SELECTOR = '0x23b872dd';

const argumentWords = (input: string): number => {
  if (input.startsWith(TRANSFER_SELECTOR)) return 2;
  return input.startsWith(TRANSFER_FROM_SELECTOR) ? 3 : 0;
};

/** Byte offset of the memo: after the arguments of a token transfer, else 0. */
const memoOffset = (input: string): number => {
  const words = argumentWords(input);
  return words === 0 ? 0 : SELECTOR_BYTES + words * WORD_BYTES;
};

/** The tail without an ERC-8021 suffix: a memo of the issued length. Schemas differ, so no suffix is parsed. */
const withoutSuffix = (tail: string, opening: string): string =>
  tail.endsWith(SUFFIX_MARKER) ? tail.slice(0, opening.length + 2 * INTENT_ID_BYTES) : tail;

/**
 * Memos that begin with `<prefix>:`, byte for byte, from calldata in lower-case hex (design: chains, sections 0 and 1).
 */
export const memosOf = (input: string, prefix: string): readonly string[] => {
  const opening = Buffer.from(`${prefix}:`, 'utf8').toString('hex');
  const tail = withoutSuffix(input.slice(2 + 2 * memoOffset(input)), opening);
  // Calldata may have 128 kB.
  if (!tail.startsWith(opening) || tail.length > 2 * LONGEST_MEMO_BYTES) return [];
  const memo = ownMemoOf(Buffer.from(tail, 'hex'), prefix);
  return memo === null ? [] : [memo];
};
