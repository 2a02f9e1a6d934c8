import { toDecimal } from '../../../aggregates/money';
import { isAnotherPayee } from '../../../commands/payout/payees';
import type { Payout, PayoutRequest } from '../../../commands/ports/providers/payout-provider';
import type { CallContext, Failure, FailureCode, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { isAccepted } from '../http/client';
import { numberOf } from '../http/json';
import { refusedOrder, withoutEffect } from '../http/lookup-only';
import { refusalIn } from './answers';
import type { Book } from './book';
import type { Asaas } from './client';
import { findOrder, unlisted } from './orders';
import { resolveBrCode, simulateBoleto } from './payees';
import { type Paid, payeeOf, payoutOf, RESOURCES, type Row, rowShape, stateOf } from './resources';

interface Sending {
  readonly asaas: Asaas;
  readonly book: Book;
  readonly context: CallContext;
  readonly request: PayoutRequest & { readonly method: { readonly kind: Paid } };
}

interface Order {
  readonly path: string;
  readonly body: object;
}

const MOST_CENTS = 10n ** 13n;

/** A single request moves the money: amount and payee are compared before that request. */
export const createOrder = async (sending: Sending): Promise<Result<Payout>> => {
  const { asaas, context, request } = sending;
  const fail = failingAs(asaas);
  if (request.amount <= 0n || request.amount > MOST_CENTS)
    return fail('REJECTED', 'AMOUNT_OUT_OF_RANGE', 'The amount does not fit an order of Asaas');
  const order = await orderOf(sending);
  if (!order.ok) return withoutEffect(order);
  const told = await asaas.post(context, order.value.path, order.value.body, Date.parse(request.notAfter));
  if (told.kind === 'NOT_SENT') return fail('RETRYABLE', 'TIMEOUT', 'The order was not sent');
  const refusal = told.kind === 'ANSWERED' ? refusalIn(told) : null;
  if (refusal !== null) return afterRefusal(sending, refusal);
  return isAccepted(told) ? concluded(sending, told.body) : unsaid(asaas);
};

const unsaid = (asaas: Asaas): Failure =>
  failingAs(asaas)('UNKNOWN', 'TIMEOUT', 'Asaas did not report the outcome of the order');

const orderOf = async (sending: Sending): Promise<Result<Order>> => {
  const { asaas, context, request } = sending;
  const { idempotencyKey, method, description } = request;
  const value = numberOf(toDecimal(request.amount, 2));
  switch (method.kind) {
    case 'PIX_KEY': {
      const payee = { pixAddressKey: keyText(method), pixAddressKeyType: method.keyType };
      const said = description === undefined ? {} : { description };
      return ready('/transfers', { value, operationType: 'PIX', ...payee, ...said, externalReference: idempotencyKey });
    }
    case 'PIX_BRCODE': {
      const code = await resolveBrCode(asaas, context, method.brCode);
      if (!code.ok) return code;
      if (code.value.status !== 'ACTIVE')
        return failingAs(asaas)('REJECTED', 'CODE_INVALID', 'The code can no longer be paid');
      if (!code.value.amountEditable && code.value.amount !== request.amount) return anotherAmount(asaas);
      const body = { qrCode: { payload: method.brCode }, value, description: idempotencyKey };
      return ready('/pix/qrCodes/pay', body);
    }
    case 'BOLETO': {
      const boleto = await simulateBoleto(asaas, context, method.barcode);
      if (!boleto.ok) return boleto;
      const { amount, firstDay } = boleto.value;
      if (amount !== null && amount !== request.amount) return anotherAmount(asaas);
      const day = firstDay === null ? {} : { scheduleDate: firstDay };
      const told = amount === null ? { value } : {};
      return ready('/bill', { identificationField: method.line, ...day, ...told, externalReference: idempotencyKey });
    }
  }
};

const ready = (path: string, body: object): Result<Order> => ({ ok: true, value: { path, body } });

const anotherAmount = (asaas: Asaas): Failure =>
  failingAs(asaas)('REJECTED', 'AMOUNT_MISMATCH', 'The amount of the order differs: the order is not paid');

/** Asaas accepts phone numbers without a country code. */
const keyText = ({ keyType, key }: { readonly keyType: string; readonly key: string }): string =>
  keyType === 'PHONE' ? key.replace(/^\+55/, '') : key;

const NOT_PAID = 'Asaas refuses the order';

const afterRefusal = async (sending: Sending, code: FailureCode): Promise<Result<Payout>> => {
  const { asaas, book, context, request } = sending;
  // Answered before any check, so nothing was executed.
  if (code === 'RATE_LIMITED') return failingAs(asaas)('RATE_LIMITED', code, 'Asaas accepts no orders at present');
  const asked = { idempotencyKey: request.idempotencyKey, kind: request.method.kind, sentAt: asaas.clock.iso() };
  const held = await findOrder(asaas, book, context, asked);
  return refusedOrder(asaas, code, held) ?? (held.ok ? concludedOf(sending, held.value) : held);
};

const concluded = (sending: Sending, body: unknown): Result<Payout> => {
  const { asaas, request } = sending;
  const read = rowShape.safeParse(body);
  const isOwn = read.success && RESOURCES[request.method.kind].isOf(read.data, request.idempotencyKey);
  if (isOwn) return concludedOf(sending, read.data);
  return failingAs(asaas)('UNKNOWN', 'PROTOCOL', 'The answer of Asaas is not the order');
};

const concludedOf = ({ asaas, request }: Sending, row: Row): Result<Payout> => {
  const [state, fail] = [stateOf(row), failingAs(asaas)];
  if (state === null) return unlisted(asaas);
  if (row.value !== request.amount) return fail('UNKNOWN', 'PROTOCOL', 'Asaas executes a different amount');
  if (isAnotherPayee(payeeOf(row), request.method))
    return fail('UNKNOWN', 'PROTOCOL', 'Asaas executes an order to a different payee');
  const payout = payoutOf(row, request.idempotencyKey, state);
  return payout.failure === undefined
    ? { ok: true, value: payout }
    : { ...fail('REJECTED', 'OTHER', NOT_PAID), ...payout.failure };
};
