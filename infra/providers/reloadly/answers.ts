import { z } from 'zod';
import type { FailureCode } from '../../../commands/ports/providers/result';
import type { Answered } from '../http/client';
import { reaisShape } from '../http/reais';
import { text } from '../http/shapes';
import { unansweredBy } from '../http/unanswered';

/** A transaction in the answer to an order, and in the report. `amount` is the cost in our account's currency, after discount. */
export const transactionShape = z.object({
  ...{ transactionId: z.string().min(1).max(100), status: z.string().max(100) },
  ...{ customIdentifier: text, transactionCreatedTime: text },
  // A cost that cannot be read hides no card.
  amount: z
    .string()
    .regex(/^\d{1,15}(\.\d{1,10})?$/)
    .nullish()
    .catch(null),
  currencyCode: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullish()
    .catch(null),
  product: z.object({ productId: z.string().max(100), unitPrice: reaisShape, currencyCode: z.string() }),
});

export type Transaction = z.infer<typeof transactionShape>;

type State = 'ACCEPTED' | 'PROCESSING' | 'SETTLED' | 'FAILED';

/** REFUNDED: the card was not delivered, and our account has its money again. */
const STATES: Readonly<Record<string, State>> = {
  ...{ PENDING: 'ACCEPTED', PROCESSING: 'PROCESSING', SUCCESSFUL: 'SETTLED', FAILED: 'FAILED', REFUNDED: 'FAILED' },
};

/** Null: a status that no document names. */
export const stateOf = ({ status }: Pick<Transaction, 'status'>): State | null =>
  Object.hasOwn(STATES, status) ? STATES[status]! : null;

const errorShape = z.object({ message: z.string(), errorCode: text });

/** Meanings of a refusal by its code and its text. The first match counts. */
const MEANINGS = [
  ['DUPLICATE_KEY', /custom.?identifier/i],
  ['INSUFFICIENT_FUNDS', /insufficient|balance/i],
  ['AMOUNT_OUT_OF_RANGE', /invalid price/i],
] as const;

/** Documented answers of 4xx; 401 and 403 name the credentials. */
const REFUSED: readonly number[] = [400, 401, 403, 404];

/** Null: Reloadly itself has not refused; an answer of something else on the way is no refusal. */
export const refusalIn = ({ status, body }: Answered): FailureCode | null => {
  if (status === 429) return 'RATE_LIMITED';
  const read = errorShape.safeParse(body);
  if (!REFUSED.includes(status) || !read.success) return null;
  if (status === 401 || status === 403) return 'AUTH';
  const said = `${read.data.errorCode ?? ''} ${read.data.message}`.slice(0, 1_000);
  return MEANINGS.find(([, pattern]) => pattern.test(said))?.[0] ?? 'OTHER';
};

export const unansweredIn = unansweredBy('Reloadly', refusalIn);
