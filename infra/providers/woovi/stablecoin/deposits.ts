import { z } from 'zod';
import type { Delivery } from '../../../../commands/ports/providers/crypto-delivery';
import type { CallContext, Result } from '../../../../commands/ports/providers/result';
import { failingAs } from '../../failures';
import { centsShape, refusalIn, unansweredIn } from '../answers';
import type { Woovi } from '../client';
import { DECIMALS } from './assets';

export const DEPOSITS = '/api/v1/stablecoin/deposit';

const text = z.string().max(200);

/** A decimal in coins, in base units, rounded down: Woovi computes with floats. */
const unitsShape = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,30})?$/)
  .transform((amount) => {
    const [whole = '', part = ''] = amount.split('.');
    return BigInt(whole + part.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  });

const hashShape = z
  .string()
  .regex(/^(0x)?[0-9a-f]{64}$/i)
  .transform((hash) => hash.toLowerCase());

/** Null: the text is no hash. */
export const hashIn = (text: string): string | null => hashShape.safeParse(text).data ?? null;

const amounts = {
  ...{ inputAmount: centsShape, inputCurrency: z.literal('BRL') },
  ...{ outputAmount: unitsShape.nullish(), outputCurrency: text },
};

export const depositShape = z.object({
  ...{ id: text, correlationId: text, status: text, createdAt: text.nullish(), ...amounts },
  // In no sample of this answer, although the documents mention both.
  ...{ expiration: text.nullish(), txHash: hashShape.nullish().catch(null) },
});

export type Deposit = z.infer<typeof depositShape>;

/** The answer about a new deposit. */
export const createdShape = z
  .object({ depositId: text, correlationId: text, status: text, expiration: text, quote: z.object(amounts) })
  .transform(({ depositId: id, quote, ...deposit }): Deposit => ({ id, ...deposit, ...quote }));

export const depositIn = (woovi: Woovi, deposit: Deposit | undefined, key: string): Result<Deposit> => {
  const protocol = (message: string) => failingAs(woovi)('UNKNOWN', 'PROTOCOL', message);
  if (deposit === undefined) return protocol('The answer of Woovi is not a deposit');
  return deposit.correlationId === key
    ? { ok: true, value: deposit }
    : protocol('Woovi answered about another deposit');
};

const foundShape = z.object({ deposit: depositShape.nullable() });

/** Woovi's deposit. NOT_FOUND only when Woovi says so. */
export const readDeposit = async (woovi: Woovi, context: CallContext, key: string): Promise<Result<Deposit>> => {
  const told = await woovi.get(context, `${DEPOSITS}/find`, `?correlationId=${encodeURIComponent(key)}`);
  const [unanswered, fail] = [unansweredIn(woovi, told), failingAs(woovi)];
  if (unanswered !== null) return unanswered;
  const refusal = told.kind === 'ANSWERED' ? refusalIn(told) : null;
  const read = foundShape.safeParse(told.kind === 'ANSWERED' ? told.body : undefined);
  if (refusal === 'NOT_FOUND' || (refusal === null && read.data?.deposit === null))
    return fail('NOT_FOUND', 'OTHER', 'Woovi knows no such deposit');
  if (refusal !== null) return fail('UNAVAILABLE', 'OTHER', 'Woovi refused the request');
  return depositIn(woovi, read.data?.deposit ?? undefined, key);
};

const STATES: Readonly<Record<string, Exclude<Delivery['state'], 'REPLACED'>>> = {
  ...{ CREATED: 'PREPARED', PENDING: 'PREPARED', PROCESSING: 'BROADCAST', COMPLETED: 'CONFIRMED', FAILED: 'FAILED' },
};

/** Time for a deposit, and for its callback. */
const CALLBACK_MS = 900_000;

const FAILED = { code: 'OTHER', message: 'Woovi reports the deposit as failed', retryClass: false } as const;

/** `txId`: the transaction of a deposit that Woovi reports without one. PROTOCOL for an undocumented status. */
export const deliveryOf = (woovi: Woovi, deposit: Deposit, txId: string | null = null): Result<Delivery> => {
  const protocol = (message: string) => failingAs(woovi)('UNKNOWN', 'PROTOCOL', message);
  const { id: providerId, correlationId: idempotencyKey, status, inputAmount: debited, outputAmount } = deposit;
  if (!Object.hasOwn(STATES, status)) return protocol('The deposit has an undocumented status of Woovi');
  const state = STATES[status]!;
  const amount = outputAmount ?? (state === 'FAILED' ? 0n : null);
  if (amount === null) return protocol('Woovi did not report the amount of the deposit');
  const delivery = { idempotencyKey, providerId, state, amount };
  if (state === 'FAILED') return { ok: true, value: { ...delivery, failure: FAILED } };
  const hash = deposit.txHash ?? txId;
  if (state !== 'CONFIRMED') return { ok: true, value: delivery };
  // Its callback may be on the way.
  if (hash === null && woovi.clock.now() < Date.parse(deposit.createdAt ?? '') + CALLBACK_MS)
    return { ok: true, value: { ...delivery, state: 'BROADCAST' } };
  if (hash === null) return protocol('Woovi reports a completed deposit without its transaction');
  return { ok: true, value: { ...delivery, txId: hash, debited } };
};
