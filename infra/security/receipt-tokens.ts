import { createHmac, timingSafeEqual } from 'node:crypto';

export interface ReceiptTokens {
  /** Stable while the key exists. */
  readonly tokenOf: (paymentId: string) => string;
  /** The payment whose token this is, byte for byte; null for any other text. */
  readonly paymentOf: (token: string) => string | null;
}

const PARTS = /^([A-Za-z0-9-]{1,64})\.[\w-]{22}$/;
const PROOF_BYTES = 16;

/** `<payment id>.<128 bits of HMAC-SHA256(key, payment id), base64url>`: nothing is stored or can be enumerated. */
export const createReceiptTokens = (key: Buffer): ReceiptTokens => {
  const tokenOf = (paymentId: string): string => {
    const proof = createHmac('sha256', key).update(paymentId).digest().subarray(0, PROOF_BYTES);
    return `${paymentId}.${proof.toString('base64url')}`;
  };
  return {
    tokenOf,
    paymentOf: (token) => {
      const paymentId = PARTS.exec(token)?.[1];
      return paymentId !== undefined && isSame(tokenOf(paymentId), token) ? paymentId : null;
    },
  };
};

/** Both have the length that the form allows. */
const isSame = (left: string, right: string): boolean => timingSafeEqual(Buffer.from(left), Buffer.from(right));
