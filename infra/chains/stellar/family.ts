import { createHash } from 'node:crypto';
import { CARRIAGES } from '../../../aggregates/quote/carriable';
import { plainChallenge } from '../challenge';
import { hexTxid } from '../encodings/hex-txid';
import type { Family } from '../family';
import { namedBy } from '../identity';
import { decodeStellarAccount } from './account-key';
import { verifyStellar } from './wallet';

const PASSPHRASE = /^[\x20-\x7e]+$/;

/** Design: chains, section 3. */
export const stellar: Family = {
  /** Refuses muxed (M...) and contract (C...) addresses, which cannot sign. */
  canonicalAddress: (text) => (decodeStellarAccount(text) === null ? null : text),
  canonicalTxid: hexTxid,
  objectionToIdentity: namedBy((text) => PASSPHRASE.test(text), 'the passphrase of the network'),
  /** Our memo exceeds a text memo, so its SHA-256 is sent (specification, part 8). */
  memo: (memo) => ({ memoType: 'MEMO_HASH', memoValue: createHash('sha256').update(memo).digest('hex') }),
  carriage: CARRIAGES.stellar,
  challenge: plainChallenge,
  walletVerifier: () => verifyStellar,
  watching: null,
};
