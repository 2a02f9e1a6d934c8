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

const memoOffset = (input: string): number => {
  const words = argumentWords(input);
  return words === 0 ? 0 : SELECTOR_BYTES + words * WORD_BYTES;
};

/** The tail without an ERC-8021 suffix: a memo of the issued length. Schemas differ, so no suffix is parsed. */
const withoutSuffix = (tail: string, opening: string): string =>
  tail.endsWith(SUFFIX_MARKER) ? tail.slice(0, opening.length + 2 * INTENT_ID_BYTES) : tail;

const openingOf = (prefix: string): string => Buffer.from(`${prefix}:`, 'utf8').toString('hex');

const MOST_MENTIONS = 3;
/** A CIDv1 in base32. */
const INTENT_ID = /^b[a-z2-7]{58}$/;

/** Memos of the issued form anywhere in calldata, each once and at most three: anybody can put them there. */
export const mentionsOf = (input: string, prefix: string): readonly string[] => {
  const opening = openingOf(prefix);
  const length = opening.length + 2 * INTENT_ID_BYTES;
  const found = new Set<string>();
  for (let at = input.indexOf(opening); at >= 0 && found.size < MOST_MENTIONS; at = input.indexOf(opening, at + 1)) {
    const text = at % 2 === 0 ? Buffer.from(input.slice(at, at + length), 'hex').toString('latin1') : '';
    if (INTENT_ID.test(text.slice(prefix.length + 1))) found.add(text);
  }
  return [...found];
};

/** Memos that begin with `<prefix>:`, byte for byte, from calldata in lower-case hex. */
export const memosOf = (input: string, prefix: string): readonly string[] => {
  const opening = openingOf(prefix);
  const tail = withoutSuffix(input.slice(2 + 2 * memoOffset(input)), opening);
  // Calldata may have 128 kB.
  if (!tail.startsWith(opening) || tail.length > 2 * LONGEST_MEMO_BYTES) return [];
  const memo = ownMemoOf(Buffer.from(tail, 'hex'), prefix);
  return memo === null ? [] : [memo];
};
