import { z } from 'zod';
import { centsShape } from '../answers';

const text = z.string().max(2_000);

export const chargeShape = z.object({
  charge: z.object({
    ...{ correlationID: text, value: centsShape, status: text, brCode: text, transactionID: text },
    ...{ globalID: text.nullish(), qrCodeImage: text.nullish() },
  }),
});

export type ToldCharge = z.infer<typeof chargeShape>['charge'];

/** `type` and `status` are swapped in the file of the API: their values show which is which. */
const transactionShape = z.object({
  ...{ value: centsShape, time: z.iso.datetime(), endToEndId: text, type: text.nullish(), status: text.nullish() },
  payer: z.object({ taxID: z.object({ taxID: text.nullish() }).nullish() }).nullish(),
  charge: z.object({ correlationID: text.nullish() }).nullish(),
});

export type Transaction = z.infer<typeof transactionShape>;

const pageInfo = z.object({ hasNextPage: z.boolean() }).nullish();

export const transactionsShape = z.object({ transactions: z.array(transactionShape), pageInfo });

/** A refund that a person made in the platform may have no key. */
export const refundShape = z.object({
  ...{ correlationID: text.nullish(), value: centsShape, status: text, endToEndId: text.nullish() },
});

export type ToldRefund = z.infer<typeof refundShape>;

export const refundsShape = z.object({ refunds: z.array(refundShape) });

const disputeShape = z.object({
  ...{ status: text, endToEndId: text.nullish(), id: text.nullish(), value: centsShape.nullish() },
});

export const disputesShape = z.object({ disputes: z.array(disputeShape), pageInfo });

const OTHERS = [
  'REJECTED',
  'WITHDRAW',
  'REFUND',
  'FEE',
  'INTERNAL_TRANSFER',
  'BALANCE_BLOCK',
  'BALANCE_UNBLOCK',
  'REVERSAL',
];
const FREE = ['CONFIRMED', 'REFUNDED', 'PARTIAL_REFUND'];
const HELD = ['CREATED', 'IN_PROCESSING', 'PENDING'];

/** RECEIVED: available. HELD: held by its bank. OTHER: no payment, or a refused one. Null: undocumented status. */
export const standingOf = ({ type, status, value }: Transaction): 'RECEIVED' | 'HELD' | 'OTHER' | null => {
  const words = [type, status].filter((word) => typeof word === 'string');
  if (words.some((word) => OTHERS.includes(word))) return 'OTHER';
  const state = words.find((word) => word !== 'PAYMENT') ?? 'CONFIRMED';
  if (value === 0n || HELD.includes(state)) return 'HELD';
  return FREE.includes(state) ? 'RECEIVED' : null;
};

const REFUND_STATES: Readonly<Record<string, 'PROCESSING' | 'DONE' | 'FAILED'>> = {
  ...{ IN_PROCESSING: 'PROCESSING', CONFIRMED: 'DONE', REFUNDED: 'DONE' },
  ...{ REJECTED: 'FAILED', NOT_ACCOMPLISHED: 'FAILED' },
};

/** Null: a status that no document names. */
export const refundStateOf = ({ status }: Pick<ToldRefund, 'status'>) =>
  Object.hasOwn(REFUND_STATES, status) ? REFUND_STATES[status]! : null;
