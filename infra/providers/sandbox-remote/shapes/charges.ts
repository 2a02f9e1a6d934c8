import { z } from 'zod';
import type {
  Charge,
  ChargeRequest,
  Credit,
  Refund,
  RefundRequest,
} from '../../../../commands/ports/providers/charge-provider';
import { cents, ending, iso, link, text } from './values';

const payer = z.object({ taxId: text, name: text.exactOptional(), email: text.exactOptional() });

export const chargeRequest: z.ZodType<ChargeRequest> = z.object({
  ...{ idempotencyKey: text, amount: cents, expiresAt: iso, payer, notAfter: iso },
  split: z.object({ pixKey: text, amount: cents }).exactOptional(),
  ...{ description: text.exactOptional(), scenario: text.exactOptional() },
});

const shownPayer = z.object({ taxIdMasked: text.exactOptional(), matchesExpected: z.boolean().exactOptional() });

const receivedPix = z.object({
  ...{ endToEndId: text, amount: cents, paidAt: iso, refunded: cents },
  ...{ fee: cents.exactOptional(), payer: shownPayer.exactOptional() },
});

const dispute = z.object({
  ...{ disputeId: text, endToEndId: text, amount: cents, reason: text.exactOptional() },
  state: z.enum(['OPENED', 'ACCEPTED', 'REJECTED', 'CANCELLED']),
});

/** More PIX than any charge can be believed to have had. */
const MOST_OF_A_CHARGE = 1_000;

export const charge: z.ZodType<Charge> = z.object({
  ...{ idempotencyKey: text, providerId: text, txid: text, amount: cents, brCode: text },
  ...{ state: z.enum(['ACTIVE', 'PAID', 'EXPIRED', 'CANCELLED']), qrImageUrl: link.exactOptional() },
  ...{ payments: z.array(receivedPix).max(MOST_OF_A_CHARGE), disputes: z.array(dispute).max(MOST_OF_A_CHARGE) },
  split: z.object({ isApplied: z.boolean(), amount: cents }).exactOptional(),
});

export const refundRequest: z.ZodType<RefundRequest> = z.object({
  ...{ idempotencyKey: text, chargeKey: text, endToEndId: text, amount: cents, reason: text, notAfter: iso },
});

export const refund: z.ZodType<Refund> = z.object({
  ...{ idempotencyKey: text, state: z.enum(['PROCESSING', 'DONE', 'FAILED']), amount: cents },
  ...{ returnId: text.exactOptional(), failure: ending.exactOptional() },
});

export const credit: z.ZodType<Credit> = z.object({
  ...{ endToEndId: text, chargeKey: text.nullable(), amount: cents, at: iso },
});
