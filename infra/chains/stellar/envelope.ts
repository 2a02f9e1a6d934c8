import { FeeBumpTransaction, type Memo, TransactionBuilder } from '@stellar/stellar-sdk';
import { hashedMemo } from './memo';

export interface Envelope {
  /** Hash of the submitted transaction, or of its fee bump. Hex. */
  readonly hash: string;
  /** Hash of the transaction inside a fee bump; equal to `hash` without a fee bump. */
  readonly innerHash: string;
  /** `sha256:<hex>` of a MEMO_HASH; other kinds of memo are never ours. */
  readonly memos: readonly string[];
}

const memosOf = ({ type, value }: Memo): readonly string[] =>
  type === 'hash' && value instanceof Uint8Array ? [hashedMemo(value)] : [];

/** Throws when the SDK cannot decode the envelope, such as one with credentials of a later protocol. */
export const readEnvelope = (envelopeXdr: string, passphrase: string): Envelope => {
  const sent = TransactionBuilder.fromXDR(envelopeXdr, passphrase);
  const inner = sent instanceof FeeBumpTransaction ? sent.innerTransaction : sent;
  return {
    ...{ hash: sent.hash().toString('hex'), innerHash: inner.hash().toString('hex') },
    memos: memosOf(inner.memo),
  };
};
