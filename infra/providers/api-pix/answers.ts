import { z } from 'zod';
import type { Failure, FailureCode, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { type Answered, isAccepted, type Told } from '../http/client';
import { unansweredBy } from '../http/unanswered';
import type { ApiPix } from './client';

const text = z.string().max(2_000).nullish().catch(null);

/** RFC 7807. */
const problemShape = z.object({
  ...{ title: z.string(), detail: text },
  violacoes: z.array(z.object({ razao: text })).catch([]),
});

/** Meanings of a refusal by its words: the standard has one type a resource. The first that fits counts. */
const MEANINGS = [
  ['DISPUTED', /disput|\bmed\b|bloque/i],
  ['AMOUNT_OUT_OF_RANGE', /exced/i],
  ['INSUFFICIENT_FUNDS', /saldo/i],
] as const;

/** Null: the bank itself has not refused; an answer of something else on the way is no refusal. */
const refusalIn = ({ status, body }: Answered): FailureCode | 'NOT_FOUND' | null => {
  if (status === 429) return 'RATE_LIMITED';
  if (status === 401) return 'AUTH';
  const read = problemShape.safeParse(body);
  if (status < 400 || status >= 500 || !read.success) return null;
  if (status === 403) return 'AUTH';
  if (status === 404) return 'NOT_FOUND';
  const { title, detail, violacoes } = read.data;
  const said = [title, detail, ...violacoes.map(({ razao }) => razao)].join(' ').slice(0, 4_000);
  return MEANINGS.find(([, pattern]) => pattern.test(said))?.[0] ?? 'OTHER';
};

export const unansweredIn = unansweredBy('The bank', refusalIn);

/** NOT_FOUND where the bank says so, UNAVAILABLE where it refuses the question or answers another shape. */
export const shownIn = <Shape extends z.ZodType>(bank: ApiPix, told: Told, shape: Shape): Result<z.infer<Shape>> => {
  const [unanswered, fail] = [unansweredIn(bank, told), failingAs(bank)];
  if (unanswered !== null || told.kind !== 'ANSWERED') return unanswered ?? fail('UNAVAILABLE', 'OTHER', '');
  const refusal = refusalIn(told);
  if (refusal === 'NOT_FOUND') return fail('NOT_FOUND', 'OTHER', 'The bank has nothing under this id');
  if (refusal !== null) return fail('UNAVAILABLE', 'OTHER', 'The bank refused the question');
  const read = shape.safeParse(told.body);
  return read.success
    ? { ok: true, value: read.data }
    : fail('UNAVAILABLE', 'PROTOCOL', 'The bank answered another shape');
};

const refused = (bank: ApiPix, meaning: FailureCode | 'NOT_FOUND', what: string): Failure => {
  const fail = failingAs(bank);
  if (meaning === 'AUTH')
    return fail('RETRYABLE', 'AUTH', 'The bank does not accept the credentials, or a scope lacks');
  if (meaning === 'RATE_LIMITED') return fail('RATE_LIMITED', meaning, `The bank takes no ${what} for a while`);
  return fail('REJECTED', meaning === 'NOT_FOUND' ? 'OTHER' : meaning, `The bank refused the ${what}`);
};

export interface Putting<Value> {
  readonly what: 'charge' | 'refund';
  readonly put: () => Promise<Told>;
  readonly ask: () => Promise<Told>;
  readonly read: (told: Told) => Result<Value>;
}

/** A refusal may be of a repetition: what the bank holds under the id decides. */
export const putOnce = async <Value>(
  bank: ApiPix,
  { what, put, ask, read }: Putting<Value>,
): Promise<Result<Value>> => {
  const [told, fail] = [await put(), failingAs(bank)];
  if (told.kind === 'NOT_SENT') return fail('RETRYABLE', 'TIMEOUT', `The ${what} was not sent`);
  const meaning = told.kind === 'ANSWERED' ? refusalIn(told) : null;
  const isDone = isAccepted(told);
  if (meaning === null && !isDone) return fail('UNKNOWN', 'TIMEOUT', `The bank did not say what became of the ${what}`);
  const held = read(isDone ? told : await ask());
  if (held.ok) return held;
  return meaning !== null && held.kind === 'NOT_FOUND' ? refused(bank, meaning, what) : { ...held, kind: 'UNKNOWN' };
};
