import { z } from 'zod';
import type { OrderToAuthorize } from '../../../commands/ports/providers/callback-source';
import { jsonOf } from '../http/json';
import { type Paid, payeeOf, RESOURCES, rowShape } from './resources';

const row = rowShape.nullish();
const bodyShape = z.object({ type: z.string(), transfer: row, bill: row, pixQrCode: row });

const KINDS: Readonly<Record<string, readonly [kind: Paid, field: 'transfer' | 'bill' | 'pixQrCode']>> = {
  ...{ TRANSFER: ['PIX_KEY', 'transfer'], BILL: ['BOLETO', 'bill'], PIX_QR_CODE: ['PIX_BRCODE', 'pixQrCode'] },
};

/** The order that Asaas asks about before it pays. Null: not our order, or unreadable. */
export const orderToAuthorize = (body: Uint8Array): OrderToAuthorize | null => {
  const read = bodyShape.safeParse(jsonOf(Buffer.from(body).toString('utf8')));
  if (!read.success || !Object.hasOwn(KINDS, read.data.type)) return null;
  const [kind, field] = KINDS[read.data.type]!;
  const order = read.data[field];
  const key = order ? RESOURCES[kind].keyIn(order) : '';
  if (!order || key === '') return null;
  const payee = payeeOf(order);
  return { ...{ key, kind, providerId: order.id, amount: order.value }, ...(payee === undefined ? {} : { payee }) };
};
