import { z } from 'zod';

/** Follows the variable's name in a refusal. */
export const mustBe = (what: string): string => `must be ${what}`;

/** Parses a variable with `read`; undefined refuses the text. */
export const reading = <Value>(what: string, read: (text: string) => Value | undefined) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: mustBe(what) });
    return z.NEVER;
  });

/** Accepts a text without a fault; a fault follows the variable's name. */
export const without = (faultIn: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const fault = faultIn(text);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });

export const matching = (what: string, pattern: RegExp) => z.string().regex(pattern, mustBe(what));
export const oneOf = <const Names extends readonly string[]>(...names: Names) =>
  z.enum(names, mustBe(names.join(', ')));
export const wholeOf = (text: string, most: number): number =>
  /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : Number.NaN;

export const whole = (least: number, most: number) =>
  reading(`a whole number from ${least} to ${most}`, (text) => {
    const value = wholeOf(text, most);
    return value >= least ? value : undefined;
  });
