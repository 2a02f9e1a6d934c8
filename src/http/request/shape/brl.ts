import { registerDecorator } from 'class-validator';
import { parseMinor, toJsonNumber } from '../../../../aggregates/money';

/** Integer cents by the number's decimal text; null unless positive with at most 2 decimals. */
export const centsOf = (amount: number): bigint | null => {
  const cents = parseMinor(`${amount}`, 2);
  return cents !== null && cents > 0n ? cents : null;
};

/** The JSON number that the specification asks for. */
export const brlNumber = (cents: bigint): number => toJsonNumber(cents, 2);

export const IsBrl =
  () =>
  (target: object, propertyName: string): void => {
    registerDecorator({
      name: 'isBrl',
      target: target.constructor,
      propertyName,
      validator: {
        validate: (value: unknown) => typeof value === 'number' && centsOf(value) !== null,
        defaultMessage: () => 'must be greater than zero with at most 2 decimals',
      },
    });
  };
