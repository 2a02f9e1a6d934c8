import {
  inferPixKey,
  maskPixKey,
  type PixKeyKind,
  parsePixKey,
  pixKeyOfCode,
  possiblePixKeys,
} from '../../../aggregates/codes/pix-key';
import vectors from '../../data/codes.json';
import { expectEveryRow } from '../../every-row';

const typed = vectors.pixKeys.filter((vector) => vector.kind !== null);
const untyped = vectors.pixKeys.filter((vector) => vector.kind === null);

describe('a PIX key whose kind is named', () => {
  test('is stored in the form of its kind', () =>
    expectEveryRow(
      typed,
      ({ text }) => text,
      ({ kind, text, stored }) => {
        expect(parsePixKey(kind as PixKeyKind, text)).toBe(stored);
      },
    ));

  test('has the country code of a phone number', () =>
    expectEveryRow<[PixKeyKind, string, string]>(
      [
        ['PHONE', '11987654321', '+5511987654321'],
        ['PHONE', '+55 (11) 98765-4321', '+5511987654321'],
        ['PHONE', '+14155552671', '+14155552671'],
      ],
      JSON.stringify,
      ([kind, text, stored]) => {
        expect(parsePixKey(kind, text)).toBe(stored);
      },
    ));

  test('is refused when the text is of another kind', () =>
    expectEveryRow<[PixKeyKind, string]>(
      [
        ['CPF', '11987654321'],
        ['CNPJ', '52998224725'],
        ['PHONE', '5511987654321'],
        ['PHONE', '20987654321'],
        ['EMAIL', 'nobody'],
        ['EMAIL', `${'a'.repeat(70)}@bank.example`],
        ['EMAIL', 'a b@bank.example'],
        ['EVP', '123e4567e12b12d1a456426655440000'],
      ],
      JSON.stringify,
      ([kind, text]) => {
        expect(parsePixKey(kind, text)).toBeNull();
      },
    ));
});

describe('a PIX key that a change of case would change', () => {
  test('is no key with other characters, whether the kind is named or guessed', () =>
    expectEveryRow<[PixKeyKind, string]>(
      [
        ['EMAIL', 'bo\u212a@bank.example'],
        ['EMAIL', 'bob@ban\u212a.example'],
        ['CNPJ', '12.AB\u017f.345/01DE-28'],
        ['CPF', '\uff1529.982.247-25'],
        ['PHONE', '+55\uff111987654321'],
        ['EVP', '123e4567-e12b-12d1-a456-42665544000\uff10'],
        ['EMAIL', 'bob\u0000@bank.example'],
        ['EMAIL', 'bob@bank.example\n'],
      ],
      JSON.stringify,
      ([kind, text]) => {
        expect([parsePixKey(kind, text), inferPixKey(text), pixKeyOfCode(text)]).toEqual([null, null, null]);
      },
    ));
});

describe('a PIX key whose kind is not named', () => {
  test('has its possible kinds', () =>
    expectEveryRow(
      untyped,
      ({ text }) => text,
      ({ text, possible }) => {
        expect(possiblePixKeys(text).map(({ kind }) => kind)).toEqual(possible);
      },
    ));

  test('gets the kind of its form', () =>
    expectEveryRow(
      [
        ['52998224725', 'CPF'],
        ['+5511987654321', 'PHONE'],
        ['pix@bcb.gov.br', 'EMAIL'],
        ['12.ABC.345/01DE-35', 'CNPJ'],
        ['123e4567-e12b-12d1-a456-426655440000', 'EVP'],
      ],
      JSON.stringify,
      ([text, kind]) => {
        expect(inferPixKey(text)?.kind).toBe(kind);
      },
    ));

  test('is not guessed when it is ambiguous', () =>
    expectEveryRow(['11987654321', '11900000083', '', 'x', '1'.repeat(100)], JSON.stringify, (text) => {
      expect(inferPixKey(text)).toBeNull();
    }));
});

describe('a masked key', () => {
  test('is shown by its last characters', () =>
    expectEveryRow<[PixKeyKind, string, string]>(
      [
        ['CPF', '52998224725', '***.***.***-25'],
        ['CNPJ', '12ABC34501DE35', '**.***.***/01DE-35'],
        ['PHONE', '+5511987654321', '+55*****4321'],
        ['EMAIL', 'maria.silva@mariasilva.com.br', 'm***@***.br'],
        ['EVP', '123e4567-e12b-12d1-a456-426655440000', '****-0000'],
      ],
      JSON.stringify,
      ([kind, key, shown]) => {
        expect(maskPixKey({ kind, key })).toBe(shown);
      },
    ));
});
