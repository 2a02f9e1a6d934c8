import { Keypair, PublicKey, TransactionInstruction } from '@solana/web3.js';
import type { Asset } from '../../../../commands/ports/chains/catalog';
import { associatedAccount } from '../../../../infra/chains/solana/protocol/associated-account';
import {
  paymentInstruction,
  type SolanaPaymentInstruction,
} from '../../../../infra/chains/solana/protocol/instruction';
import {
  ASSOCIATED_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAMS,
} from '../../../../infra/chains/solana/protocol/programs';
import { FEE, MEMO, SOL, USDC } from '../../../fixtures/solana/scenario';
import { accountOf, type Holder } from '../../../fixtures/solana/tokens';
import { legacy } from '../../../fixtures/solana/wire';
import { cropOf, run, textOf, world } from './verdict-world';

const { payer, former, usdc, fee, closed } = world;
const network = { family: 'solana', chainId: null, name: 'solana', networkId: closed.identity } as const;

const assetOf = (assetId: number): Asset => world.assets.find((asset) => asset.assetId === assetId)!;

const paymentOf = (asset: Asset, amountBaseUnits = 5_000n) => ({
  ...{ network, asset, amountBaseUnits, receiver: textOf(former), memo: MEMO },
});

/** As a wallet fills and signs it. */
const filled = ({ instructions }: SolanaPaymentInstruction, source: string): TransactionInstruction[] =>
  instructions.map(
    ({ programId, accounts, data }) =>
      new TransactionInstruction({
        programId: new PublicKey(programId),
        keys: accounts.map(({ pubkey, fill, ...flags }) => ({
          pubkey: new PublicKey(pubkey ?? (fill === 'PAYER' ? payer.publicKey : source)),
          ...flags,
        })),
        data: Buffer.from(data, 'base64'),
      }),
  );

describe('The instructions of a payment on Solana', () => {
  test.each<[string, Asset, Holder, object]>([
    ['coin', assetOf(SOL), usdc, { amountBaseUnits: '5000', unsupported: null }],
    ['tokens', assetOf(USDC), usdc, { amountBaseUnits: '5000', unsupported: null }],
    ['tokens into an account that exists', assetOf(USDC), usdc, { amountBaseUnits: '5000', unsupported: null }],
    ['tokens of Token-2022', { ...assetOf(FEE), standard: 'spl-2022' }, fee, { amountBaseUnits: '4750' }],
  ])('pay in %s once signed', (_, asset, holder, expected) => {
    const { assetId } = asset;
    const told = paymentInstruction(paymentOf(asset));
    const crop = cropOf(run(legacy, filled(told, accountOf(holder, payer.publicKey))));
    expect(told.genesisHash).toBe(closed.identity);
    expect(crop).toMatchObject({ movements: [{ ...expected, assetId, memos: [MEMO], movements: 1 }] });
  });

  test('reject an impossible payment', () => {
    const coin = paymentOf(assetOf(SOL));
    expect(() => paymentInstruction(paymentOf(assetOf(SOL), 0n))).toThrow('does not fit');
    expect(() => paymentInstruction(paymentOf(assetOf(SOL), 2n ** 64n))).toThrow('does not fit');
    expect(() => paymentInstruction({ ...coin, receiver: '0x00' })).toThrow('32 bytes in base58');
    expect(() => paymentInstruction({ ...coin, memo: '' })).toThrow('A memo is text');
    expect(() => paymentInstruction({ ...coin, network: { ...network, family: 'evm' } })).toThrow(
      'not a Solana network',
    );
  });
});

test('An associated account has the address that the library finds', () => {
  const found = (wallet: PublicKey, mint: PublicKey, program: string): string => {
    const seeds = [wallet.toBytes(), new PublicKey(program).toBytes(), mint.toBytes()];
    return PublicKey.findProgramAddressSync(seeds, new PublicKey(ASSOCIATED_PROGRAM))[0].toBase58();
  };
  for (let index = 0; index < 20; index += 1) {
    const [wallet, mint] = [Keypair.generate().publicKey, Keypair.generate().publicKey];
    const program = TOKEN_PROGRAMS[index % 2] ?? TOKEN_2022_PROGRAM;
    expect(associatedAccount(wallet.toBase58(), mint.toBase58(), program)).toBe(found(wallet, mint, program));
  }
});
