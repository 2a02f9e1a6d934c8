import { isAnotherPayee } from '../../../../commands/payout/payees';
import type { PayoutMethod, PayoutRequest } from '../../../../commands/ports/providers/payout-provider';
import { LIST_LIMIT } from '../../../../infra/providers/sandbox/desk';
import { mustSucceed } from '../../../../packages/testing/src/contracts/providers';
import { codeWith, openBank } from '../../../infra/providers/open-bank';
import { boletoOf } from '../../../samples/boletos';

const ALWAYS = ['2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'] as const;

const keyed = (keyType: 'CPF' | 'EMAIL' | 'PHONE', key: string): PayoutMethod => ({ kind: 'PIX_KEY', keyType, key });
const boleto: PayoutMethod = { kind: 'BOLETO', barcode: boletoOf(10_000n, '17'), line: '' };

test.each<[string, Partial<PayoutRequest>, object | undefined]>([
  ['an e-mail', { method: keyed('EMAIL', 'fulano@exemplo.com') }, { key: 'f***@***.com' }],
  ['a CPF', { method: keyed('CPF', '52998224725') }, { key: '***.***.***-25' }],
  ['a phone', { method: keyed('PHONE', '+5511987654321') }, { key: '+55*****4321' }],
  ['the key of a code', codeWith({ amountCents: 10_000n }), { key: 'f***@***.com' }],
  ['no payee of a boleto', { method: boleto }, undefined],
])('reports %s, masked', async (_name, changes, told) => {
  const { provider, context, order, create, get } = openBank();
  const request = order(changes);
  const [created, asked] = [mustSucceed(await create(request)), mustSucceed(await get(request))];
  const listed = mustSucceed(await provider.list(context(), ...ALWAYS));
  expect([created, asked, ...listed].map(({ payee }) => payee)).toEqual([told, told, told]);
});

test('distinguishes two payees of one amount', async () => {
  const { create, order } = openBank();
  const { payee } = mustSucceed(await create(order({})));
  const isAnother = (key: string) => isAnotherPayee(payee, keyed('EMAIL', key));
  expect([isAnother('fulano@exemplo.com'), isAnother('sicrano@exemplo.com')]).toEqual([false, true]);
});

test('refuses a window above its limit, and never lists only a part of it', async () => {
  const { create, order, provider, context } = openBank();
  for (let count = 0; count <= LIST_LIMIT; count += 1) await create(order({}));
  expect(await provider.list(context(), ...ALWAYS)).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
});
