import { z } from 'zod';
import type { CallContext, Failure, FailureCode, FailureKind } from '../../../../commands/ports/result';

const LONGEST_TEXT = 4_096;
const A_DAY_MS = 86_400_000;

export const text = z.string().max(LONGEST_TEXT);

/** Digits on the wire, a bigint in code. */
export const cents = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,17})$/)
  .transform(BigInt);

export const iso = z.iso.datetime();
export const milliseconds = z.int().nonnegative();
/** Nothing that a browser would run. */
export const link = z.url({ protocol: /^https?$/ }).max(LONGEST_TEXT);

/** One of the names of a table, which the compiler keeps complete. */
export const oneOf = <Word extends string>(words: Readonly<Record<Word, true>>): z.ZodType<Word> =>
  z.enum(Object.keys(words) as Word[]);

/** NOT_CONFIGURED is the service's own word, and no provider's. */
const KINDS: Readonly<Record<Exclude<FailureKind, 'NOT_CONFIGURED'>, true>> = {
  ...{ REJECTED: true, RETRYABLE: true, UNKNOWN: true, RATE_LIMITED: true, NOT_FOUND: true, UNAVAILABLE: true },
};

const CODES: Readonly<Record<FailureCode, true>> = {
  ...{ INSUFFICIENT_FUNDS: true, LIMIT_EXCEEDED: true, KEY_NOT_FOUND: true, KEY_INVALID: true },
  ...{ KEY_FRAUD_FLAGGED: true, ACCOUNT_CLOSED: true, ACCOUNT_BLOCKED: true, PAYEE_MISMATCH: true },
  ...{ CODE_INVALID: true, CODE_EXPIRED: true, CODE_ALREADY_PAID: true, AMOUNT_MISMATCH: true },
  ...{ AMOUNT_OUT_OF_RANGE: true, OUT_OF_HOURS: true, SANCTIONED: true, FRAUD_SUSPECTED: true },
  ...{ DUPLICATE_KEY: true, UNSUPPORTED: true, AUTH: true, TIMEOUT: true, PROTOCOL: true },
  ...{ RATE_LIMITED: true, OTHER: true },
};

export const code = oneOf(CODES);

/** Without the provider: whoever asked knows whom it asked. */
export const failed: z.ZodType<Omit<Failure, 'provider'>> = z.object({
  ...{ ok: z.literal(false), kind: oneOf(KINDS), code, message: text },
  ...{ providerCode: text.exactOptional(), retryClass: z.boolean().exactOptional() },
  retryAfterMs: milliseconds.max(A_DAY_MS).exactOptional(),
});

/** Why an order ended without success. */
export const ending = z.object({
  ...{ code, message: text, retryClass: z.boolean() },
  providerCode: text.exactOptional(),
});

export const context: z.ZodType<CallContext> = z.object({
  ...{ requestId: text, partnerId: text, mode: z.literal('sandbox'), deadlineMs: milliseconds },
});
