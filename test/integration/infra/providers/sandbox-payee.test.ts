import { isAnotherPayee } from '../../../../commands/payout/payees';
import type { PayoutMethod, PayoutRequest } from '../../../../commands/ports/payout-provider';
import { LIST_LIMIT } from '../../../../infra/providers/sandbox/payouts/payouts';
import { codeWith, openBank } from '../../../infra/providers/open-bank';
import { mustSucceed } from '../../../infra/providers/payout-contract';
import { boletoOf } from '../../../samples/boletos';

const ALWAYS = ['2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'] as const;
const listed = async ({ provider, context }: Pick<ReturnType<typeof openBank>, 'provider' | 'context'>) =>
  mustSucceed(await provider.list(context(), ...ALWAYS));

const key = (keyType: 'CPF' | 'EMAIL' | 'PHONE', text: string): Partial<PayoutRequest> => ({
  method: { kind: 'PIX_KEY', keyType, key: text },
});

describe('A18: the sandbox bank tells whom it paid, masked', () => {
  test.each<[string, Partial<PayoutRequest>, string]>([
    ['an e-mail', key('EMAIL', 'fulano@exemplo.com'), 'f***@***.com'],
    ['a CPF', key('CPF', '52998224725'), '***.***.***-25'],
    ['a phone', key('PHONE', '+5511987654321'), '+55*****4321'],
    ['the key of a code', codeWith({ amountCents: 10_000n }), 'f***@***.com'],
  ])('%s', async (_name, changes, told) => {
    const bank = openBank();
    const request = bank.order(changes);
    expect(mustSucceed(await bank.create(request)).payee).toEqual({ key: told });
    expect(mustSucceed(await bank.get(request)).payee).toEqual({ key: told });
    expect((await listed(bank)).map(({ payee }) => payee)).toEqual([{ key: told }]);
  });

  test('and says nothing where an order names no key', async () => {
    const bank = openBank();
    const barcode = boletoOf(10_000n, '17');
    await bank.create(bank.order({ method: { kind: 'BOLETO', barcode, line: barcode } }));
    const [item] = await listed(bank);
    expect(item).toBeDefined();
    expect(item).not.toHaveProperty('payee');
  });

  test('enough to tell two payees of one amount apart, and never too little to know the own one', async () => {
    const bank = openBank();
    await bank.create(bank.order({}));
    const [item] = await listed(bank);
    const method = (text: string): PayoutMethod => ({ kind: 'PIX_KEY', keyType: 'EMAIL', key: text });
    expect(isAnotherPayee(item?.payee, method('fulano@exemplo.com'))).toBe(false);
    expect(isAnotherPayee(item?.payee, method('sicrano@exemplo.com'))).toBe(true);
  });
});

test('A18: a window of more than the bank lists is refused, and never told in part', async () => {
  const bank = openBank();
  for (let count = 0; count <= LIST_LIMIT; count += 1) await bank.create(bank.order({}));
  expect(await bank.provider.list(bank.context(), ...ALWAYS)).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
});

test('A7: a callback names the provider that makes it', async () => {
  const bank = openBank();
  const request = bank.order({});
  await bank.create(request);
  bank.clock.advance(2_000);
  await bank.callbacks.makeDue();
  const hints = [{ kind: 'payout', key: request.idempotencyKey }];
  expect(bank.hints).toMatchObject([{ source: `bank/${bank.provider.name}`, hints }]);
});
