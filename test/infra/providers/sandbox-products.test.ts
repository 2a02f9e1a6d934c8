import { buildGiftCardCode } from '../../../aggregates/codes/gift-card';
import type { PayoutRequest } from '../../../commands/ports/payout-provider';
import { BOLETOS, GIFT_CARDS } from '../../../infra/providers/sandbox/payees';
import { boletoOf } from '../../samples/boletos';
import { openBank } from './open-bank';
import { mustSucceed } from './payout-contract';

const boleto = (barcode: string): Partial<PayoutRequest> => ({ method: { kind: 'BOLETO', barcode, line: '' } });
const card = (productCode: string): Partial<PayoutRequest> => ({ method: { kind: 'GIFT_CARD', productCode } });

describe('the registry of boletos', () => {
  const lookUp = async (ending: string) => {
    const { provider, context } = openBank();
    return provider.resolveBoleto(context(), boletoOf(10_000n, ending));
  };

  test('has a row for every ending that it plays', () => {
    expect(BOLETOS.map(({ ending }) => ending)).toEqual(['01', '02', '03', '04', '05']);
  });

  test.each([
    ['17', { amount: 10_000n, status: 'ACTIVE', dueDate: '2026-11-21' }],
    ['02', { status: 'PAID' }],
    ['03', { status: 'EXPIRED' }],
    ['04', { amount: 10_200n, status: 'ACTIVE' }],
  ])('says of one that ends in %s: %j', async (ending, expected) => {
    expect(mustSucceed(await lookUp(ending))).toMatchObject(expected);
  });

  test('does not know one that ends in 01, nor what is none', async () => {
    expect(await lookUp('01')).toMatchObject({ kind: 'REJECTED', code: 'CODE_INVALID' });
    const { provider, context } = openBank();
    const broken = await provider.resolveBoleto(context(), '1'.repeat(44));
    expect(broken).toMatchObject({ kind: 'REJECTED', code: 'CODE_INVALID' });
  });
});

describe('an order of the bank', () => {
  test.each([
    ['a boleto at its price', boleto(boletoOf(10_000n)), 'ACCEPTED'],
    ['a boleto with its interest', { ...boleto(boletoOf(10_000n, '04')), amount: 10_200n }, 'ACCEPTED'],
    ['a boleto without its interest', boleto(boletoOf(10_000n, '04')), 'AMOUNT_MISMATCH'],
    ['a boleto that was paid', boleto(boletoOf(10_000n, '02')), 'CODE_ALREADY_PAID'],
    ['a boleto that is past its last day', boleto(boletoOf(10_000n, '03')), 'CODE_EXPIRED'],
    ['a boleto that nobody knows', boleto(boletoOf(10_000n, '01')), 'CODE_INVALID'],
    ['a boleto whose amount is open', boleto(boletoOf(0n)), 'ACCEPTED'],
    ['a gift card', card(buildGiftCardCode('SBX', 'STEAM', 10_000n)), 'ACCEPTED'],
    ['a gift card below its price', card(buildGiftCardCode('SBX', 'STEAM', 10_001n)), 'AMOUNT_MISMATCH'],
    ['a gift card that is sold out', card(buildGiftCardCode('SBX', 'SOLDOUT', 10_000n)), 'CODE_INVALID'],
    ['a gift card that is none', card('GC-SBX-STEAM-10000-00'), 'CODE_INVALID'],
  ])('for %s: %s', async (_what, changes, expected) => {
    const { create, order } = openBank();
    const result = await create(order(changes));
    expect(result.ok ? result.value.state : result.code).toBe(expected);
  });

  test('plays the scenario of its amount, whatever it buys', async () => {
    const { create, order } = openBank();
    const paid = await create(order({ ...boleto(boletoOf(66_601n)), amount: 66_601n }));
    expect(paid).toMatchObject({ kind: 'REJECTED', code: 'INSUFFICIENT_FUNDS' });
  });

  test('in the books stays the same order when its boleto has come to cost more', async () => {
    const { create, order, clock } = openBank();
    const { amount } = mustSucceed(
      await openBank().provider.resolveBoleto(openBank().context(), boletoOf(10_000n, '05')),
    );
    const asked = order({ ...boleto(boletoOf(10_000n, '05')), amount: amount ?? 0n });
    const first = mustSucceed(await create(asked));
    clock.advance(61_000);
    expect(mustSucceed(await create({ ...asked, notAfter: '2100-01-01T00:00:00.000Z' })).providerId).toBe(
      first.providerId,
    );
    const another = await create(order({ ...boleto(boletoOf(10_000n, '05')), amount: amount ?? 0n }));
    expect(another).toMatchObject({ kind: 'REJECTED', code: 'AMOUNT_MISMATCH' });
  });
});

describe('a gift card', () => {
  test.each(GIFT_CARDS)('$brand is sold at its smallest value', async ({ sku, brand, minimumCents, inStock }) => {
    const { provider, context } = openBank();
    const resolved = await provider.resolveGiftCard(context(), buildGiftCardCode('SBX', sku, minimumCents));
    expect(resolved).toEqual({ ok: true, value: { brand, amount: minimumCents, inStock } });
  });

  test('has a PIN once it is settled, its own, and always the same', async () => {
    const { create, get, order, clock } = openBank();
    const asked = order(card(buildGiftCardCode('SBX', 'STEAM', 10_000n)));
    const other = order(card(buildGiftCardCode('SBX', 'STEAM', 10_000n)));
    expect(mustSucceed(await create(asked))).not.toHaveProperty('giftCardPin');
    await create(other);
    clock.advance(2_000);
    const { giftCardPin } = mustSucceed(await get(asked));
    expect(giftCardPin).toMatch(/^SBX-[0-9A-F]{5}-[0-9A-F]{5}-[0-9A-F]{5}$/);
    expect(mustSucceed(await get(asked)).giftCardPin).toBe(giftCardPin);
    expect(mustSucceed(await get(other)).giftCardPin).not.toBe(giftCardPin);
  });

  test('is the only thing that has one', async () => {
    const { create, get, order, clock } = openBank();
    const asked = order({});
    await create(asked);
    clock.advance(2_000);
    expect(mustSucceed(await get(asked))).not.toHaveProperty('giftCardPin');
  });
});
