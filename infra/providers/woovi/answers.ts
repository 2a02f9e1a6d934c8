import { z } from 'zod';
import type { Answered } from '../http/client';
import { unansweredBy } from '../http/unanswered';

/** A number, which the JSON reader keeps as text. */
export const centsShape = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(BigInt);

const text = z.string().max(2_000);

export const orderShape = z.object({
  payment: z.object({
    ...{ correlationID: text, value: centsShape, status: text },
    ...{ destinationAlias: text.nullish(), qrCode: text.nullish() },
  }),
  transaction: z
    .object({ endToEndId: text.nullish(), time: text.nullish(), providerRejectedReason: text.nullish() })
    .nullish(),
  destination: z.object({ name: text.nullish(), taxID: text.nullish(), pixKey: text.nullish() }).nullish(),
  error: z.object({ code: text.nullish() }).nullish(),
});

export type Order = z.infer<typeof orderShape>;

type Stage = 'CREATED' | 'ACCEPTED' | 'PROCESSING' | 'SETTLED' | 'FAILED';

const STAGES: Readonly<Record<string, Stage>> = {
  ...{ CREATED: 'CREATED', APPROVED: 'ACCEPTED', PROCESSING: 'PROCESSING', CONFIRMED: 'SETTLED' },
  ...{ FAILED: 'FAILED', REJECTED: 'FAILED', DENIED: 'FAILED' },
};

/** Null: a status that no document names. */
export const stageOf = (status: string): Stage | null => (Object.hasOwn(STAGES, status) ? STAGES[status]! : null);

const errorShape = z.union([
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ errors: z.array(z.object({ message: z.string() })).min(1) }).transform(({ errors }) => errors[0]!.message),
]);

const errorIn = (body: unknown): string => {
  const read = errorShape.safeParse(body);
  return read.success ? read.data.slice(0, 500) : '';
};

const codeShape = z.object({ errorCode: z.string() });

/** Meanings of a refusal, by its text: Woovi has few codes, and two languages. The first match counts. */
const MEANINGS = [
  ['EXISTS', /j[áa] existe|already exist/i],
  ['NO_BALANCE', /saldo|balance/i],
  ['NOT_FOUND', /not[_ ]found|n[ãa]o (foi )?encontrad/i],
  ['FRAUD', /fraud/i],
  ['LIMIT', /limit/i],
  ['INVALID_KEY', /INVALID_PIX_KEY|invalid pix key|chave pix inv[áa]lida/i],
  ['NOT_ALLOWED', /PIX_KEY_CHECK_NOT_ALLOWED/],
  ['VERIFYING', /error verifying/i],
] as const;

export type Meaning = (typeof MEANINGS)[number][0] | 'AUTH' | 'RATE_LIMITED' | 'OTHER';

/** Null: the provider has not refused, and says nothing either. */
export const refusalIn = ({ status, body }: Answered): Meaning | null => {
  if (status < 400 || status >= 500) return null;
  if (status === 429) return 'RATE_LIMITED';
  const code = codeShape.safeParse(body);
  const said = `${errorIn(body)} ${code.success ? code.data.errorCode : ''}`;
  const meaning = MEANINGS.find(([, pattern]) => pattern.test(said))?.[0];
  if (status === 401 || (status === 403 && meaning !== 'NOT_ALLOWED')) return 'AUTH';
  // An answer of something else on the way is no refusal.
  return meaning ?? (said.trim() === '' ? null : 'OTHER');
};

export const unansweredIn = unansweredBy('Woovi', refusalIn);
