import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import { BR_CODE_MAX_LENGTH, type BrCodeResult, locationHost, parseBrCode } from '../../../aggregates/codes/br-code';
import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import { crc16 } from '../../../aggregates/codes/crc16';
import { tlv } from '../../../aggregates/codes/tlv';
import { payeeNames, pixKeys } from '../../../packages/testing/src/arbitraries';
import vectors from '../../data/codes.json';
import { expectEveryRow } from '../../every-row';
import fc from '../../properties';

const read = (text: string) => {
  const result = parseBrCode(text);
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  return result.code;
};

const reasonFor = (result: BrCodeResult): string => (result.ok ? 'none' : result.reason);

/** A static code out of fields, with a right checksum. */
const codeOf = (changes: Readonly<Record<string, string>>): string => {
  const account = tlv('00', 'br.gov.bcb.pix') + tlv('01', 'fulano@exemplo.com');
  const fields = { '00': '01', '26': account, '52': '0000', '53': '986', '58': 'BR', '59': 'LOJA', '60': 'RECIFE' };
  const merged = Object.entries<string>({ ...fields, '62': tlv('05', '***'), ...changes });
  const body = merged.sort(([left], [right]) => (left < right ? -1 : 1)).map(([id, value]) => tlv(id, value));
  const text = `${body.join('')}6304`;
  return text + crc16(text);
};

const account = (...fields: readonly (readonly [string, string])[]): string =>
  tlv('00', 'br.gov.bcb.pix') + fields.map(([id, value]) => tlv(id, value)).join('');

const recurrence = account(['25', 'b.co/rec/1']);

describe('a printed PIX code', () => {
  test('is read', () =>
    expectEveryRow(
      vectors.payable,
      ({ name }) => name,
      ({ code, ...expected }) => {
        const { key, amountCents, ...rest } = read(code);
        const shown = {
          ...rest,
          key: key?.key ?? null,
          amountCents: amountCents?.toString() ?? null,
          name: expected.name,
        };
        expect(shown).toEqual({ ...expected, description: null });
      },
    ));

  test('is refused with its reason', () =>
    expectEveryRow(
      vectors.refused,
      ({ name }) => name,
      ({ code, reason }) => {
        expect(reasonFor(parseBrCode(code))).toBe(reason);
      },
    ));

  test('gives the same result as an independent library', () =>
    expectEveryRow(
      vectors.payable,
      ({ name }) => name,
      ({ code }) => {
        const mine = read(code);
        const theirs = getPixPayloadInfo(code);
        expect(theirs).toMatchObject({ merchantName: mine.payeeName, merchantCity: mine.payeeCity });
        expect([theirs?.key ?? null, theirs?.url ?? null]).toEqual([mine.key?.key ?? null, mine.location]);
        // The library leaves out amount and txid of dynamic codes, whose truth lies behind their location.
        const { amountCents, txid } = mine.kind === 'STATIC' ? mine : { amountCents: null, txid: null };
        expect(theirs?.txid ?? null).toBe(txid);
        expect(theirs?.amount ?? null).toBe(amountCents === null ? null : Number(amountCents) / 100);
      },
    ));
});

