import { buildGiftCardCode } from '../../../aggregates/codes/gift-card';
import type { PayoutRequest } from '../../../commands/ports/providers/payout-provider';
import { BOLETOS, DYNAMIC_CODES, GIFT_CARDS } from '../../../infra/providers/sandbox/payouts/payees';
import { mustSucceed } from '../../../packages/testing/src/contracts/providers';
import vectors from '../../data/codes.json';
import { boletoOf } from '../../samples/boletos';
import { dynamicCode } from '../../samples/quoting';
import { codeWith, openBank } from './open-bank';

const boleto = (ending?: string, amount = 10_000n): Partial<PayoutRequest> => ({
  method: { kind: 'BOLETO', barcode: boletoOf(amount, ending), line: '' },
});
const card = (productCode: string): Partial<PayoutRequest> => ({ method: { kind: 'GIFT_CARD', productCode } });
const steam = (cents: bigint) => card(buildGiftCardCode('SBX', 'STEAM', cents));
const brCode = (code: string): Partial<PayoutRequest> => ({
  method: { kind: 'PIX_BRCODE', brCode: code, amountIsFixed: false },
});
const dynamic = (ending: string, printed?: bigint) => dynamicCode(`pix.sandbox.example${ending}`, printed);

const FUNDS = 66_601n;
const CLOSED = codeWith({ key: 'fail.closed@sandbox.example', txid: 'PIXEXPIRED', amountCents: FUNDS });

test.each<[string, Partial<PayoutRequest>, string]>([
  ['the header before the key', { ...CLOSED, amount: FUNDS, scenario: 'SANCTIONED' }, 'SANCTIONED'],
  ['the key before the txid', { ...CLOSED, amount: FUNDS }, 'ACCOUNT_CLOSED'],
  ['the txid before the amount', { ...codeWith({ txid: 'PIXEXPIRED' }), amount: FUNDS }, 'CODE_EXPIRED'],
  ['the amount', { ...codeWith({ txid: 'OTHER' }), amount: FUNDS }, 'INSUFFICIENT_FUNDS'],
  ['the amount, also of a boleto', { ...boleto(undefined, FUNDS), amount: FUNDS }, 'INSUFFICIENT_FUNDS'],
  ['nothing', codeWith({ txid: 'OTHER' }), 'ACCEPTED'],
  ['an unknown scenario', { scenario: 'NOSUCH' }, 'UNSUPPORTED'],
  ['no amount', { amount: 0n }, 'AMOUNT_OUT_OF_RANGE'],
  ['a broken code', brCode('000201'), 'CODE_INVALID'],
  ['another amount than a code asks for', codeWith({ amountCents: 9_999n }), 'AMOUNT_MISMATCH'],
  ['a key of another kind', { method: { kind: 'PIX_KEY', keyType: 'CPF', key: 'a@b.co' } }, 'KEY_INVALID'],
  ['a broken boleto', { method: { kind: 'BOLETO', barcode: '', line: '' } }, 'CODE_INVALID'],
  ['a dynamic code with its interest', { ...brCode(dynamic('/interest', 10_000n)), amount: 10_200n }, 'ACCEPTED'],
  ['a dynamic code without its interest', brCode(dynamic('/interest', 10_000n)), 'AMOUNT_MISMATCH'],
  ['a dynamic code that leaves the amount open', { ...brCode(dynamic('/open', 10_000n)), amount: 77n }, 'ACCEPTED'],
  ['a dynamic code without a price', brCode(dynamic('/unpriced', 10_000n)), 'CODE_INVALID'],
  ['a boleto at its price', boleto(), 'ACCEPTED'],
  ['a boleto with its interest', { ...boleto('04'), amount: 10_200n }, 'ACCEPTED'],
  ['a boleto without its interest', boleto('04'), 'AMOUNT_MISMATCH'],
  ['a boleto that was paid', boleto('02'), 'CODE_ALREADY_PAID'],
  ['a boleto that is past its last day', boleto('03'), 'CODE_EXPIRED'],
  ['a boleto that is unknown', boleto('01'), 'CODE_INVALID'],
  ['a boleto whose amount is open', boleto(undefined, 0n), 'ACCEPTED'],
  ['a gift card', steam(10_000n), 'ACCEPTED'],
  ['a gift card below its price', steam(10_001n), 'AMOUNT_MISMATCH'],
  ['a gift card that is sold out', card(buildGiftCardCode('SBX', 'SOLDOUT', 10_000n)), 'CODE_INVALID'],
  ['a gift card that is none', card('GC-SBX-STEAM-10000-00'), 'CODE_INVALID'],
])('decides an order by %s: %s', async (_what, changes, expected) => {
  const { create, order } = openBank();
  const result = await create(order(changes));
  expect(result.ok ? result.value.state : result.code).toBe(expected);
});

test('fails the settlement of the code that the vectors print for it', async () => {
  const code = vectors.payable.find(({ name }) => name === 'gen-sandbox-settle-fail')?.code ?? '';
  const { create, get, order, clock } = openBank();
  const asked = order({ ...brCode(code), amount: 66_602n });
  expect(mustSucceed(await create(asked)).state).toBe('ACCEPTED');
  clock.advance(2_000);
  const failed = { state: 'FAILED', failure: { code: 'KEY_INVALID', providerCode: 'AC03', retryClass: false } };
  expect(mustSucceed(await get(asked))).toMatchObject(failed);
});

