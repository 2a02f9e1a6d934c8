import { toDecimal } from '../../../aggregates/money';
import type { Payout, PayoutMethod, PayoutRequest } from '../../../commands/ports/providers/payout-provider';
import type { CallContext, FailureCode, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { isAccepted } from '../http/client';
import { numberOf } from '../http/json';
import { refusedOrder, withoutEffect } from '../http/lookup-only';
import { refusalIn, type Transaction, transactionShape } from './answers';
import type { Reloadly } from './client';
import { findTransaction, payoutWithCard } from './orders';
import { resolveProduct } from './products';

interface Sending {
  readonly reloadly: Reloadly;
  readonly recipientEmail: string;
  readonly context: CallContext;
  readonly request: PayoutRequest & { readonly method: Extract<PayoutMethod, { readonly kind: 'GIFT_CARD' }> };
}

const SENDER = 'lastro';

/** A single request buys the card: product and value are compared before that request. */
export const createOrder = async (sending: Sending): Promise<Result<Payout>> => {
  const { reloadly, recipientEmail, context, request } = sending;
  const fail = failingAs(reloadly);
  const product = await resolveProduct(reloadly, context, request.method.productCode);
  if (!product.ok) return withoutEffect(product);
  const { productId, amount, inStock } = product.value;
  if (amount !== request.amount) return fail('REJECTED', 'AMOUNT_MISMATCH', 'The code has a different value');
  if (!inStock) return fail('REJECTED', 'CODE_INVALID', 'The card is not on sale now');
  const card = { productId: numberOf(productId), countryCode: 'BR', unitPrice: numberOf(toDecimal(amount, 2)) };
  const order = { ...card, quantity: 1, customIdentifier: request.idempotencyKey, senderName: SENDER, recipientEmail };
  const told = await reloadly.post(context, '/orders', order, Date.parse(request.notAfter));
  if (told.kind === 'NOT_SENT') return fail('RETRYABLE', 'TIMEOUT', 'The order was not sent');
  // An order that is answered with 404 ("try again later") may have been carried out.
  const refusal = told.kind === 'ANSWERED' && told.status !== 404 ? refusalIn(told) : null;
  if (refusal !== null) return afterRefusal(sending, refusal);
  if (!isAccepted(told)) return fail('UNKNOWN', 'TIMEOUT', 'Reloadly did not report the outcome of the order');
  const read = transactionShape.safeParse(told.body);
  const isOwn = read.success && read.data.customIdentifier === request.idempotencyKey;
  if (isOwn && read.data.product.productId === productId) return concluded(sending, read.data);
  return fail('UNKNOWN', 'PROTOCOL', 'The answer of Reloadly is not the order');
};

const afterRefusal = async (sending: Sending, code: FailureCode): Promise<Result<Payout>> => {
  const { reloadly, context, request } = sending;
  // Answered before any check, so nothing was executed.
  if (code === 'RATE_LIMITED')
    return failingAs(reloadly)('RATE_LIMITED', code, 'Reloadly accepts no orders at present');
  const { idempotencyKey } = request;
  const held = await findTransaction(reloadly, context, { idempotencyKey, sentAt: reloadly.clock.iso() });
  return refusedOrder(reloadly, code, held) ?? (held.ok ? concluded(sending, held.value) : held);
};

const concluded = async ({ reloadly, context, request }: Sending, row: Transaction): Promise<Result<Payout>> => {
  const fail = failingAs(reloadly);
  if (row.product.unitPrice !== request.amount)
    return fail('UNKNOWN', 'PROTOCOL', 'Reloadly executes a different amount');
  const payout = await payoutWithCard(reloadly, context, row);
  if (!payout.ok) return { ...payout, kind: 'UNKNOWN' };
  const { failure } = payout.value;
  return failure === undefined ? payout : { ...fail('REJECTED', 'OTHER', ''), ...failure };
};
