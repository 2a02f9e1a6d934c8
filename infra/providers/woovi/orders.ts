import { z } from 'zod';
import type { AskedPayout, Payout } from '../../../commands/ports/providers/payout-provider';
import type { CallContext, Failure, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import type { Told } from '../http/client';
import { centsShape, type Order, orderShape, refusalIn, stageOf, unansweredIn } from './answers';
import type { Woovi } from './client';
import { rejectionOf } from './rejections';

export const ORDERS = '/api/v1/payment';
const TRANSFERS = '/api/v1/transaction';

/** Order in an answer of any status: PROTOCOL when the answer has no order, or one of another key. */
export const orderIn = (woovi: Woovi, told: Told, idempotencyKey: string): Result<Order> => {
  const read = orderShape.safeParse(told.kind === 'ANSWERED' ? told.body : undefined);
  const protocol = (message: string) => failingAs(woovi)('UNKNOWN', 'PROTOCOL', message);
  if (!read.success) return protocol('The answer of Woovi is not a payment');
  if (read.data.payment.correlationID !== idempotencyKey) return protocol('Woovi answered about another payment');
  return { ok: true, value: read.data };
};

/** Woovi's order. NOT_FOUND only when Woovi's message says so. */
export const readOrder = async (woovi: Woovi, context: CallContext, idempotencyKey: string): Promise<Result<Order>> => {
  const told = await woovi.get(context, `${ORDERS}/`, encodeURIComponent(idempotencyKey));
  const unanswered = unansweredIn(woovi, told);
  if (unanswered !== null) return unanswered;
  const refusal = told.kind === 'ANSWERED' ? refusalIn(told) : null;
  if (refusal === null) return orderIn(woovi, told, idempotencyKey);
  const fail = failingAs(woovi);
  return refusal === 'NOT_FOUND'
    ? fail('NOT_FOUND', 'OTHER', 'Woovi knows no such payment')
    : fail('UNAVAILABLE', 'OTHER', 'Woovi refused the request');
};

const timeOf = (text: string | null | undefined): string | null => {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
};

const payeeOf = ({ destination }: Order): Payout['payee'] => {
  const { name, taxID, pixKey } = destination ?? {};
  const payee = {
    ...(pixKey ? { key: pixKey } : {}),
    ...(name ? { name } : {}),
    ...(taxID ? { taxIdMasked: taxID } : {}),
  };
  return Object.keys(payee).length === 0 ? undefined : payee;
};

/** The payout of an order after its creation. Null: an unlisted status. */
export const payoutOf = (order: Order, returnedAmount = 0n): Payout | null => {
  const { payment, transaction } = order;
  const { correlationID: idempotencyKey, value: amount } = payment;
  const state = stageOf(payment.status);
  if (state === null) return null;
  const [payee, settledAt] = [payeeOf(order), timeOf(transaction?.time)];
  return {
    ...{ idempotencyKey, providerId: idempotencyKey, state, amount },
    ...(transaction?.endToEndId ? { endToEndId: transaction.endToEndId } : {}),
    ...(payee === undefined ? {} : { payee }),
    ...(state === 'SETTLED' && settledAt !== null ? { settledAt } : {}),
    ...(state === 'FAILED' ? { failure: rejectionOf(order) } : {}),
    ...(returnedAmount > 0n ? { returnedAmount } : {}),
  };
};

export const unlisted = (woovi: Woovi): Failure =>
  failingAs(woovi)('UNKNOWN', 'PROTOCOL', 'The payment has an undocumented status of Woovi');

export const unapproved = (woovi: Woovi, kind: 'UNKNOWN' | 'NOT_FOUND'): Failure =>
  failingAs(woovi)(kind, 'UNAPPROVED', 'The payment waits for its approval');

export const getOrder = async (
  woovi: Woovi,
  context: CallContext,
  { idempotencyKey }: AskedPayout,
): Promise<Result<Payout>> => {
  const read = await readOrder(woovi, context, idempotencyKey);
  if (!read.ok) return read;
  const { payment, transaction } = read.value;
  const stage = stageOf(payment.status);
  if (stage === null) return unlisted(woovi);
  if (stage === 'CREATED') return unapproved(woovi, 'NOT_FOUND');
  const endToEndId = stage === 'SETTLED' ? transaction?.endToEndId : null;
  const returned = endToEndId ? await readReturned(woovi, context, endToEndId) : ({ ok: true, value: 0n } as const);
  if (!returned.ok) return returned;
  const value = payoutOf(read.value, returned.value);
  return value === null ? unlisted(woovi) : { ok: true, value };
};

const naming = z.object({ endToEndId: z.string() }).nullish();

const returnsShape = z.object({
  transactions: z.array(
    z.object({ value: centsShape, endToEndId: z.string(), withdraw: naming, originalTransaction: naming }),
  ),
});

/** Returns of this transfer only, each once: those of another transfer are ignored. */
const readReturned = async (woovi: Woovi, context: CallContext, endToEndId: string): Promise<Result<bigint>> => {
  const told = await woovi.get(context, TRANSFERS, `?type=REFUND&withdrawal=${encodeURIComponent(endToEndId)}`);
  const unanswered = unansweredIn(woovi, told);
  if (unanswered !== null) return unanswered;
  const read = returnsShape.safeParse(told.kind === 'ANSWERED' ? told.body : undefined);
  if (!read.success) return failingAs(woovi)('UNAVAILABLE', 'OTHER', 'Woovi did not report the returned amount');
  const own = read.data.transactions.filter(({ withdraw, originalTransaction }) =>
    [withdraw?.endToEndId, originalTransaction?.endToEndId].includes(endToEndId),
  );
  const byId = new Map(own.map(({ endToEndId: id, value }) => [id, value]));
  return { ok: true, value: [...byId.values()].reduce((sum, each) => sum + each, 0n) };
};
