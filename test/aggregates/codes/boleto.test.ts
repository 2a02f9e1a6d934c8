import { getBoletoInfo, isValidBoleto } from '@brazilian-utils/brazilian-utils';
import { BOLETO_MAX_LENGTH, dueDateOf, maskBoleto, parseBoleto } from '../../../aggregates/codes/boleto';
import { mod11OfBank } from '../../../aggregates/codes/check-digits';
import { boletos } from '../../../packages/testing/src/arbitraries';
import vectors from '../../data/codes.json';
import { expectEveryRow } from '../../every-row';
import fc from '../../properties';

const { today, bank, collection, refused } = vectors.boletos;

const read = (text: string) => {
  const result = parseBoleto(text, today);
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  return result.boleto;
};

const reasonFor = (text: string): string => {
  const result = parseBoleto(text, today);
  return result.ok ? 'none' : result.reason;
};

const inText = (cents: bigint | null): string | null => cents?.toString() ?? null;

describe('a printed boleto', () => {
  test('reads a boleto of a bank', () =>
    expectEveryRow(
      bank,
      ({ name }) => name,
      ({ name: _name, code, ...expected }) => {
        const boleto = read(code);
        expect({ ...boleto, amountCents: inText(boleto.amountCents) }).toEqual({ kind: 'BANK', ...expected });
      },
    ));

  test('reads a boleto of a collection', () =>
    expectEveryRow(
      collection,
      ({ name }) => name,
      ({ name: _name, code, ...expected }) => {
        const boleto = read(code);
        const shown = { ...boleto, amountCents: inText(boleto.amountCents) };
        expect(shown).toEqual({ kind: 'COLLECTION', dueDate: null, ...expected });
      },
    ));

  test('is the same as a line and as a barcode', () =>
    expectEveryRow(
      [...bank, ...collection],
      ({ name }) => name,
      ({ barcode, line }) => {
        expect(read(line)).toEqual(read(barcode));
      },
    ));

  test('is refused with its reason', () =>
    expectEveryRow(
      refused,
      ({ name }) => name,
      ({ code, reason }) => {
        expect(reasonFor(code)).toBe(reason);
      },
    ));

  // The library refuses the 44 digits of a bank's barcode, so the test gives it lines.
  test('gives the same result as an independent library', () =>
    expectEveryRow(
      [...bank, ...collection],
      ({ name }) => name,
      ({ line }) => {
        const mine = read(line);
        const theirs = getBoletoInfo(line, { referenceDate: new Date(`${today}T12:00:00Z`) });
        expect(theirs).not.toBeNull();
        expect(theirs?.amount).toBe(Number(mine.amountCents ?? 0n));
        if (mine.kind === 'BANK') expect(theirs?.bankCode).toBe(mine.bank);
        expect(theirs?.expirationDate?.toISOString().slice(0, 10) ?? null).toBe(mine.dueDate);
      },
    ));
});

describe('a boleto with right check digits', () => {
  test('gives the same result here and in an independent library', () => {
    const property = fc.property(boletos, (barcode) => {
      const boleto = read(barcode);
      expect(boleto).toMatchObject({ kind: barcode.startsWith('8') ? 'COLLECTION' : 'BANK', barcode });
      expect(isValidBoleto(boleto.line)).toBe(true);
      expect(read(boleto.line)).toEqual(boleto);
    });
    fc.assert(property);
  });

  test('is refused when a digit of a field changes', () => {
    const { line } = read(bank[0]?.code ?? '');
    const property = fc.property(fc.integer({ min: 0, max: 31 }), fc.integer({ min: 1, max: 9 }), (place, by) => {
      const changed = ((Number(line[place]) + by) % 10).toString();
      fc.pre(!(place === 0 && changed === '8'));
      expect(reasonFor(line.slice(0, place) + changed + line.slice(place + 1))).toMatch(/^FIELD_DV_[123]$/);
    });
    fc.assert(property);
  });
});

describe('a due date', () => {
  test.each([
    [9999, '2025-02-01', '2025-02-21'],
    [1000, '2025-02-01', '2025-02-22'],
    [1000, '2000-01-01', '2000-07-03'],
    [999, '2026-11-20', null],
    [0, '2026-11-20', null],
    // Neither date is within the window: the nearer one counts.
    [7552, '2026-11-20', '2018-06-11'],
    [8151, '2026-11-20T23:59:59.999Z', '2020-01-31'],
  ])('is computed from factor %i, read on %s, as %s', (factor, day, date) => {
    expect(dueDateOf(factor, day)).toBe(date);
  });
});

describe('a wrong boleto', () => {
  const checkedBarcode = (start: string, rest = `1482${'1'.repeat(35)}`): string =>
    start + mod11OfBank(start + rest) + rest;

  test('is refused with its reason', () =>
    expectEveryRow(
      [
        ['NOT_DIGITS', '００１９'],
        ['LENGTH', ''],
        ['LENGTH', '0'.repeat(46)],
        ['LENGTH', '8'.repeat(47)],
        ['BANK', checkedBarcode('0009')],
        ['CURRENCY', checkedBarcode('0018')],
        ['VALUE_ID', `845${'0'.repeat(41)}`],
        ['TOO_LONG', '0'.repeat(BOLETO_MAX_LENGTH + 1)],
      ],
      JSON.stringify,
      ([reason, text]) => {
        expect(reasonFor(text)).toBe(reason);
      },
    ));
});

test('shows a masked boleto by its bank or company, and the end of its line', () => {
  expect(maskBoleto(read(bank[0]?.code ?? ''))).toBe('341-*-9000');
  expect(maskBoleto(read(collection[0]?.code ?? ''))).toBe('84-0029-*-6108');
});
