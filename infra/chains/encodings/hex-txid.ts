const HASH = /^[0-9a-f]{64}$/i;

/** Of 32 bytes as hex without a prefix: in lower case, or null. */
export const hexTxid = (text: string): string | null => (HASH.test(text) ? text.toLowerCase() : null);
