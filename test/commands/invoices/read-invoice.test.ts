import { parseBoleto } from '../../../aggregates/codes/boleto';
import { buildGiftCardCode } from '../../../aggregates/codes/gift-card';
import { type InvoiceInput, readInvoice } from '../../../commands/invoices/read-invoice';
import type { PayoutProvider } from '../../../commands/ports/providers/payout-provider';
import { asking } from '../../core';
import { failed, offering } from '../../doubles/scripted-provider';
import { boletoOf } from '../../samples/boletos';
import { caller, dynamicCode, quoting } from '../../samples/quoting';

const nothing = { user: caller, invoiceCode: null, amountCents: null };

const reading = (input: Partial<InvoiceInput>, provider: Partial<PayoutProvider> = {}) => {
  const deps = quoting();
  const answering = { ...deps.bank, ...provider };
  return readInvoice({ ...deps, payoutProviders: offering(answering) }, { ...nothing, ...input }, asking());
};

const lineOf = (barcode: string): string => {
  const result = parseBoleto(barcode, '2026-11-20');
  return result.ok ? result.boleto.line : '';
};

describe('a dynamic PIX code', () => {
  const location = 'pix.sandbox.example/qr';
  const fixed = (isFixed: boolean) => ({ kind: 'PIX_BRCODE', amountIsFixed: isFixed });

  test('costs the amount of its charge when another amount is printed', async () => {
    const invoiceCode = dynamicCode(`${location}/interest`, 10_000n);
    const charged = { amountCents: 10_200n, instruction: fixed(true), destinationMasked: 'pix.sandbox.example' };
    expect(await reading({ invoiceCode })).toMatchObject(charged);
    expect(await reading({ invoiceCode, amountCents: 10_200n })).toMatchObject(charged);
    const printed = reading({ invoiceCode, amountCents: 10_000n });
    await expect(printed).rejects.toMatchObject({ rejection: { fieldErrors: { amount: expect.any(String) } } });
  });

  test('costs the amount of its charge when the same amount is printed', async () => {
    const invoice = await reading({ invoiceCode: dynamicCode(`${location}/1`, 10_000n) });
    expect(invoice).toMatchObject({ amountCents: 10_000n, instruction: fixed(true) });
  });

  test('costs the amount of the user when its charge is open', async () => {
    const invoiceCode = dynamicCode(`${location}/open`, 10_000n);
    const said = await reading({ invoiceCode, amountCents: 123n });
    expect(said).toMatchObject({ amountCents: 123n, instruction: fixed(false) });
    const silent = reading({ invoiceCode });
    await expect(silent).rejects.toMatchObject({ rejection: { fieldErrors: { amount: expect.any(String) } } });
  });

  test('is refused when its charge has no amount', async () => {
    const asked = reading({ invoiceCode: dynamicCode(`${location}/unpriced`, 10_000n), amountCents: 10_000n });
    await expect(asked).rejects.toMatchObject({ rejection: { code: 'INVALID_CODE' } });
  });
});

describe('a boleto', () => {
  const barcode = boletoOf(25_000n);

  test.each([
    ['barcode', barcode],
    ['line', lineOf(barcode)],
    [
      'formatted line',
      lineOf(barcode)
        .replace(/^(\d{5})/, '$1.')
        .replace(/(\d{14})$/, ' $1'),
    ],
  ])('is paid by its %s', async (_form, invoiceCode) => {
    expect(await reading({ invoiceCode })).toEqual({
      kind: 'BOLETO',
      instruction: { kind: 'BOLETO', barcode, line: lineOf(barcode) },
      amountCents: 25_000n,
      destinationMasked: '001-*-0017',
    });
  });

  test('costs the amount in the registry when another one is printed', async () => {
    expect(await reading({ invoiceCode: boletoOf(25_000n, '04') })).toMatchObject({ amountCents: 25_500n });
    const printed = reading({ invoiceCode: boletoOf(25_000n, '04'), amountCents: 25_000n });
    await expect(printed).rejects.toMatchObject({ rejection: { fieldErrors: { amount: expect.any(String) } } });
  });

  test('costs the amount of the user when it has none', async () => {
    expect(await reading({ invoiceCode: boletoOf(0n), amountCents: 123n })).toMatchObject({ amountCents: 123n });
    const silent = reading({ invoiceCode: boletoOf(0n) });
    await expect(silent).rejects.toMatchObject({ rejection: { fieldErrors: { amount: expect.any(String) } } });
  });

  test.each(['01', '02', '03'])('is refused by the institution with the ending %s', async (ending) => {
    const asked = reading({ invoiceCode: boletoOf(25_000n, ending) });
    await expect(asked).rejects.toMatchObject({ rejection: { code: 'INVALID_CODE' } });
  });
});

