import { ed25519 } from '@noble/curves/ed25519';
import { Keypair, Message, PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import { base58btc } from 'multiformats/bases/base58';
import { solanaWallet } from '../../../samples/wallets';
import { opens, TEXT } from '../../wallets/signing';

const opensAddress = (address: string, signature: Uint8Array, text = TEXT): Promise<boolean> =>
  opens()({ blockchain: 'solana', address }, { signature: base58btc.baseEncode(signature) }, text);

const signedBytes = (bytes: Uint8Array, pair: Keypair): Uint8Array =>
  ed25519.sign(bytes, pair.secretKey.subarray(0, 32));

test.each([
  ['base58', (bytes: Uint8Array) => base58btc.baseEncode(bytes)],
  ['base64', (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')],
])('a signature in %s', async (_name, encode) => {
  // Enough of them that every ending of either encoding comes up.
  for (let index = 0; index < 20; index += 1) {
    const wallet = solanaWallet(encode);
    expect(await opens()(wallet, await wallet.sign(TEXT))).toBe(true);
    expect(await opens()(wallet, await wallet.sign(TEXT), `${TEXT}.`)).toBe(false);
    expect(await opens()(solanaWallet(), await wallet.sign(TEXT))).toBe(false);
  }
});

test('refuses base64 without padding, hex, and any other length', async () => {
  const pair = Keypair.generate();
  const address = pair.publicKey.toBase58();
  const bytes = Buffer.from(signedBytes(Buffer.from(TEXT), pair));
  const spellings = [
    bytes.toString('base64').replaceAll('=', ''),
    bytes.toString('hex'),
    base58btc.baseEncode(bytes.subarray(0, 63)),
    base58btc.baseEncode(Buffer.concat([bytes, Buffer.from([0])])),
    '',
  ];
  for (const signature of spellings) {
    expect([signature, await opens()({ blockchain: 'solana', address }, { signature })]).toEqual([signature, false]);
  }
});

/** The points of small order: signatures by them are made without any key. */
const SMALL_ORDER = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  // Spelt in a way that only lenient readers take.
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
].map((hex) => Buffer.from(hex, 'hex'));

test('a key of small order signs nothing, with any nonce', async () => {
  let lenient = 0;
  for (const key of SMALL_ORDER) {
    const address = base58btc.baseEncode(key);
    for (const point of SMALL_ORDER) {
      const forged = Buffer.concat([point, Buffer.alloc(32)]);
      for (let nonce = 0; nonce < 4; nonce += 1) {
        const text = `${TEXT}${nonce}`;
        if (!ed25519.verify(forged, Buffer.from(text), key, { zip215: true })) continue;
        lenient += 1;
        expect([address, nonce, await opensAddress(address, forged, text)]).toEqual([address, nonce, false]);
      }
    }
  }
  // These forgeries are real ones: a lenient verifier takes them.
  expect(lenient).toBeGreaterThan(25);
});

test('an address beside the curve, as programs have, has no key', async () => {
  const [program] = PublicKey.findProgramAddressSync([Buffer.from('x')], SystemProgram.programId);
  expect(PublicKey.isOnCurve(program.toBytes())).toBe(false);
  expect(await opensAddress(program.toBase58(), Buffer.alloc(64))).toBe(false);
  expect(await opensAddress(program.toBase58(), signedBytes(Buffer.from(TEXT), Keypair.generate()))).toBe(false);
});

test("Ledger's off-chain envelope is a different message", async () => {
  const pair = Keypair.generate();
  const length = Buffer.alloc(2);
  length.writeUInt16LE(Buffer.byteLength(TEXT));
  const envelope = Buffer.concat([
    Buffer.from([0xff]),
    Buffer.from('solana offchain'),
    Buffer.from([0, 0]),
    length,
    Buffer.from(TEXT),
  ]);
  expect(await opensAddress(pair.publicKey.toBase58(), signedBytes(envelope, pair))).toBe(false);
});

test('a signed transaction is not a signed challenge, and a challenge is not a transaction', async () => {
  const pair = Keypair.generate();
  const transaction = new Transaction({
    feePayer: pair.publicKey,
    blockhash: Keypair.generate().publicKey.toBase58(),
    lastValidBlockHeight: 1,
  }).add(SystemProgram.transfer({ fromPubkey: pair.publicKey, toPubkey: pair.publicKey, lamports: 1 }));
  const message = transaction.serializeMessage();
  expect(await opensAddress(pair.publicKey.toBase58(), signedBytes(message, pair))).toBe(false);
  expect(Message.from(message).header.numRequiredSignatures).toBe(1);
  expect(() => Message.from(Buffer.from(TEXT))).toThrow();
});
