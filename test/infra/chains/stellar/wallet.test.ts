import { Account, Keypair, MuxedAccount, StrKey } from '@stellar/stellar-sdk';
import { sep53Hash } from '../../../../infra/chains/stellar/wallet';
import { stellarWallet } from '../../../samples/wallets';
import { opens, TEXT } from '../../wallets/signing';

const opensAddress = (address: string, signature: Buffer, text = TEXT): Promise<boolean> =>
  opens()({ blockchain: 'stellar', address }, { signature: signature.toString('base64') }, text);

/** SEP-53, "Test cases". */
const SEED = 'SAKICEVQLYWGSOJS4WW7HZJWAHZVEEBS527LHK5V4MLJALYKICQCJXMW';
const VECTORS: readonly (readonly [string, string | Buffer, string])[] = [
  [
    'ASCII',
    'Hello, World!',
    'fO5dbYhXUhBMhe6kId/cuVq/AfEnHRHEvsP8vXh03M1uLpi5e46yO2Q8rEBzu3feXQewcQE5GArp88u6ePK6BA==',
  ],
  [
    'Japanese',
    'こんにちは、世界！',
    'CDU265Xs8y3OWbB/56H9jPgUss5G9A0qFuTqH2zs2YDgTm+++dIfmAEceFqB7bhfN3am59lCtDXrCtwH2k1GBA==',
  ],
  [
    'bytes',
    Buffer.from('2zZDP1sa1BVBfLP7TeeMk3sUbaxAkUhBhDiNdrksaFo=', 'base64'),
    'VA1+7hefNwv2NKScH6n+Sljj15kLAge+M2wE7fzFOf+L0MMbssA1mwfJZRyyrhBORQRle10X1Dxpx+UOI4EbDQ==',
  ],
];

test.each(VECTORS)('the vector of SEP-53: %s', async (_name, message, signature) => {
  const pair = Keypair.fromSecret(SEED);
  expect(pair.sign(sep53Hash(message)).toString('base64')).toBe(signature);
  const claim = { blockchain: 'stellar', address: pair.publicKey() };
  if (typeof message === 'string') expect(await opens()(claim, { signature }, message)).toBe(true);
});

test('a text signed without the prefix is a different message', async () => {
  const pair = Keypair.random();
  expect(await opensAddress(pair.publicKey(), pair.sign(Buffer.from(TEXT)))).toBe(false);
  expect(await opensAddress(pair.publicKey(), pair.sign(sep53Hash(TEXT)))).toBe(true);
});

test('a key of small order signs nothing, with any nonce', async () => {
  for (const first of [0, 1]) {
    const key = Buffer.alloc(32);
    key[0] = first;
    const forged = Buffer.alloc(64);
    forged[0] = first;
    for (let nonce = 0; nonce < 32; nonce += 1) {
      expect(await opensAddress(StrKey.encodeEd25519PublicKey(key), forged, `${TEXT}${nonce}`)).toBe(false);
    }
  }
});

test('muxed and contract addresses, other lengths and other encodings are refused', async () => {
  const pair = Keypair.random();
  const signature = pair.sign(sep53Hash(TEXT));
  const muxed = new MuxedAccount(new Account(pair.publicKey(), '0'), '42').accountId();
  expect(await opensAddress(muxed, signature)).toBe(false);
  expect(await opensAddress(StrKey.encodeContract(pair.rawPublicKey()), signature)).toBe(false);
  expect(await opensAddress(pair.publicKey(), signature.subarray(0, 63))).toBe(false);
  const hex = { signature: signature.toString('hex') };
  expect(await opens()({ blockchain: 'stellar', address: pair.publicKey() }, hex)).toBe(false);
  const base64url = { signature: signature.toString('base64url') };
  expect(await opens()({ blockchain: 'stellar', address: pair.publicKey() }, base64url)).toBe(false);
});

test('the signature of another account is refused', async () => {
  const wallet = stellarWallet();
  expect(await opens()(wallet, await stellarWallet().sign(TEXT))).toBe(false);
});