describe('a gift card', () => {
  test('is bought at its face value', async () => {
    expect(await reading({ invoiceCode: 'gc-sbx-steam-5000-ds' })).toEqual({
      kind: 'GIFT_CARD',
      instruction: { kind: 'GIFT_CARD', productCode: 'GC-SBX-STEAM-5000-DS' },
      amountCents: 5_000n,
      destinationMasked: 'Steam',
      soldBy: 'SBX',
    });
  });

  test.each([
    ['of an unknown product', buildGiftCardCode('SBX', 'NOSUCH', 5_000n)],
    ['of another provider', buildGiftCardCode('ABC', 'STEAM', 5_000n)],
    ['of a value that is not sold', buildGiftCardCode('SBX', 'STEAM', 999n)],
    ['that is sold out', buildGiftCardCode('SBX', 'SOLDOUT', 5_000n)],
  ])('%s is refused by the institution', async (_what, invoiceCode) => {
    await expect(reading({ invoiceCode })).rejects.toMatchObject({ rejection: { code: 'INVALID_CODE' } });
  });
});

describe('a PIX key', () => {
  test.each([
    ['fulano@exemplo.com', null, 'EMAIL', 'fulano@exemplo.com'],
    ['529.982.247-25', null, 'CPF', '52998224725'],
    ['11900000083', 'CPF', 'CPF', '11900000083'],
    ['11900000083', 'PHONE', 'PHONE', '+5511900000083'],
    ['+5511987654321', null, 'PHONE', '+5511987654321'],
    ['\tfulano@exemplo.com\u00a0\n', null, 'EMAIL', 'fulano@exemplo.com'],
  ] as const)('%s of kind %s is a %s', async (text, kind, keyType, key) => {
    const invoice = await reading({ pixKey: { text, kind }, amountCents: 100n });
    expect(invoice).toMatchObject({ kind: 'PIX_KEY', instruction: { kind: 'PIX_KEY', keyType, key } });
    expect(invoice.destinationMasked).not.toContain(key);
  });

  test.each([
    ['has two possible kinds', { pixKey: { text: '11900000083', kind: null }, amountCents: 100n }, 'pixKey'],
    ['is a bare mobile number', { pixKey: { text: '11987654321', kind: null }, amountCents: 100n }, 'pixKey'],
    ['differs from its kind', { pixKey: { text: '11987654321', kind: 'CPF' as const }, amountCents: 100n }, 'pixKey'],
    ['has no amount', { pixKey: { text: 'a@b.co', kind: null } }, 'amount'],
    ['has a code beside it', { pixKey: { text: 'a@b.co', kind: null }, invoiceCode: 'x' }, 'invoiceCode'],
    ['and a code are both absent', {}, 'invoiceCode'],
  ])('is refused when it %s', async (_why, input, field) => {
    const fieldErrors = { [field]: expect.any(String) };
    await expect(reading(input)).rejects.toMatchObject({ rejection: { code: 'VALIDATION_ERROR', fieldErrors } });
  });

  test('is quoted when the provider names no payee, and keeps the look-up for the order', async () => {
    const resolveKey: PayoutProvider['resolveKey'] = async ({ userId }) => {
      expect(userId).toBe(caller.userId);
      return { ok: true, value: { payeeName: null, lookUpId: 'E1' } };
    };
    const invoice = await reading({ pixKey: { text: 'a@b.co', kind: null }, amountCents: 100n }, { resolveKey });
    expect(invoice.instruction).toEqual({ kind: 'PIX_KEY', keyType: 'EMAIL', key: 'a@b.co', lookUpId: 'E1' });
  });

  test.each([
    'fail.notfound@sandbox.example',
    'fail.fraud@sandbox.example',
  ])('%s is refused by the directory', async (text) => {
    const asked = reading({ pixKey: { text, kind: null }, amountCents: 100n });
    await expect(asked).rejects.toMatchObject({ rejection: { code: 'INVALID_PIX_KEY' } });
  });
});

describe('the payment institution', () => {
  const inputs: readonly [string, Partial<InvoiceInput>][] = [
    ['boleto', { invoiceCode: boletoOf(25_000n) }],
    ['gift card', { invoiceCode: 'GC-SBX-STEAM-5000-DS' }],
    ['PIX key', { pixKey: { text: 'a@b.co', kind: null }, amountCents: 100n }],
  ];

  test.each(inputs)('refuses a %s with PROVIDER_FAILURE when it does not answer', async (_what, input) => {
    const silent = async () => failed('UNAVAILABLE');
    const provider = { resolveBoleto: silent, resolveGiftCard: silent, resolveKey: silent };
    await expect(reading(input, provider)).rejects.toMatchObject({ rejection: { code: 'PROVIDER_FAILURE' } });
  });

  test.each(inputs)('is required: a %s is not quoted without one', async (_what, input) => {
    const asked = readInvoice({ ...quoting(), payoutProviders: offering() }, { ...nothing, ...input }, asking());
    await expect(asked).rejects.toMatchObject({ rejection: { code: 'PROVIDER_NOT_CONFIGURED' } });
  });
});
