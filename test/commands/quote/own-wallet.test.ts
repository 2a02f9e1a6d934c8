import { isRejection } from '../../../aggregates/rejection';
import { ownWallet } from '../../../commands/quote/own-wallet';

const SOLANA = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const TRON = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';

test.each([
  ['0xAB12', '0xab12'],
  ['0xab12', '0xAb12'],
  [SOLANA, SOLANA],
  [TRON, TRON],
])('takes %s as the wallet %s, in the spelling of the record', (sender, pubkey) => {
  expect(ownWallet({ pubkey }, sender)).toBe(pubkey);
});

const refusalOf = (sender: string, pubkey: string | null): string | null => {
  try {
    return ownWallet({ pubkey }, sender);
  } catch (error) {
    return isRejection(error) ? error.rejection.code : null;
  }
};

test.each([
  ['0xab13', '0xab12'],
  ['0xab12', null],
  ['0XAB12', null],
  // Addresses other than hex are case-sensitive.
  [SOLANA.toLowerCase(), SOLANA],
  [SOLANA.replace('7x', '7X'), SOLANA],
  [TRON.toUpperCase(), TRON],
  ['0xzz', '0xZZ'],
  ['0xab12\u212a', '0xab12k'],
])('does not take %s as the wallet %s', (sender, pubkey) => {
  expect(refusalOf(sender, pubkey)).toBe('WALLET_MISMATCH');
});

test('accepts a missing sender', () => {
  expect(ownWallet({ pubkey: SOLANA }, null)).toBeNull();
});
