import { parseBoleto } from '../../../aggregates/codes/boleto';
import { parseBrCode } from '../../../aggregates/codes/br-code';
import { parseGiftCardCode } from '../../../aggregates/codes/gift-card';
import { PAYMENT_CODE_MAX_LENGTH, readPaymentCode, summaryOf } from '../../../aggregates/codes/payment-code';
import { inferPixKey, parsePixKey, possiblePixKeys } from '../../../aggregates/codes/pix-key';
import { parseCnpj, parseCpf } from '../../../aggregates/codes/tax-id';
import vectors from '../../data/codes.json';
import { expectEveryRow } from '../../every-row';
import fc from '../../properties';

const { today } = vectors.boletos;

const summarised = (text: string) => {
  const result = readPaymentCode(text, today);
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  return { kind: result.code.kind, ...summaryOf(result.code) };
};

describe('a pasted code', () => {
  test('finds a PIX code by its start', () =>
    expectEveryRow(
      vectors.payable,
      ({ name }) => name,
      ({ code, amountCents, payeeName }) => {
        expect(summarised(code)).toEqual({
          kind: 'PIX_BRCODE',
          amountCents: amountCents === null ? null : BigInt(amountCents),
          amountEditable: amountCents === null,
          beneficiaryName: payeeName,
          dueDate: null,
        });
      },
    ));

  test('reads amount and date of a boleto', () =>
    expectEveryRow(
      [...vectors.boletos.bank, ...vectors.boletos.collection],
      ({ name }) => name,
      (vector) => {
        const { code, amountCents } = vector;
        expect(summarised(code)).toEqual({
          kind: 'BOLETO',
          amountCents: amountCents === null ? null : BigInt(amountCents),
          amountEditable: amountCents === null,
          beneficiaryName: null,
          dueDate: 'dueDate' in vector ? vector.dueDate : null,
        });
      },
    ));

  test('reads the amount of a gift card', () =>
    expectEveryRow(
      vectors.giftCards,
      ({ code }) => code,
      ({ code, amountCents }) => {
        const expected = { kind: 'GIFT_CARD', amountCents: BigInt(amountCents), amountEditable: false };
        expect(summarised(code)).toMatchObject(expected);
      },
    ));

  test('is refused with its probable kind', () =>
    expectEveryRow(
      [
        ...vectors.refused.map(({ code, reason }) => ({ code, reason, kind: 'PIX_BRCODE' })),
        ...vectors.boletos.refused.map(({ code, reason }) => ({ code, reason, kind: 'BOLETO' })),
        { code: 'gc-sbx-steam-5000-dx', reason: 'CHECK', kind: 'GIFT_CARD' },
        { code: '', reason: 'UNKNOWN_KIND', kind: null },
        { code: 'fulano@exemplo.com', reason: 'UNKNOWN_KIND', kind: null },
        { code: `0002${'0'.repeat(PAYMENT_CODE_MAX_LENGTH)}`, reason: 'TOO_LONG', kind: 'PIX_BRCODE' },
      ],
      JSON.stringify,
      ({ code, reason, kind }) => {
        expect(readPaymentCode(code, today)).toEqual({ ok: false, kind, reason });
      },
    ));

  test.each(['\n', '\r\n', '\t', ' ', '\u00a0', '\ufeff'])('reads a code between %j', (space) => {
    for (const { code } of [...vectors.payable, ...vectors.boletos.bank, ...vectors.giftCards]) {
      expect(readPaymentCode(space + code + space, today)).toEqual(readPaymentCode(code, today));
    }
  });

  test('measures a code without the white space around it', () => {
    const code = `0002${'0'.repeat(PAYMENT_CODE_MAX_LENGTH - 4)}`;
    expect(readPaymentCode(`${code}\n`, today)).toMatchObject({ reason: 'MALFORMED' });
  });

  test('never makes the reader throw', () => {
    const starts = fc.constantFrom('', '000201', '0002', 'GC-', 'gc-', '8', '3419', '00190');
    const rests = fc.oneof(fc.string({ maxLength: 120 }), fc.stringMatching(/^[0-9 .-]{0,90}$/));
    const property = fc.property(starts, rests, (start, rest) => {
      expect(typeof readPaymentCode(start + rest, today).ok).toBe('boolean');
    });
    fc.assert(property);
  });
});

/** Shapes that slow down parsers with backtracking: repetition, near misses at the end, nesting, other alphabets. */
const HOSTILE_LENGTH = 50_000;
const fill = (unit: string, end = ''): string => unit.repeat(Math.ceil(HOSTILE_LENGTH / unit.length)) + end;
const HOSTILE: readonly string[] = [
  fill('0'),
  fill('8'),
  fill(' '),
  fill('. - '),
  fill('0', 'x'),
  fill('0 ', '!'),
  fill('000201', '6304FFFF'),
  `000201${fill('2600')}`,
  fill('0002012699'),
  fill('GC-'),
  `GC-SBX-STEAM-${fill('9')}-DS`,
  `GC-${fill('A')}`,
  fill('a@', '.b'),
  `a@${fill('a.')}`,
  `a@${fill('a-', '_')}`,
  fill('+'),
  `+55${fill('1')}`,
  fill('(1', ')'),
  fill('12.', '-'),
  fill('123e4567-'),
  fill('\u0000'),
  fill('\ud800'),
  fill('\uff11'),
  fill('É'),
];

describe('fifty thousand hostile characters', () => {
  test('are refused by every parser', () =>
    expectEveryRow(
      HOSTILE.map((text) => ({ text, start: text.slice(0, 16) })),
      ({ start }) => start,
      ({ text }) => {
        expect(text.length).toBeGreaterThanOrEqual(HOSTILE_LENGTH);
        for (const reason of [
          parseBrCode(text),
          parseBoleto(text, today),
          parseGiftCardCode(text),
          readPaymentCode(text, today),
        ]) {
          expect(reason).toMatchObject({ ok: false, reason: 'TOO_LONG' });
        }
        const keys = (['CPF', 'CNPJ', 'PHONE', 'EMAIL', 'EVP'] as const).map((kind) => parsePixKey(kind, text));
        expect([...keys, inferPixKey(text), parseCpf(text), parseCnpj(text)]).toEqual(
          Array.from({ length: 8 }, () => null),
        );
        expect(possiblePixKeys(text)).toEqual([]);
      },
    ));

  test('are not read beyond the length and a few characters at the start', () => {
    const touched = new Set<string>();
    const start = '0002';
    const counting = new Proxy(
      {},
      {
        get: (_target, property) => {
          touched.add(String(property));
          if (property === 'length') return HOSTILE_LENGTH;
          if (property === 'startsWith') return (prefix: string) => start.startsWith(prefix);
          throw new Error(`touched ${String(property)}`);
        },
      },
    ) as unknown as string;
    expect(readPaymentCode(counting, today)).toMatchObject({ reason: 'TOO_LONG' });
    expect(parseBoleto(counting, today)).toMatchObject({ reason: 'TOO_LONG' });
    expect(parseGiftCardCode(counting)).toMatchObject({ reason: 'TOO_LONG' });
    expect([...touched].sort()).toEqual(['length', 'startsWith']);
  });
});
