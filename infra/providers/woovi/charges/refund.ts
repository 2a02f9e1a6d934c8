import type { AskedRefund, Refund, RefundRequest } from '../../../../commands/ports/providers/charge-provider';
import type { CallContext, Failure, Result } from '../../../../commands/ports/providers/result';
import { failingAs } from '../../failures';
import { type Answered, isAccepted, type Told } from '../../http/client';
import { refusalIn } from '../answers';
import type { Woovi } from '../client';
import { type Paid, readPayments, readRefunds } from './payments';
import { CHARGES } from './reading';
import { refundShape, refundStateOf, type ToldRefund } from './shapes';

const shownAs = (idempotencyKey: string, told: ToldRefund): Result<Refund> => {
  const failure = { code: 'OTHER', message: 'Woovi has not made the refund', retryClass: true } as const;
  const state = refundStateOf(told) ?? 'PROCESSING';
  return {
    ok: true,
    value: {
      ...{ idempotencyKey, state, amount: told.value },
      ...(told.endToEndId ? { returnId: told.endToEndId } : {}),
      ...(state === 'FAILED' ? { failure } : {}),
    },
  };
};

export const getRefund = async (
  woovi: Woovi,
  context: CallContext,
  { idempotencyKey, chargeKey }: AskedRefund,
): Promise<Result<Refund>> => {
  const said = await readRefunds(woovi, context, chargeKey);
  if (!said.ok) return said;
  const told = said.value.find(({ correlationID }) => correlationID === idempotencyKey);
  return told ? shownAs(idempotencyKey, told) : failingAs(woovi)('NOT_FOUND', 'OTHER', 'Woovi lists no such refund');
};

/** Woovi refunds a charge, and not one of its payments. */
const objectionTo = (
  woovi: Woovi,
  { endToEndId, amount }: RefundRequest,
  [payment, second]: Paid['payments'],
): Failure | null => {
  const fail = failingAs(woovi);
  if (second !== undefined)
    return fail('REJECTED', 'UNSUPPORTED', 'The charge has several PIX, and Woovi cannot refund a single one');
  const isLeft = payment?.endToEndId === endToEndId && amount <= payment.amount - payment.refunded;
  return isLeft ? null : fail('REJECTED', 'AMOUNT_OUT_OF_RANGE', 'The refund exceeds the rest of this PIX');
};

export const makeRefund = async (
  woovi: Woovi,
  context: CallContext,
  request: RefundRequest,
): Promise<Result<Refund>> => {
  const { idempotencyKey: correlationID, chargeKey, amount, reason: comment, notAfter } = request;
  const fail = failingAs(woovi);
  const paid = await readPayments(woovi, context, chargeKey);
  if (!paid.ok) return { ...paid, kind: 'RETRYABLE' };
  const known = paid.value.refunds.find((each) => each.correlationID === correlationID);
  if (known !== undefined) return shownAs(correlationID, known);
  const objection = objectionTo(woovi, request, paid.value.payments);
  if (objection !== null) return objection;
  const place = [`${CHARGES}/`, `${encodeURIComponent(chargeKey)}/refund`] as const;
  const told = await woovi.post(
    context,
    place,
    { correlationID, value: Number(amount), comment },
    Date.parse(notAfter),
  );
  if (told.kind === 'NOT_SENT') return fail('RETRYABLE', 'TIMEOUT', 'The refund was not sent');
  const isRefused = told.kind === 'ANSWERED' && refusalIn(told) !== null;
  if (!isRefused && !isAccepted(told))
    return fail('UNKNOWN', 'TIMEOUT', 'Woovi did not report the outcome of the refund');
  const shown = refundIn(told);
  if (shown?.correlationID === correlationID && shown.value === amount) return shownAs(correlationID, shown);
  const made = await getRefund(woovi, context, request);
  if (made.ok) return made;
  return isRefused && made.kind === 'NOT_FOUND' ? refused(woovi, told) : { ...made, kind: 'UNKNOWN' };
};

const refundIn = (told: Told): ToldRefund | null => {
  const body = isAccepted(told) ? (told.body as { readonly refund?: unknown } | null) : null;
  return refundShape.safeParse(body?.refund).data ?? null;
};

const DISPUTED = /disput|\bmed\b|bloque|blocked/i;

/** While a dispute is open nothing is refunded: the refund waits for its end. */
const refused = (woovi: Woovi, told: Answered): Failure => {
  const [fail, meaning] = [failingAs(woovi), refusalIn(told)];
  if (meaning === 'AUTH') return fail('RETRYABLE', 'AUTH', 'Woovi rejects the credentials, or a scope is missing');
  if (meaning === 'RATE_LIMITED') return fail('RATE_LIMITED', 'RATE_LIMITED', 'Woovi accepts no refunds at present');
  if (DISPUTED.test(JSON.stringify(told.body)))
    return fail('REJECTED', 'DISPUTED', 'Woovi makes no refund while a dispute is open');
  if (meaning === 'EXISTS') return fail('UNKNOWN', 'DUPLICATE_KEY', 'Woovi has the refund but does not show it');
  return fail('REJECTED', meaning === 'NO_BALANCE' ? 'INSUFFICIENT_FUNDS' : 'OTHER', 'Woovi refused the refund');
};
