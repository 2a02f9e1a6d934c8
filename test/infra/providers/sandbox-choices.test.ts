import type { PayoutRequest } from '../../../commands/ports/payout-provider';
import { DYNAMIC_CODES } from '../../../infra/providers/sandbox/payees';
import vectors from '../../data/codes.json';
import { dynamicCode } from '../../samples/quoting';
import { codeWith, openBank } from './open-bank';
import { mustSucceed } from './payout-contract';

describe('what chooses', () => {
  const chosen = async (changes: Partial<PayoutRequest>) => {
    const { create, order } = openBank();
    const result = await create(order(changes));
    return result.ok ? 'PAYOUT' : result.code;
  };

  test('is the header before the key, the key before the txid, the txid before the amount', async () => {
    const funds = 66_601n;
    const code = codeWith({ key: 'fail.closed@sandbox.example', txid: 'PIXEXPIRED', amountCents: funds });
    expect(await chosen({ ...code, amount: funds, scenario: 'SANCTIONED' })).toBe('SANCTIONED');
    expect(await chosen({ ...code, amount: funds })).toBe('ACCOUNT_CLOSED');
    expect(await chosen({ ...codeWith({ txid: 'PIXEXPIRED', amountCents: funds }), amount: funds })).toBe(
      'CODE_EXPIRED',
    );
    expect(await chosen({ ...codeWith({ txid: 'OTHER', amountCents: funds }), amount: funds })).toBe(
      'INSUFFICIENT_FUNDS',
    );
    expect(await chosen({ ...codeWith({ txid: 'OTHER' }) })).toBe('PAYOUT');
  });

  test('is the code that the vectors print for a settlement that fails', async () => {
    const brCode = vectors.payable.find(({ name }) => name === 'gen-sandbox-settle-fail')?.code ?? '';
    const { create, get, order, clock } = openBank();
    const asked = order({ amount: 66_602n, method: { kind: 'PIX_BRCODE', brCode, amountIsFixed: true } });
    expect(mustSucceed(await create(asked)).state).toBe('ACCEPTED');
    clock.advance(2_000);
    const failed = { state: 'FAILED', failure: { code: 'KEY_INVALID', providerCode: 'AC03', retryClass: false } };
    expect(mustSucceed(await get(asked))).toMatchObject(failed);
  });

  test.each<[string, Partial<PayoutRequest>, string]>([
    ['an unknown scenario', { scenario: 'NOSUCH' }, 'UNSUPPORTED'],
    ['no amount', { amount: 0n }, 'AMOUNT_OUT_OF_RANGE'],
    ['a broken code', { method: { kind: 'PIX_BRCODE', brCode: '000201', amountIsFixed: false } }, 'CODE_INVALID'],
    ['another amount than the code asks for', codeWith({ amountCents: 9_999n }), 'AMOUNT_MISMATCH'],
    ['a key of another kind', { method: { kind: 'PIX_KEY', keyType: 'CPF', key: 'a@b.co' } }, 'KEY_INVALID'],
    ['a broken boleto', { method: { kind: 'BOLETO', barcode: '', line: '' } }, 'CODE_INVALID'],
  ])('refuses %s', async (_what, changes, code) => {
    expect(await chosen(changes)).toBe(code);
  });
});

describe('reading a code', () => {
  const resolve = async (txid: string, amountCents?: bigint) => {
    const { provider, context } = openBank();
    const changes = codeWith(amountCents === undefined ? { txid } : { txid, amountCents });
    const brCode = changes.method?.kind === 'PIX_BRCODE' ? changes.method.brCode : '';
    return mustSucceed(await provider.resolveBrCode(context(), brCode));
  };

  test('tells what is printed in it', async () => {
    expect(await resolve('PEDIDO1', 150n)).toEqual({
      kind: 'STATIC',
      amount: 150n,
      amountEditable: false,
      payeeName: 'LOJA',
      key: 'fulano@exemplo.com',
      txid: 'PEDIDO1',
      status: 'ACTIVE',
    });
    expect(await resolve('PEDIDO1')).toMatchObject({ amount: null, amountEditable: true });
  });

  test.each([
    ['PIXEXPIRED', 'EXPIRED'],
    ['PIXPAID', 'PAID'],
  ])('whose txid is %s says %s', async (txid, status) => {
    expect((await resolve(txid)).status).toBe(status);
  });

  test('that is broken is refused', async () => {
    const { provider, context } = openBank();
    const refused = { ok: false, kind: 'REJECTED', code: 'CODE_INVALID' };
    expect(await provider.resolveBrCode(context(), vectors.refused[0]?.code ?? '')).toMatchObject(refused);
  });
});

describe('a dynamic code', () => {
  const charges = [
    ['/1', 10_000n, { amount: 10_000n, amountEditable: false }],
    ['/1', undefined, { amount: null, amountEditable: true }],
    ['/interest', 10_000n, { amount: 10_200n, amountEditable: false }],
    ['/interest', undefined, { amount: 100n, amountEditable: false }],
    ['/open', 10_000n, { amount: 10_000n, amountEditable: true }],
    ['/unpriced', 10_000n, { amount: null, amountEditable: false }],
  ] as const;

  test.each(charges)('whose location ends with %s and that prints %s is as the table says', async (...row) => {
    const [ending, printed, charge] = row;
    const { provider, context } = openBank();
    const brCode = dynamicCode(`pix.sandbox.example${ending}`, printed);
    expect(mustSucceed(await provider.resolveBrCode(context(), brCode))).toMatchObject(charge);
  });

  test.each([
    ['/interest', 10_200n, 'PAYOUT'],
    ['/interest', 10_000n, 'AMOUNT_MISMATCH'],
    ['/open', 77n, 'PAYOUT'],
    ['/unpriced', 10_000n, 'CODE_INVALID'],
  ] as const)('whose location ends with %s, paid with %s cents, is a %s', async (ending, amount, answer) => {
    const { create, order } = openBank();
    const brCode = dynamicCode(`pix.sandbox.example${ending}`, 10_000n);
    const result = await create(order({ amount, method: { kind: 'PIX_BRCODE', brCode, amountIsFixed: true } }));
    expect(result.ok ? 'PAYOUT' : result.code).toBe(answer);
  });

  test('has every scenario of the table under test', () => {
    const endings = new Set<string>(charges.map(([ending]) => ending));
    expect(DYNAMIC_CODES.filter(({ ending }) => !endings.has(ending))).toEqual([]);
  });
});
