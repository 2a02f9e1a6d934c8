import {
  inferPixKey,
  maskPixKey,
  type PixKeyKind,
  parsePixKey,
  pixKeyOfCode,
  possiblePixKeys,
} from '../../../aggregates/codes/pix-key';
import vectors from '../../data/codes.json';

const typed = vectors.pixKeys.filter((vector) => vector.kind !== null);
const untyped = vectors.pixKeys.filter((vector) => vector.kind === null);

describe('a PIX key whose kind is named', () => {
  test.each(typed)('$kind $text is stored as $stored', ({ kind, text, stored }) => {
    expect(parsePixKey(kind as PixKeyKind, text)).toBe(stored);
  });

  test.each<[PixKeyKind, string, string]>([
    ['PHONE', '11987654321', '+5511987654321'],
    ['PHONE', '+55 (11) 98765-4321', '+5511987654321'],
    ['PHONE', '+14155552671', '+14155552671'],
  ])('%s %s is stored as %s', (kind, text, stored) => {
    expect(parsePixKey(kind, text)).toBe(stored);
  });

  test.each<[PixKeyKind, string]>([
    ['CPF', '11987654321'],
    ['CNPJ', '52998224725'],
    ['PHONE', '5511987654321'],
    ['PHONE', '20987654321'],
    ['EMAIL', 'nobody'],
    ['EMAIL', `${'a'.repeat(70)}@bank.example`],
    ['EMAIL', 'a b@bank.example'],
    ['EVP', '123e4567e12b12d1a456426655440000'],
  ])('%s %s is not of that kind', (kind, text) => {
    expect(parsePixKey(kind, text)).toBeNull();
  });
});

describe('a PIX key that a change of case would turn into another', () => {
  test.each<[PixKeyKind, string]>([
    ['EMAIL', 'bo\u212a@bank.example'],
    ['EMAIL', 'bob@ban\u212a.example'],
    ['CNPJ', '12.AB\u017f.345/01DE-28'],
    ['CPF', '\uff1529.982.247-25'],
    ['PHONE', '+55\uff111987654321'],
    ['EVP', '123e4567-e12b-12d1-a456-42665544000\uff10'],
    ['EMAIL', 'bob\u0000@bank.example'],
    ['EMAIL', 'bob@bank.example\n'],
  ])('%s %j is none, named or guessed', (kind, text) => {
    expect([parsePixKey(kind, text), inferPixKey(text), pixKeyOfCode(text)]).toEqual([null, null, null]);
  });
});

describe('a PIX key whose kind is not named', () => {
  test.each(untyped)('$text could be $possible', ({ text, possible }) => {
    expect(possiblePixKeys(text).map(({ kind }) => kind)).toEqual(possible);
  });

  test.each([
    ['52998224725', 'CPF'],
    ['+5511987654321', 'PHONE'],
    ['pix@bcb.gov.br', 'EMAIL'],
    ['12.ABC.345/01DE-35', 'CNPJ'],
    ['123e4567-e12b-12d1-a456-426655440000', 'EVP'],
  ])('%s is taken for a %s', (text, kind) => {
    expect(inferPixKey(text)?.kind).toBe(kind);
  });

  test.each(['11987654321', '11900000083', '', 'x', '1'.repeat(100)])('%j is never guessed', (text) => {
    expect(inferPixKey(text)).toBeNull();
  });
});

describe('a masked key', () => {
  test.each<[PixKeyKind, string, string]>([
    ['CPF', '52998224725', '***.***.***-25'],
    ['CNPJ', '12ABC34501DE35', '**.***.***/01DE-35'],
    ['PHONE', '+5511987654321', '+55*****4321'],
    ['EMAIL', 'maria.silva@mariasilva.com.br', 'm***@***.br'],
    ['EVP', '123e4567-e12b-12d1-a456-426655440000', '****-0000'],
  ])('%s %s is shown as %s', (kind, key, shown) => {
    expect(maskPixKey({ kind, key })).toBe(shown);
  });
});
