import fc from 'fast-check';
import { parseBoleto } from '../../../../aggregates/codes/boleto';
import { parseBrCode } from '../../../../aggregates/codes/br-code';
import { buildStaticBrCode } from '../../../../aggregates/codes/build-br-code';
import { mod10, mod11, mod11OfBank } from '../../../../aggregates/codes/check-digits';
import type { PixKey } from '../../../../aggregates/codes/pix-key';
import { isCnpj, isCpf } from '../../../../aggregates/codes/tax-id';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

const HEAVIEST_OF_CPF = 11;

const checked = (base: string, heaviest?: number): string => {
  const first = base + mod11(base, heaviest);
  return first + mod11(first, heaviest);
};

export const cpfs: fc.Arbitrary<string> = digits(9)
  .map((base) => checked(base, HEAVIEST_OF_CPF))
  .filter(isCpf);

/** Alphanumeric, as they are since July 2026. */
export const cnpjs: fc.Arbitrary<string> = fc
  .stringMatching(/^[0-9A-Z]{12}$/)
  .map((base) => checked(base))
  .filter(isCnpj);

const ofKind = (kind: PixKey['kind'], keys: fc.Arbitrary<string>): fc.Arbitrary<PixKey> =>
  keys.map((key) => ({ kind, key }));

/** In the form that the service stores. */
export const pixKeys: fc.Arbitrary<PixKey> = fc.oneof(
  ofKind('CPF', cpfs),
  ofKind('CNPJ', cnpjs),
  ofKind('PHONE', fc.stringMatching(/^\+55119[0-9]{8}$/)),
  ofKind('EMAIL', fc.stringMatching(/^[a-z][a-z0-9]{0,19}@[a-z]{1,19}\.example$/)),
  ofKind('EVP', fc.uuid()),
);

const letters = fc.string({ unit: fc.constantFrom(...'ABZ az19.-'.split('')), minLength: 1, maxLength: 15 });

/** Names and cities that fit a BR Code. */
export const payeeNames: fc.Arbitrary<string> = letters.filter((text) => text.trim() !== '');

/** Static codes, with an amount or without one. */
export const brCodes: fc.Arbitrary<string> = fc
  .tuple(pixKeys, payeeNames, payeeNames, fc.option(fc.bigInt({ min: 1n, max: 999_999_999_999n })))
  .map(([{ key }, payeeName, payeeCity, amountCents]) =>
    buildStaticBrCode({ key, payeeName, payeeCity, ...(amountCents === null ? {} : { amountCents }) }),
  );

/** The same text with one character replaced. */
const misprinted = (texts: fc.Arbitrary<string>, characters: string): fc.Arbitrary<string> =>
  fc.tuple(texts, fc.nat(), fc.constantFrom(...characters.split(''))).map(([text, place, character]) => {
    const at = place % text.length;
    return text.slice(0, at) + character + text.slice(at + 1);
  });

/** Misprinted or cut off: no parser takes them. */
export const brokenBrCodes: fc.Arbitrary<string> = fc
  .oneof(
    misprinted(brCodes, '0123456789aZ'),
    fc.tuple(brCodes, fc.integer({ min: 1, max: 30 })).map(([code, cut]) => code.slice(0, -cut)),
  )
  .filter((code) => !parseBrCode(code).ok);

const bankBoletos = fc
  .tuple(digits(3), digits(14), digits(25))
  .filter(([bank]) => !bank.startsWith('8') && bank !== '000')
  .map(([bank, factorAndValue, freeField]) => {
    const rest = factorAndValue + freeField;
    return `${bank}9${mod11OfBank(`${bank}9${rest}`)}${rest}`;
  });

const collectionBoletos = fc.tuple(fc.constantFrom('6', '7', '8', '9'), digits(40)).map(([valueId, rest]) => {
  const check = valueId === '6' || valueId === '7' ? mod10 : mod11;
  return `84${valueId}${check(`84${valueId}${rest}`)}${rest}`;
});

/** Barcodes of 44 digits: of banks and of collections. */
export const boletos: fc.Arbitrary<string> = fc.oneof(bankBoletos, collectionBoletos);

const ANY_DAY = '2026-11-20';

export const brokenBoletos: fc.Arbitrary<string> = misprinted(boletos, '0123456789').filter(
  (barcode) => !parseBoleto(barcode, ANY_DAY).ok,
);
