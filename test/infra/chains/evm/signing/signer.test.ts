import { Wallet } from 'ethers';
import { decodeSigned, signerOf } from '../../../../../infra/chains/evm/signing/signer';

const KEY = `0x${'5a'.repeat(32)}`;
const UNSIGNED = {
  ...{ to: `0x${'ab'.repeat(20)}`, value: 7n, data: '0x1234', nonce: 3n, gasLimit: 21_000n },
  ...{ highestFeePerGas: 10n, tipPerGas: 1n },
};

it('signs the same fields to the same bytes, whose id and signer are readable', () => {
  const signer = signerOf(KEY)!;
  const signed = signer.sign(137n, UNSIGNED);
  expect(signer.address).toBe(new Wallet(KEY).address.toLowerCase());
  expect(signer.sign(137n, { ...UNSIGNED })).toEqual(signed);
  expect(decodeSigned(signed.raw)).toEqual({
    ...{ txid: signed.txid, from: signer.address, chainId: 137n, nonce: 3n },
    ...{ to: UNSIGNED.to, value: 7n, data: '0x1234' },
  });
});

it('signs another transaction for another nonce, chain or fee', () => {
  const signer = signerOf(KEY)!;
  const txids = [
    signer.sign(137n, UNSIGNED),
    signer.sign(1n, UNSIGNED),
    signer.sign(137n, { ...UNSIGNED, nonce: 4n }),
    signer.sign(137n, { ...UNSIGNED, highestFeePerGas: 11n }),
  ].map(({ txid }) => txid);
  expect(new Set(txids).size).toBe(4);
});

it.each([
  ['nothing', ''],
  ['zero', `0x${'00'.repeat(32)}`],
  ['the order of the curve', '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'],
  ['a key without its prefix', '5a'.repeat(32)],
  ['a key that is too short', `0x${'5a'.repeat(31)}`],
  ['words', 'test test test test test test test test test test test junk'],
])('takes no key from %s', (_what, text) => {
  expect(signerOf(text)).toBeNull();
});

it.each(['', '0x', 'nonsense', `0x02${'00'.repeat(50)}`])('reads no transaction from %j', (raw) => {
  expect(decodeSigned(raw)).toBeNull();
});
