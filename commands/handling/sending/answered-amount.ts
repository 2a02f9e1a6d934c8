import { invalidField } from '../../../aggregates/rejection';

/** Base units, at least 1: no amount of a chain has more than 78 digits (2^256). */
const AMOUNT = /^[1-9]\d{0,77}$/;

/** Refuses VALIDATION_ERROR. */
export const mustBeBaseUnits = (field: string, told: string): void => {
  if (!AMOUNT.test(told)) throw invalidField(field, 'digits, more than 0');
};
