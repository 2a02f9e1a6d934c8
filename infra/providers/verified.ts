import type { KycAnswer } from '../../commands/ports/providers/kyc-provider';

type Text = string | null | undefined;

/** The first of these numbers that can be parsed. Null: none can. */
export const numberIn = (parse: (words: string) => string | null, numbers: readonly Text[]): string | null =>
  numbers.map((number) => parse(number ?? '')).find((number) => number !== null) ?? null;

const theOne = (values: readonly Text[]): string | undefined => {
  const given = new Set(values.filter((value): value is string => typeof value === 'string' && value !== ''));
  return given.size === 1 ? [...given][0] : undefined;
};

/** Data of several documents. Documents of two persons verify neither. */
export const verifiedBy = (
  numbers: readonly Text[],
  birthDates: readonly Text[],
): NonNullable<KycAnswer['verified']> => {
  const [document, birthDate] = [theOne(numbers), theOne(birthDates)];
  return { ...(document === undefined ? {} : { document }), ...(birthDate === undefined ? {} : { birthDate }) };
};
