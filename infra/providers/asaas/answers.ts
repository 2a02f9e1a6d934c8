import { z } from 'zod';
import { parseMinor } from '../../../aggregates/money';
import type { Failure, FailureCode } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import type { Told } from '../http/client';
import type { Asaas } from './client';

/** Reais, which the reader of JSON leaves as their text. */
export const centsShape = z
  .string()
  .max(20)
  .transform((text, context) => {
    const cents = parseMinor(text, 2);
    if (cents === null) context.addIssue('is no amount');
    return cents ?? 0n;
  });

const errorsShape = z.object({
  errors: z.array(z.object({ code: z.string().nullish(), description: z.string().nullish() })).min(1),
});

/** Meanings of a refusal by its code and its text; most come under few codes. The first that fits counts. */
const MEANINGS = [
  ['INSUFFICIENT_FUNDS', /saldo|balance/i],
  ['AUTH', /\binvalid_action\b/],
  ['LIMIT_EXCEEDED', /limite/i],
  ['KEY_NOT_FOUND', /chave.*n[ãa]o (foi )?encontrad|pix ?key.*not found/i],
  ['KEY_INVALID', /chave.*inv[áa]lid|invalid_?pixAddressKey/i],
] as const;

/** The meaning of a refusal, or of a failed order. */
export const meaningOf = (said: string): FailureCode =>
  MEANINGS.find(([, pattern]) => pattern.test(said))?.[0] ?? 'OTHER';

type Answered = Extract<Told, { kind: 'ANSWERED' }>;

/** Null: Asaas itself has not refused; an answer of something else on the way is no refusal. */
export const refusalIn = ({ status, body }: Answered): FailureCode | null => {
  if (status === 429) return 'RATE_LIMITED';
  const read = errorsShape.safeParse(body);
  if (status < 400 || status >= 500 || !read.success) return null;
  if (status === 401 || status === 403) return 'AUTH';
  const [{ code, description } = {}] = read.data.errors;
  return status === 400 ? meaningOf(`${code ?? ''} ${description ?? ''}`.slice(0, 1_000)) : null;
};

/** The failure of a question that moves no money; null: Asaas answered, or refused. */
export const unansweredIn = (asaas: Pick<Asaas, 'name'>, told: Told): Failure | null => {
  const fail = failingAs(asaas);
  if (told.kind !== 'ANSWERED') return fail('UNAVAILABLE', 'TIMEOUT', 'Asaas did not answer');
  if (told.status >= 200 && told.status < 300) return null;
  const refusal = refusalIn(told);
  if (refusal === 'AUTH') return fail('UNAVAILABLE', 'AUTH', 'Asaas does not accept the credentials');
  if (refusal === 'RATE_LIMITED') {
    const wish = told.retryAfterMs ?? null;
    const limited = fail('RATE_LIMITED', 'RATE_LIMITED', 'Asaas was asked too often');
    return wish === null ? limited : { ...limited, retryAfterMs: wish };
  }
  return refusal === null ? fail('UNAVAILABLE', 'OTHER', `Asaas answered ${told.status}`) : null;
};
