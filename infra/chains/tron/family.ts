import { CARRIAGES } from '../../../aggregates/quote/carriable';
import { plainChallenge } from '../challenge';
import { decodeBase58Check } from '../encodings/base58';
import { hexTxid } from '../encodings/hex-txid';
import type { Family } from '../family';
import { namedBy } from '../identity';
import { verifyTron } from './wallet';

const VERSION = 0x41;
const ADDRESS_BYTES = 21;

const isAddress = (text: string): boolean => {
  const bytes = decodeBase58Check(text);
  return bytes?.length === ADDRESS_BYTES && bytes[0] === VERSION;
};

/** Design: chains, section 4. */
export const tron: Family = {
  canonicalAddress: (text) => (isAddress(text) ? text : null),
  canonicalTxid: hexTxid,
  objectionToIdentity: namedBy((text) => hexTxid(text) === text, 'the id of block 0, in lower-case hex'),
  memo: (memo) => ({ memoType: 'DATA', memoValue: memo }),
  carriage: CARRIAGES.tron,
  challenge: plainChallenge,
  walletVerifier: () => verifyTron,
  watching: null,
};
