import { z } from 'zod';
import type { Delivery } from '../../../../commands/ports/providers/crypto-delivery';
import type { CallContext, Failure, Result } from '../../../../commands/ports/providers/result';
import { failingAs } from '../../failures';
import { isAccepted, type Told } from '../../http/client';
import { jsonOf } from '../../http/json';
import { type Meaning, refusalIn } from '../answers';
import type { Woovi } from '../client';
import { DEPOSITS, type Deposit, deliveryOf, readDeposit } from './deposits';

const digits = z
  .string()
  .regex(/^\d{1,40}$/)
  .transform(BigInt);

const preparedShape = z.object({
  ...{ key: z.string(), id: z.string(), cents: digits, minimum: digits },
  /** Not approved from then on: milliseconds since 1970. */
  untilMs: digits,
});

/** A deposit as it was made, to be compared before its approval. */
export type Prepared = z.infer<typeof preparedShape>;

/** Longer than any approval is on its way. */
const UNDER_WAY_MS = 600_000n;

const EXPIRED = { code: 'OTHER', message: 'The deposit expired before its approval', retryClass: true } as const;

const isAsPrepared = ({ id, inputAmount, outputAmount }: Deposit, { minimum, ...prepared }: Prepared): boolean =>
  id === prepared.id && inputAmount === prepared.cents && (outputAmount ?? 0n) >= minimum;

const approvedShape = z.object({ status: z.string(), correlationId: z.string() });

const refused = (woovi: Woovi, refusal: Meaning): Failure => {
  const fail = failingAs(woovi);
  if (refusal === 'AUTH') return fail('RETRYABLE', 'AUTH', 'Woovi rejects the credentials, or a scope is missing');
  if (refusal === 'RATE_LIMITED') return fail('RATE_LIMITED', 'RATE_LIMITED', 'Woovi accepts no approvals at present');
  if (refusal === 'NO_BALANCE') return fail('RETRYABLE', 'INSUFFICIENT_FUNDS', 'The account has too little balance');
  // Woovi also refuses to approve twice: the deposit decides.
  return fail('UNKNOWN', 'OTHER', 'Woovi refused the approval');
};

const outcomeOf = (woovi: Woovi, deposit: Deposit, told: Told): Result<Delivery> => {
  const fail = failingAs(woovi);
  if (told.kind === 'NOT_SENT') return fail('RETRYABLE', 'TIMEOUT', 'The approval was not sent');
  const refusal = told.kind === 'ANSWERED' ? refusalIn(told) : null;
  if (refusal !== null) return refused(woovi, refusal);
  if (!isAccepted(told)) return fail('UNKNOWN', 'TIMEOUT', 'Woovi did not report the outcome of the approval');
  const read = approvedShape.safeParse(told.body);
  if (!read.success || read.data.correlationId !== deposit.correlationId)
    return fail('UNKNOWN', 'PROTOCOL', 'Woovi answered about another deposit');
  return deliveryOf(woovi, { ...deposit, status: read.data.status });
};

/** Approves in time what waits and is as it was prepared. FAILED: expired, and no approval is on its way. */
export const approveDeposit = async (
  woovi: Woovi,
  context: CallContext,
  key: string,
  prepared: string,
): Promise<Result<Delivery>> => {
  const [fail, order] = [failingAs(woovi), preparedShape.safeParse(jsonOf(prepared)).data];
  if (order?.key !== key) return fail('REJECTED', 'OTHER', 'This deposit does not belong to the key');
  const held = await readDeposit(woovi, context, key);
  if (!held.ok) return held.kind === 'NOT_FOUND' ? { ...held, kind: 'UNAVAILABLE' } : held;
  const known = deliveryOf(woovi, held.value);
  if (!known.ok || known.value.state !== 'PREPARED') return known;
  const [nowMs, { untilMs }] = [BigInt(woovi.clock.now()), order];
  if (nowMs >= untilMs + UNDER_WAY_MS)
    return { ok: true, value: { ...known.value, state: 'FAILED', failure: EXPIRED } };
  if (nowMs >= untilMs) return fail('RETRYABLE', 'UNAPPROVED', 'The deposit can no longer be approved');
  if (!isAsPrepared(held.value, order))
    return fail('REJECTED', 'AMOUNT_MISMATCH', 'The deposit is another one, or below the minimum');
  const told = await woovi.post(context, `${DEPOSITS}/approve`, { correlationId: key }, Number(untilMs));
  return outcomeOf(woovi, held.value, told);
};
