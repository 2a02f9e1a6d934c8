import { CARRIAGES } from '../../../aggregates/quote/carriable';
import { plainChallenge } from '../challenge';
import { decodeBase58 } from '../encodings/base58';
import type { Family } from '../family';
import { namedBy } from '../identity';
import { verifySolana } from './wallet';

const KEY_BYTES = 32;
const TXID = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

/** Any 32 bytes: mints and program accounts need not be on the curve. */
const isKey = (text: string): boolean => decodeBase58(text)?.length === KEY_BYTES;

export const solana: Family = {
  canonicalAddress: (text) => (isKey(text) ? text : null),
  canonicalTxid: (text) => (TXID.test(text) ? text : null),
  objectionToIdentity: namedBy(isKey, 'the hash of the genesis block in base58'),
  memo: (memo) => ({ memoType: 'SPL_MEMO', memoValue: memo }),
  carriage: CARRIAGES.solana,
  challenge: plainChallenge,
  walletVerifier: () => verifySolana,
  watching: {
    urlSchemes: ['http:', 'https:'],
    closed: { leastGraceSeconds: 30 },
    openReader: async (options) => {
      // oxlint-disable-next-line typescript/no-require-imports
      const { createSolanaReader } = require('./reader') as typeof import('./reader');
      return createSolanaReader(options);
    },
    instruction: (payment) => {
      // oxlint-disable-next-line typescript/no-require-imports
      const { paymentInstruction } = require('./protocol/instruction') as typeof import('./protocol/instruction');
      return paymentInstruction(payment);
    },
  },
};
