import { z } from 'zod';
import type { FailureCode } from '../../../commands/ports/providers/result';
import type { Answered } from '../http/client';
import { unansweredBy } from '../http/unanswered';

const errorsShape = z.object({
  errors: z.array(z.object({ code: z.string().nullish(), description: z.string().nullish() })).min(1),
});

/** Meanings of a refusal by its code and its text; few codes cover most refusals. The first match counts. */
const MEANINGS = [
  ['INSUFFICIENT_FUNDS', /saldo|balance/i],
  ['AUTH', /\binvalid_action\b/],
  ['LIMIT_EXCEEDED', /limite/i],
  ['KEY_NOT_FOUND', /chave.*n[ãa]o (foi )?encontrad|pix ?key.*not found/i],
  ['KEY_INVALID', /chave.*inv[áa]lid|invalid_?pixAddressKey/i],
] as const;

export const meaningOf = (said: string): FailureCode =>
  MEANINGS.find(([, pattern]) => pattern.test(said))?.[0] ?? 'OTHER';

/** Null: Asaas itself has not refused; an answer of something else on the way is no refusal. */
export const refusalIn = ({ status, body }: Answered): FailureCode | null => {
  if (status === 429) return 'RATE_LIMITED';
  const read = errorsShape.safeParse(body);
  if (status < 400 || status >= 500 || !read.success) return null;
  if (status === 401 || status === 403) return 'AUTH';
  const [{ code, description } = {}] = read.data.errors;
  return status === 400 ? meaningOf(`${code ?? ''} ${description ?? ''}`.slice(0, 1_000)) : null;
};

export const unansweredIn = unansweredBy('Asaas', refusalIn);
