import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import { isCnpj, isCpf, parseCnpj, parseCpf } from '../../../aggregates/codes/tax-id';
import vectors from '../../data/codes.json';
import { expectEveryRow } from '../../every-row';
import fc from '../../properties';

describe('a CPF', () => {
  test('is valid with right digits', () =>
    expectEveryRow(vectors.cpf.valid, String, (text) => {
      expect(parseCpf(text)).toBe(text.replace(/\D/g, ''));
    }));

  test('is invalid with wrong digits', () =>
    expectEveryRow(
      [...vectors.cpf.invalid, '529.982.247-2 5', '52998224725\n', '５2998224725'],
      JSON.stringify,
      (text) => {
        expect(parseCpf(text)).toBeNull();
      },
    ));

  test('is judged as an independent library judges it', () => {
    const base = fc.stringMatching(/^\d{9}$/);
    const property = fc.property(base, fc.stringMatching(/^\d{2}$/), (digits, check) => {
      expect(isCpf(digits + check)).toBe(isValidCpf(digits + check));
      const valid = Array.from({ length: 100 }, (_, index) => digits + index.toString().padStart(2, '0')).filter(isCpf);
      expect(valid.length).toBeLessThanOrEqual(1);
      for (const cpf of valid) expect(isValidCpf(cpf)).toBe(true);
    });
    fc.assert(property);
  });
});

describe('a CNPJ', () => {
  test('is valid with right digits', () =>
    expectEveryRow(vectors.cnpj.valid, String, (text) => {
      expect(parseCnpj(text)).toBe(text.toUpperCase().replace(/[^0-9A-Z]/g, ''));
    }));

  test('may contain an s', () => {
    expect(parseCnpj('12abs34501de28')).toBe('12ABS34501DE28');
  });

  test('is invalid with wrong digits', () =>
    expectEveryRow(
      [...vectors.cnpj.invalid, '12ABC34501DE3', '12-ABC-345/01DE-35', '12ab\u017f34501de28', '12ABC34501DE3\uff15'],
      JSON.stringify,
      (text) => {
        expect(parseCnpj(text)).toBeNull();
      },
    ));

  test('is judged as an independent library judges it', () => {
    const property = fc.property(fc.stringMatching(/^[0-9A-Z]{12}$/), (base) => {
      const valid = Array.from({ length: 100 }, (_, index) => base + index.toString().padStart(2, '0')).filter(isCnpj);
      expect(valid).toHaveLength(1);
      for (const cnpj of valid) expect(isValidCnpj(cnpj, { version: 2 })).toBe(true);
    });
    fc.assert(property);
  });
});
