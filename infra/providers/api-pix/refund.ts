import { toDecimal } from '../../../aggregates/money';
import type { AskedRefund, Refund, RefundRequest } from '../../../commands/ports/providers/charge-provider';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import type { Place, Told } from '../http/client';
import { putOnce, shownIn } from './answers';
import type { ApiPix } from './client';
import { idOf, refundShape, refundStateOf } from './shapes';

/** The bank names a refund by the PIX and an id of ours. */
const placeOf = ({ endToEndId, idempotencyKey }: AskedRefund) =>
  ['/pix/', `${encodeURIComponent(endToEndId)}/devolucao/${encodeURIComponent(idOf(idempotencyKey))}`] as const;

const refundIn = (bank: ApiPix, told: Told, idempotencyKey: string): Result<Refund> => {
  const read = shownIn(bank, told, refundShape);
  if (!read.ok) return read;
  const { id, valor: amount, rtrId } = read.value;
  const state = refundStateOf(read.value);
  if (id !== idOf(idempotencyKey) || state === null)
    return failingAs(bank)('UNKNOWN', 'PROTOCOL', 'The bank answered another refund, or one of an unknown status');
  const failure = { code: 'OTHER', message: 'The bank has not made the refund', retryClass: true } as const;
  return {
    ok: true,
    value: {
      ...{ idempotencyKey, state, amount, ...(rtrId ? { returnId: rtrId } : {}) },
      ...(state === 'FAILED' ? { failure } : {}),
    },
  };
};

const askRefund = (bank: ApiPix, context: CallContext, asked: AskedRefund): Promise<Told> =>
  bank.get(context, ...placeOf(asked));

export const getRefund = async (bank: ApiPix, context: CallContext, asked: AskedRefund): Promise<Result<Refund>> =>
  refundIn(bank, await askRefund(bank, context, asked), asked.idempotencyKey);

export const makeRefund = (bank: ApiPix, context: CallContext, request: RefundRequest): Promise<Result<Refund>> => {
  const [place, body]: [Place, object] = [placeOf(request), { valor: toDecimal(request.amount, 2) }];
  return putOnce(bank, {
    what: 'refund',
    put: () => bank.put(context, place, body, Date.parse(request.notAfter)),
    ask: () => askRefund(bank, context, request),
    read: (told) => refundIn(bank, told, request.idempotencyKey),
  });
};
