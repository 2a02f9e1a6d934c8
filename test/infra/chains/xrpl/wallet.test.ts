import { sign } from 'ripple-keypairs';
import { type AccountSet, decode, ECDSA, encode, verifySignature, Wallet } from 'xrpl';
import { opens, TEXT } from '../../wallets/signing';

const hexOf = (text: string): string => Buffer.from(text).toString('hex').toUpperCase();

describe.each([ECDSA.ed25519, ECDSA.secp256k1])('%s', (algorithm) => {
  const victim = Wallet.generate(algorithm);
  const attacker = Wallet.generate(algorithm);
  const claim = { blockchain: 'xrpl', address: victim.classicAddress };

  test('accepts a signature by the key of the address, in either case of hex', async () => {
    const signature = sign(hexOf(TEXT), victim.privateKey);
    const { publicKey } = victim;
    expect(await opens()(claim, { signature, publicKey })).toBe(true);
    expect(await opens()(claim, { signature: signature.toLowerCase(), publicKey: publicKey.toLowerCase() })).toBe(true);
    expect(await opens()(claim, { signature, publicKey }, `${TEXT}.`)).toBe(false);
  });

  test("rejects the attacker's own signature, which only the attacker's own key verifies", async () => {
    const signature = sign(hexOf(TEXT), attacker.privateKey);
    expect(await opens()(claim, { signature, publicKey: attacker.publicKey })).toBe(false);
    expect(await opens()(claim, { signature, publicKey: victim.publicKey })).toBe(false);
  });

  test('requires a public key, and refuses random text', async () => {
    const signature = sign(hexOf(TEXT), victim.privateKey);
    for (const publicKey of [null, '', 'ED00', 'zz', `${victim.publicKey}00`, victim.publicKey.slice(2)]) {
      expect([publicKey, await opens()(claim, { signature, publicKey })]).toEqual([publicKey, false]);
    }
    for (const wrong of ['00', 'zz', '', signature.slice(2), `${signature}00`]) {
      expect([wrong, await opens()(claim, { signature: wrong, publicKey: victim.publicKey })]).toEqual([wrong, false]);
    }
  });

  test('refuses a signed transaction, as Xaman answers a SignIn, own or forged', async () => {
    const memo = { Memo: { MemoData: hexOf(TEXT) } };
    const tx: AccountSet = {
      TransactionType: 'AccountSet',
      Account: victim.classicAddress,
      Fee: '12',
      Sequence: 0,
      Memos: [memo],
    };
    const own = victim.sign(tx).tx_blob;
    const forged = attacker.sign(tx).tx_blob;
    // The danger of the blob: the SDK calls it valid.
    expect(verifySignature(forged)).toBe(true);
    for (const blob of [own, forged]) {
      for (const publicKey of [victim.publicKey, attacker.publicKey]) {
        expect(await opens()(claim, { signature: blob, publicKey })).toBe(false);
      }
      const inner = decode(blob)['TxnSignature'] as string;
      expect(await opens()(claim, { signature: inner, publicKey: victim.publicKey })).toBe(false);
    }
    expect(() => encode({ TransactionType: 'SignIn', Account: victim.classicAddress } as never)).toThrow();
  });
});

test('an ed25519 key of small order signs nothing, with any nonce', async () => {
  const { deriveAddress } = await import('ripple-keypairs');
  for (const first of ['00', '01']) {
    const publicKey = `ED${first}${'00'.repeat(31)}`;
    const claim = { blockchain: 'xrpl', address: deriveAddress(publicKey) };
    for (let nonce = 0; nonce < 32; nonce += 1) {
      const signature = `${first}${'00'.repeat(63)}`;
      expect(await opens()(claim, { signature, publicKey }, `${TEXT}${nonce}`)).toBe(false);
    }
  }
});
