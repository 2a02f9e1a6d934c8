const HASH = /^[0-9a-f]{64}$/i;

/** 32 bytes as unprefixed hex, lower-cased; null for anything else. */
export const hexTxid = (text: string): string | null => (HASH.test(text) ? text.toLowerCase() : null);
