import { CARRIAGES } from '../../../aggregates/quote/carriable';
import { plainChallenge } from '../challenge';
import { decodeRippleCheck } from '../encodings/base58';
import { hexTxid } from '../encodings/hex-txid';
import type { Family } from '../family';
import { namedBy } from '../identity';
import { paymentInstruction } from './instruction';
import { verifyXrpl } from './wallet';

const ACCOUNT_VERSION = 0;
const ADDRESS_BYTES = 21;
const NETWORK_ID = /^(?:0|[1-9]\d{0,9})$/;

/** Classic form only: an X-address also holds a tag. */
const isAddress = (text: string): boolean => {
  const bytes = decodeRippleCheck(text);
  return bytes?.length === ADDRESS_BYTES && bytes[0] === ACCOUNT_VERSION;
};

export const xrpl: Family = {
  canonicalAddress: (text) => (isAddress(text) ? text : null),
  canonicalTxid: hexTxid,
  objectionToIdentity: namedBy((text) => NETWORK_ID.test(text), 'the network_id of the ledger, in digits'),
  memo: (memo) => ({ memoType: 'MEMO', memoValue: memo }),
  carriage: CARRIAGES.xrpl,
  challenge: plainChallenge,
  walletVerifier: () => verifyXrpl,
  watching: {
    urlSchemes: ['http:', 'https:'],
    closed: { leastGraceSeconds: 15 },
    openReader: async (options) => {
      // oxlint-disable-next-line typescript/no-require-imports
      const { createXrplReader } = require('./reader') as typeof import('./reader');
      return createXrplReader(options);
    },
    instruction: paymentInstruction,
  },
};
