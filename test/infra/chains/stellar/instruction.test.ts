import { Asset, Memo, Operation } from '@stellar/stellar-sdk';
import type { Asset as Listed } from '../../../../commands/ports/chains/catalog';
import { paymentInstruction } from '../../../../infra/chains/stellar/instruction';
import {
  ASSETS,
  built,
  COARSE,
  MEMO,
  movementsOf,
  openWorld,
  PASSPHRASE,
  receiver,
  type StellarWorld,
  TOLD_MEMO,
  USDC,
  XLM,
} from './scenario';

const network = { family: 'stellar', chainId: null, name: 'stellar', networkId: PASSPHRASE } as const;
const assetOf = (assetId: number): Listed => ASSETS.find((asset) => asset.assetId === assetId)!;
const paymentOf = (asset: Listed, amountBaseUnits: bigint) => ({
  ...{ network, asset, amountBaseUnits, receiver, memo: MEMO },
});

let world: StellarWorld;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** As a wallet reads the request, and signs it. */
const signed = (uri: string): string => {
  const fields = new URL(uri).searchParams;
  const [code, issuer] = [fields.get('asset_code'), fields.get('asset_issuer')];
  const payment = Operation.payment({
    destination: fields.get('destination')!,
    amount: fields.get('amount')!,
    asset: code === null ? Asset.native() : new Asset(code, issuer!),
  });
  expect(fields.get('memo_type')).toBe('MEMO_HASH');
  expect(fields.get('network_passphrase')).toBe(PASSPHRASE);
  return built([payment], Memo.hash(Buffer.from(fields.get('memo')!, 'base64').toString('hex'))).toXDR();
};

describe('The request to pay on Stellar', () => {
  test.each([
    ['coin', XLM!, 255_000_001n],
    ['an asset', USDC!, 1n],
    ['an asset of fewer decimals', COARSE!, 123_456n],
  ])('pays in %s once signed', async (_, assetId, amount) => {
    const { uri } = paymentInstruction(paymentOf(assetOf(assetId), amount));
    world.ledger.close([signed(uri)]);
    const [movement] = (await world.page()).told.flatMap(({ crop }) => movementsOf(crop));
    expect(movement).toMatchObject({ assetId, amountBaseUnits: amount.toString(), memos: [TOLD_MEMO], receiver });
    expect(movement).toMatchObject({ unsupported: null, movements: 1 });
  });

  it('escapes each field, and leaves out an unknown passphrase', () => {
    const { uri } = paymentInstruction({ ...paymentOf(assetOf(XLM!), 1n), network: { ...network, networkId: null } });
    expect(uri).toMatch(/^web\+stellar:pay\?destination=G\w{55}&amount=0\.0000001&memo=[\w%]+&memo_type=MEMO_HASH$/);
    expect(paymentInstruction(paymentOf(assetOf(XLM!), 1n)).uri).toContain('Test%20SDF%20Network');
  });

  it('rounds no amount', () => {
    const fine = { ...assetOf(USDC!), decimals: 9 };
    expect(paymentInstruction(paymentOf(fine, 100n)).uri).toContain('amount=0.0000001&');
    expect(() => paymentInstruction(paymentOf(fine, 101n))).toThrow('more than 7 decimals');
  });

  it('rejects an impossible payment', () => {
    const coin = paymentOf(assetOf(XLM!), 1n);
    expect(() => paymentInstruction(paymentOf(assetOf(XLM!), 0n))).toThrow('does not fit');
    expect(() => paymentInstruction(paymentOf(assetOf(XLM!), 2n ** 63n))).toThrow('does not fit');
    expect(() => paymentInstruction({ ...coin, receiver: `M${receiver.slice(1)}` })).toThrow('G and 55 characters');
    expect(() => paymentInstruction({ ...coin, memo: '' })).toThrow('A memo is text');
    expect(() => paymentInstruction({ ...coin, network: { ...network, family: 'evm' } })).toThrow(
      'not a Stellar network',
    );
    const issued = { ...assetOf(USDC!), contract: 'USDC:nobody' };
    expect(() => paymentInstruction(paymentOf(issued, 1n))).toThrow('G and 55 characters');
  });
});