describe('a wrong PIX code', () => {
  test('is refused with its reason', () =>
    expectEveryRow(
      [
        ['whose first field is not the format', 'MALFORMED', codeOf({}).slice(6)],
        ['of another format', 'MALFORMED', codeOf({ '00': '02' })],
        ['that goes on after its checksum', 'MALFORMED', `${codeOf({})}640201`],
        ['with white space around it', 'MALFORMED', `${codeOf({})}\u0020`],
        ['with two amounts', 'MALFORMED', codeOf({ '54': '10.00' }).replace('540510.00', '540510.00540590.00')],
        ['that names a key and a location', 'MALFORMED', codeOf({ '26': account(['01', 'a@b.co'], ['25', 'b.co/1']) })],
        ['with two PIX accounts', 'MALFORMED', codeOf({ '27': account(['01', 'other@exemplo.com']) })],
        ['whose account is not made of fields', 'MALFORMED', codeOf({ '26': '0099x' })],
        ['whose location has a scheme', 'MALFORMED', codeOf({ '26': account(['25', 'https://bank.example/1']) })],
        ['whose location is only a host', 'MALFORMED', codeOf({ '26': account(['25', 'bank.example']) })],
        ['without a payee', 'MALFORMED', codeOf({ '59': ' ' })],
        ['of another arrangement', 'NOT_PIX', codeOf({ '26': tlv('00', 'com.example.pay') + tlv('01', 'a@b.co') })],
        ['that names neither key nor location', 'NOT_PAYABLE', codeOf({ '26': account() })],
        ['for a cash withdrawal', 'NOT_PAYABLE', codeOf({ '26': account(['01', 'a@b.co'], ['03', '12345678']) })],
        [
          'for a charge that starts a recurrence',
          'NOT_PAYABLE',
          codeOf({ '26': account(['25', 'b.co/1']), '95': recurrence }),
        ],
        ['of another country', 'COUNTRY', codeOf({ '58': 'AR' })],
        ['with an amount of three decimals', 'AMOUNT', codeOf({ '54': '98.735' })],
        ['with an amount of two points', 'AMOUNT', codeOf({ '54': '9.8.7' })],
        ['with a signed amount', 'AMOUNT', codeOf({ '54': '+98' })],
        ['with an amount without reais', 'AMOUNT', codeOf({ '54': '.98' })],
        ['with a comma in its amount', 'AMOUNT', codeOf({ '54': '98,73' })],
        ['with an amount in exponents', 'AMOUNT', codeOf({ '54': '1e3.00' })],
        ['with eleven digits of reais', 'AMOUNT', codeOf({ '54': '12345678901.00' })],
        ['whose key is of no kind', 'KEY', codeOf({ '26': account(['01', '11987654321']) })],
        ['whose txid has other characters', 'TXID', codeOf({ '62': tlv('05', 'PEDIDO-1') })],
        ['whose characters are not ASCII', 'NOT_ASCII', codeOf({ '59': 'LOJA DA JOAO' }).replace('JOAO', 'JOÃO')],
      ],
      ([what]) => what,
      ([_what, reason, code]) => {
        expect(reasonFor(parseBrCode(code))).toBe(reason);
      },
    ));

  test('is refused by its length before a character is read', () => {
    const forbidden = new Proxy(
      {},
      {
        get: (_target, property) => {
          if (property === 'length') return BR_CODE_MAX_LENGTH + 1;
          throw new Error(`touched ${String(property)}`);
        },
      },
    ) as string;
    expect(reasonFor(parseBrCode(forbidden))).toBe('TOO_LONG');
  });
});

describe('a PIX code', () => {
  test.each([
    ['98', 9_800n],
    ['98.', 9_800n],
    ['98.7', 9_870n],
    ['98.73', 9_873n],
    ['0.5', 50n],
    ['0.', null],
  ])('reads the amount %s exactly', (text, cents) => {
    expect(read(codeOf({ '54': text })).amountCents).toBe(cents);
  });

  test('leaves the amount to the payer when its amount is zero', () => {
    expect(read(codeOf({ '54': '0.00' })).amountCents).toBeNull();
  });

  test('may contain accounts of other arrangements', () => {
    expect(read(codeOf({ '27': tlv('00', 'com.example.pay') })).key?.key).toBe('fulano@exemplo.com');
  });

  test('pays only its key when it also contains a recurrence', () => {
    const code = { kind: 'STATIC', key: { key: 'fulano@exemplo.com' }, recurrenceLocation: 'b.co/rec/1' };
    expect(read(codeOf({ '80': recurrence }))).toMatchObject(code);
  });

  test('shows the host of its location', () => {
    expect(locationHost('pix.example.com/qr/1')).toBe('pix.example.com');
  });
});

describe('any PIX code', () => {
  test('can be read back after it was built, here and by an independent library', () => {
    const amounts = fc.option(fc.bigInt({ min: 1n, max: 999_999_999_999n }), { nil: undefined });
    const property = fc.property(
      pixKeys,
      payeeNames,
      payeeNames,
      amounts,
      ({ key }, payeeName, payeeCity, amountCents) => {
        const amount = amountCents === undefined ? {} : { amountCents };
        const text = buildStaticBrCode({ key, payeeName, payeeCity, txid: 'PEDIDO1', ...amount });
        expect(read(text)).toMatchObject({ kind: 'STATIC', payeeName, payeeCity, amountCents: amountCents ?? null });
        expect(getPixPayloadInfo(text)?.key).toBe(key);
      },
    );
    fc.assert(property);
  });

  test('is refused when a character changes', () => {
    const code = codeOf({ '54': '10.00' });
    const places = fc.integer({ min: 0, max: code.length - 1 });
    const property = fc.property(
      places,
      fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'Z'),
      (place, character) => {
        fc.pre(code[place]?.toUpperCase() !== character.toUpperCase());
        expect(parseBrCode(code.slice(0, place) + character + code.slice(place + 1)).ok).toBe(false);
      },
    );
    fc.assert(property);
  });

  test('never makes the parser throw, not even with fifty thousand hostile characters', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 700 }),
      fc.stringMatching(/^(?:\d{4}[ -~]{0,9}){0,60}$/),
      fc.constantFrom('0', '00', '2600', '6304', '\u0000', '0099').map((piece) => piece.repeat(50_000 / piece.length)),
    );
    const property = fc.property(hostile, (text) => {
      expect(typeof reasonFor(parseBrCode(text))).toBe('string');
    });
    fc.assert(property);
  });
});
