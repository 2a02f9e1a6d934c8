import { concat, toBeHex, Wallet } from 'ethers';
import { TronWeb, Trx, utils } from 'tronweb';
import { tronWallet } from '../../../samples/wallets';
import { opens, TEXT } from '../../wallets/signing';

const account = utils.accounts.generateAccount();
const claim = { blockchain: 'tron', address: account.address.base58 };
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

test('a V2 signature is accepted with or without 0x, in each notation of v', async () => {
  const signature = utils.message.signMessage(TEXT, account.privateKey);
  const zeroBased = `${signature.slice(0, -2)}${signature.endsWith('1b') ? '00' : '01'}`;
  for (const spelling of [signature, signature.slice(2), zeroBased]) {
    expect(await opens()(claim, { signature: spelling })).toBe(true);
    expect(await opens()(claim, { signature: spelling }, `${TEXT}.`)).toBe(false);
  }
});

test('refuses the signature of another address', async () => {
  expect(await opens()(claim, await tronWallet().sign(TEXT))).toBe(false);
});

test('a V1 signature is a different message', async () => {
  const hex = Buffer.from(TEXT).toString('hex');
  const web = new TronWeb({ fullHost: 'http://127.0.0.1:1' });
  const signature = await web.trx.sign(hex, account.privateKey);
  expect(await web.trx.verifyMessage(hex, signature, account.address.base58)).toBe(true);
  expect(Trx.verifySignature(hex, account.address.base58, signature)).toBe(true);
  expect(await opens()(claim, { signature })).toBe(false);
});

test("a signature with Ethereum's prefix is a different message", async () => {
  const signature = new Wallet(account.privateKey).signMessageSync(TEXT);
  expect(await opens()(claim, { signature })).toBe(false);
});

test('refuses high s, a missing last byte and random text', async () => {
  const signature = utils.message.signMessage(TEXT, account.privateKey);
  const [r, s, v] = [signature.slice(0, 66), `0x${signature.slice(66, 130)}`, signature.slice(130)];
  const twin = concat([r, toBeHex(CURVE_ORDER - BigInt(s), 32), v === '1b' ? '0x1c' : '0x1b']);
  for (const wrong of [twin, signature.slice(0, -2), `0x${'22'.repeat(65)}`, '0x', 'zz']) {
    expect([wrong, await opens()(claim, { signature: wrong })]).toEqual([wrong, false]);
  }
});
