import type { ChainFamily } from '../../../aggregates/chain';
import { canonicalTxid } from '../../../infra/chains/families';

const HEX = 'aB'.repeat(32);
const SIGNATURE = `5${'Kz'.repeat(43)}`;

test.each<[ChainFamily, string, string]>([
  ['evm', `0x${HEX}`, `0x${HEX.toLowerCase()}`],
  ['simulated', `0x${HEX}`, `0x${HEX.toLowerCase()}`],
  ['stellar', HEX, HEX.toLowerCase()],
  ['tron', HEX, HEX.toLowerCase()],
  ['xrpl', HEX.toUpperCase(), HEX.toLowerCase()],
  ['solana', SIGNATURE, SIGNATURE],
])('an id on %s has one form', (family, text, canonical) => {
  expect(canonicalTxid(family, text)).toBe(canonical);
});

test.each<[ChainFamily, string]>([
  ['evm', HEX],
  ['evm', `0y${HEX}`],
  ['evm', `0x${HEX}0`],
  ['evm', `0x${HEX}\n`],
  ['evm', ''],
  ['stellar', `0x${HEX}`],
  ['tron', HEX.slice(1)],
  ['xrpl', `${HEX.slice(1)}g`],
  ['solana', `${SIGNATURE}0`],
  ['solana', SIGNATURE.slice(0, 60)],
  ['solana', SIGNATURE.repeat(2)],
])('on %s %p is none', (family, text) => {
  expect(canonicalTxid(family, text)).toBeNull();
});
