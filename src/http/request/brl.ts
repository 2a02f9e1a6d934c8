import { registerDecorator } from 'class-validator';
import { parseMinor, toJsonNumber } from '../../../aggregates/money';

/** BRL as a JSON number to integer cents, by its decimal text; null unless positive with at most 2 decimals. */
export const centsOf = (amount: number): bigint | null => {
  const cents = parseMinor(`${amount}`, 2);
  return cents !== null && cents > 0n ? cents : null;
};

/** BRL as the JSON number that the specification types it as. */
export const brlNumber = (cents: bigint): number => toJsonNumber(cents, 2);

/** The field, when present, is an amount in BRL. */
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