test('keeps an order whose boleto now costs more', async () => {
  const { create, order, clock, provider, context } = openBank();
  const { amount } = mustSucceed(await provider.resolveBoleto(context(), boletoOf(10_000n, '05')));
  const asked = order({ ...boleto('05'), amount: amount ?? 0n, notAfter: '2100-01-01T00:00:00.000Z' });
  const first = mustSucceed(await create(asked));
  clock.advance(61_000);
  expect(mustSucceed(await create(asked)).providerId).toBe(first.providerId);
  const another = await create(order({ ...boleto('05'), amount: amount ?? 0n }));
  expect(another).toMatchObject({ kind: 'REJECTED', code: 'AMOUNT_MISMATCH' });
});

const printed = (txid: string, amountCents?: bigint): string => {
  const { method } = codeWith(amountCents === undefined ? { txid } : { txid, amountCents });
  return method?.kind === 'PIX_BRCODE' ? method.brCode : '';
};
const LOJA = { kind: 'STATIC', payeeName: 'LOJA', key: 'fulano@exemplo.com', txid: 'PEDIDO1', status: 'ACTIVE' };

test.each<[string, string, object]>([
  ['a code with an amount', printed('PEDIDO1', 150n), { ...LOJA, amount: 150n, amountEditable: false }],
  ['a code without one', printed('PEDIDO1'), { ...LOJA, amount: null, amountEditable: true }],
  ['PIXEXPIRED', printed('PIXEXPIRED'), { status: 'EXPIRED' }],
  ['PIXPAID', printed('PIXPAID'), { status: 'PAID' }],
  ['a dynamic code', dynamic('/1', 10_000n), { amount: 10_000n, amountEditable: false }],
  ['a dynamic code without an amount', dynamic('/1'), { amount: null, amountEditable: true }],
  ['/interest', dynamic('/interest', 10_000n), { amount: 10_200n, amountEditable: false }],
  ['/interest without an amount', dynamic('/interest'), { amount: 100n, amountEditable: false }],
  ['/open', dynamic('/open', 10_000n), { amount: 10_000n, amountEditable: true }],
  ['/unpriced', dynamic('/unpriced', 10_000n), { amount: null, amountEditable: false }],
])('reads %s', async (_what, code, told) => {
  const { provider, context } = openBank();
  expect(mustSucceed(await provider.resolveBrCode(context(), code))).toMatchObject(told);
});

test.each<[string, object]>([
  ['17', { amount: 10_000n, status: 'ACTIVE', dueDate: '2026-11-21' }],
  ['02', { status: 'PAID' }],
  ['03', { status: 'EXPIRED' }],
  ['04', { amount: 10_200n, status: 'ACTIVE' }],
])('reads a boleto that ends in %s: %j', async (ending, told) => {
  const { provider, context } = openBank();
  expect(mustSucceed(await provider.resolveBoleto(context(), boletoOf(10_000n, ending)))).toMatchObject(told);
});

test('refuses to read broken codes and an unknown boleto', async () => {
  const { provider, context } = openBank();
  const answers = [
    await provider.resolveBrCode(context(), vectors.refused[0]?.code ?? ''),
    await provider.resolveBoleto(context(), '1'.repeat(44)),
    await provider.resolveBoleto(context(), boletoOf(10_000n, '01')),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, kind: 'REJECTED', code: 'CODE_INVALID' });
});

test('has every row of its tables under test', () => {
  expect(BOLETOS.map(({ ending }) => ending)).toEqual(['01', '02', '03', '04', '05']);
  expect(DYNAMIC_CODES.map(({ ending }) => ending)).toEqual(['/interest', '/open', '/unpriced']);
});

describe('a gift card', () => {
  test.each(GIFT_CARDS)('$brand is sold at its smallest value', async ({ sku, brand, minimumCents, inStock }) => {
    const { provider, context } = openBank();
    const resolved = await provider.resolveGiftCard(context(), buildGiftCardCode('SBX', sku, minimumCents));
    expect(resolved).toEqual({ ok: true, value: { brand, amount: minimumCents, inStock } });
  });

  test('has a PIN only after its settlement, which is its own and stays the same', async () => {
    const { create, get, order, clock } = openBank();
    const orders = [order(steam(10_000n)), order(steam(10_000n)), order({})] as const;
    for (const asked of orders) expect(mustSucceed(await create(asked))).not.toHaveProperty('giftCardPin');
    clock.advance(2_000);
    const pinOf = async (asked: PayoutRequest) => mustSucceed(await get(asked)).giftCardPin;
    const pin = await pinOf(orders[0]);
    expect(pin).toMatch(/^SBX-[0-9A-F]{5}-[0-9A-F]{5}-[0-9A-F]{5}$/);
    expect([await pinOf(orders[0]), await pinOf(orders[2])]).toEqual([pin, undefined]);
    expect(await pinOf(orders[1])).not.toBe(pin);
  });
});
