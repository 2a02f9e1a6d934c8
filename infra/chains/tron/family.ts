import { CARRIAGES } from '../../../aggregates/quote/carriable';
import { plainChallenge } from '../challenge';
import { hexTxid } from '../encodings/hex-txid';
import type { Family } from '../family';
import { namedBy } from '../identity';
import { hexAddress } from './protocol/address';
import { paymentInstruction } from './protocol/instruction';
import { verifyTron } from './wallet';

export const tron: Family = {
  canonicalAddress: (text) => (hexAddress(text) === null ? null : text),
  canonicalTxid: hexTxid,
  objectionToIdentity: namedBy((text) => hexTxid(text) === text, 'the id of block 0, in lower-case hex'),
  memo: (memo) => ({ memoType: 'DATA', memoValue: memo }),
  carriage: CARRIAGES.tron,
  challenge: plainChallenge,
  walletVerifier: () => verifyTron,
  watching: {
    urlSchemes: ['http:', 'https:'],
    closed: { leastGraceSeconds: 120 },
    openReader: async (options) => {
      // oxlint-disable-next-line typescript/no-require-imports
      const { createTronReader } = require('./reader') as typeof import('./reader');
      return createTronReader(options);
    },
    instruction: paymentInstruction,
  },
};
