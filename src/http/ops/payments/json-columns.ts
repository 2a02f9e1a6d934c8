import type { Value } from '../../../../read-models/table';

/** Throws when a JSON column has no such text. */
export const text = (value: Value | undefined): string => {
  if (typeof value !== 'string') throw new TypeError('the row of a payment lacks a text');
  return value;
};

export const textOrNull = (value: Value | undefined): string | null => (typeof value === 'string' ? value : null);
