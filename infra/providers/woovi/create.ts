import { isAnotherPayee } from '../../../commands/payout/payees';
import type {
  Payout,
  PayoutMethod,
  PayoutRequest,
  PixKeyType,
} from '../../../commands/ports/providers/payout-provider';
import type { CallContext, FailureCode, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { isAccepted } from '../http/client';
import { type Meaning, type Order, refusalIn, stageOf } from './answers';
import type { Woovi } from './client';
import { ORDERS, orderIn, payoutOf, readOrder, unapproved, unlisted } from './orders';
import { isRecurring } from './payees';
import { rejectionOf } from './rejections';

const KEY_TYPES: Readonly<Record<PixKeyType, string>> = {
  ...{ CPF: 'CPF', CNPJ: 'CNPJ', PHONE: 'PHONE', EMAIL: 'EMAIL', EVP: 'RANDOM' },
};

/** A key's amount is ours, so one request is enough; the cost of a code or a boleto is compared before the approval. */
const bodyOf = ({ idempotencyKey: correlationID, amount, method, description }: PayoutRequest): object | null => {
  const said = { correlationID, ...(description === undefined ? {} : { comment: description }) };
  const value = Number(amount);
  switch (method.kind) {
    case 'PIX_KEY': {
      const { keyType, key, lookUpId } = method;
      const alias = { destinationAlias: key, destinationAliasType: KEY_TYPES[keyType] };
      const look = lookUpId === undefined ? {} : { pixKeyEndToEndId: lookUpId };
      return { type: 'PIX_KEY', ...said, value, ...alias, ...look, autoApprove: true };
    }
    case 'PIX_BRCODE':
      return { type: 'QR_CODE', ...said, qrCode: method.brCode, ...(method.amountIsFixed ? {} : { value }) };
    case 'BOLETO':
      return { type: 'BOLETO', ...said, boletoBarcode: method.barcode };
    case 'GIFT_CARD':
      return null;
  }
};

interface Sending {
  readonly woovi: Woovi;
  readonly context: CallContext;
  readonly request: PayoutRequest;
}

export const createOrder = async (
  woovi: Woovi,
  context: CallContext,
  request: PayoutRequest,
): Promise<Result<Payout>> => {
  const [sending, fail, body] = [{ woovi, context, request }, failingAs(woovi), bodyOf(request)];
  if (body === null) return fail('REJECTED', 'UNSUPPORTED', 'Woovi sells no gift cards');
  if (request.amount <= 0n || request.amount > BigInt(Number.MAX_SAFE_INTEGER))
    return fail('REJECTED', 'AMOUNT_OUT_OF_RANGE', 'The amount does not fit an order of Woovi');
  const told = await woovi.post(context, ORDERS, body, Date.parse(request.notAfter));
  if (told.kind === 'NOT_SENT') return fail('RETRYABLE', 'TIMEOUT', 'The order was not sent');
  const refusal = told.kind === 'ANSWERED' ? refusalIn(told) : null;
  if (refusal !== null) return afterRefusal(sending, refusal);
  if (!isAccepted(told)) return fail('UNKNOWN', 'TIMEOUT', 'Woovi did not report the outcome of the order');
  const order = orderIn(woovi, told, request.idempotencyKey);
  return order.ok ? goOn(sending, order.value) : order;
};

const REFUSALS: Partial<Readonly<Record<Meaning, FailureCode>>> = {
  ...{ NOT_FOUND: 'KEY_NOT_FOUND', FRAUD: 'KEY_FRAUD_FLAGGED', LIMIT: 'LIMIT_EXCEEDED', INVALID_KEY: 'KEY_INVALID' },
};

/** A refusal with any message may be of a repetition: Woovi's order under the key decides. */
const afterRefusal = async (sending: Sending, refusal: Meaning): Promise<Result<Payout>> => {
  const { woovi, context, request } = sending;
  const fail = failingAs(woovi);
  if (refusal === 'AUTH') return fail('UNKNOWN', 'AUTH', 'Woovi rejects the credentials, or a scope is missing');
  const held = await readOrder(woovi, context, request.idempotencyKey);
  if (held.ok) return goOn(sending, held.value);
  if (held.kind !== 'NOT_FOUND') return { ...held, kind: 'UNKNOWN' };
  if (refusal === 'EXISTS') return fail('UNKNOWN', 'OTHER', 'Woovi has the order but does not show it');
  // The order may come to light, and stay approvable.
  if (refusal === 'NO_BALANCE') return unapproved(woovi, 'UNKNOWN');
  if (refusal === 'RATE_LIMITED' || refusal === 'NOT_ALLOWED')
    return fail('RATE_LIMITED', 'RATE_LIMITED', 'Woovi accepts no orders at present');
  return fail('REJECTED', REFUSALS[refusal] ?? 'OTHER', 'Woovi refused the order');
};

const goOn = async (sending: Sending, order: Order): Promise<Result<Payout>> => {
  const { woovi, request } = sending;
  if (isOthers(order, request.method))
    return failingAs(woovi)('UNKNOWN', 'PROTOCOL', 'Woovi has an order to a different payee under this key');
  if (stageOf(order.payment.status) !== 'CREATED') return concluded(sending, order);
  if (order.payment.value !== request.amount)
    return failingAs(woovi)(
      'REJECTED',
      'AMOUNT_MISMATCH',
      'The amount of the order differs: the order is not approved',
    );
  return approve(sending);
};

const isOthers = ({ payment }: Order, method: PayoutMethod): boolean => {
  const { destinationAlias, qrCode } = payment;
  if (method.kind === 'PIX_BRCODE') return Boolean(qrCode) && qrCode !== method.brCode;
  return method.kind === 'PIX_KEY' && Boolean(destinationAlias) && isAnotherPayee({ key: destinationAlias! }, method);
};

/** Executed, failed, or in a status that may be either. */
const concluded = ({ woovi, request }: Sending, order: Order): Result<Payout> => {
  const value = payoutOf(order);
  if (value === null) return unlisted(woovi);
  if (value.state === 'CREATED') return unapproved(woovi, 'UNKNOWN');
  if (value.state === 'FAILED') return { ...failingAs(woovi)('REJECTED', 'OTHER', ''), ...rejectionOf(order) };
  if (value.amount !== request.amount)
    return failingAs(woovi)('UNKNOWN', 'PROTOCOL', 'Woovi executes a different amount');
  return { ok: true, value };
};

const APPROVE = `${ORDERS}/approve`;

const approve = async (sending: Sending): Promise<Result<Payout>> => {
  const { woovi, context, request } = sending;
  const { idempotencyKey: correlationID, method, notAfter } = request;
  const fail = failingAs(woovi);
  // Plain at the quote, a code may ask for debits of our account by now.
  const recurring = method.kind === 'PIX_BRCODE' ? await isRecurring(woovi, context, method.brCode) : false;
  if (recurring === null) return unapproved(woovi, 'UNKNOWN');
  if (recurring) return fail('REJECTED', 'CODE_INVALID', 'The code requests a recurrence: the order is not approved');
  const told = await woovi.post(context, APPROVE, { correlationID }, Date.parse(notAfter));
  if (told.kind === 'NOT_SENT') return unapproved(woovi, 'UNKNOWN');
  const refusal = told.kind === 'ANSWERED' ? refusalIn(told) : null;
  if (refusal === 'AUTH') return fail('UNKNOWN', 'AUTH', 'Woovi rejects the credentials, or a scope is missing');
  if (refusal === null && !isAccepted(told)) return fail('UNKNOWN', 'TIMEOUT', 'Woovi did not confirm the approval');
  const order = refusal === null ? orderIn(woovi, told, correlationID) : await readOrder(woovi, context, correlationID);
  if (order.ok) return concluded(sending, order.value);
  return refusal === 'NO_BALANCE' ? unapproved(woovi, 'UNKNOWN') : { ...order, kind: 'UNKNOWN' };
};
