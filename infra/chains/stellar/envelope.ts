import { FeeBumpTransaction, type Memo, TransactionBuilder } from '@stellar/stellar-sdk';
import { hashedMemo } from './memo';

export interface Envelope {
  /** Of the transaction that was submitted: the fee bump, where there is one. Hex. */
  readonly hash: string;
  /** Of the transaction that a fee bump carries; equal to `hash` without one. */
  readonly innerHash: string;
  /** `sha256:<hex>` of a MEMO_HASH; other kinds of memo are none of ours. */
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
