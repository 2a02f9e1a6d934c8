import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { CID } from 'multiformats/cid';
import { create as digestOf } from 'multiformats/hashes/digest';

/** Must hold no personal data. */
export interface IntentTerms {
  readonly quoteId: string;
  readonly receiver: string;
  readonly chain: string;
  readonly assetId: number;
  readonly amountBaseUnits: string;
  readonly expiresAt: string;
  /** 64 hex digits. */
  readonly salt: string;
}

const RAW_CODEC = 0x55;
const SHA2_256 = 0x12;

/** CIDv1 (raw, sha2-256, base32) of the terms' RFC 8785 JSON. */
export const intentIdOf = (terms: IntentTerms): string => {
  const { quoteId, receiver, chain, assetId, amountBaseUnits, expiresAt, salt } = terms;
  const json = canonicalize({ v: 1, quoteId, receiver, chain, assetId, amountBaseUnits, expiresAt, salt });
  const hash = createHash('sha256')
    .update(json ?? '')
    .digest();
  return CID.createV1(RAW_CODEC, digestOf(SHA2_256, hash)).toString();
};

/** The payer attaches it to the transfer, byte for byte. */
export const memoOf = (prefix: string, intentId: string): string => `${prefix}:${intentId}`;

/** Any text when the memo is not ours. */
export const intentIdIn = (memo: string): string => memo.slice(memo.lastIndexOf(':') + 1);
