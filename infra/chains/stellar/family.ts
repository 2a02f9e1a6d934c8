import { CARRIAGES } from '../../../aggregates/quote/carriable';
import { plainChallenge } from '../challenge';
import { hexTxid } from '../encodings/hex-txid';
import type { Family } from '../family';
import { namedBy } from '../identity';
import { decodeStellarAccount } from './account-key';
import { paymentInstruction } from './instruction';
import { memoHash } from './memo';
import { verifyStellar } from './wallet';

const PASSPHRASE = /^[\x20-\x7e]+$/;

export const stellar: Family = {
  /** Refuses muxed (M...) and contract (C...) addresses, which cannot sign. */
  canonicalAddress: (text) => (decodeStellarAccount(text) === null ? null : text),
  canonicalTxid: hexTxid,
  objectionToIdentity: namedBy((text) => PASSPHRASE.test(text), 'the passphrase of the network'),
  memo: (memo) => ({ memoType: 'MEMO_HASH', memoValue: memoHash(memo).toString('hex') }),
  carriage: CARRIAGES.stellar,
  challenge: plainChallenge,
  walletVerifier: () => verifyStellar,
  watching: {
    urlSchemes: ['http:', 'https:'],
    closed: { leastGraceSeconds: 15 },
    openReader: async (options) => {
      // oxlint-disable-next-line typescript/no-require-imports
      const { createStellarReader } = require('./reader') as typeof import('./reader');
      return createStellarReader(options);
    },
    instruction: paymentInstruction,
  },
};
