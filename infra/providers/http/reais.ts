import { z } from 'zod';
import { parseMinor } from '../../../aggregates/money';

/** A decimal of reais, which the JSON reader keeps as text, in centavos. */
export const reaisShape = z
  .string()
  .max(20)
  .transform((text, context) => {
    const cents = parseMinor(text, 2);
    if (cents === null) context.addIssue('is not an amount');
    return cents ?? 0n;
  });
