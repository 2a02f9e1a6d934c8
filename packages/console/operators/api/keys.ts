const BYTES = 16;

/** An Idempotency-Key. `randomUUID` is missing outside secure contexts. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
