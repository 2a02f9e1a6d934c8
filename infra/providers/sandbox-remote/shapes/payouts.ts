import { z } from 'zod';
import type { Payout, PayoutMethod, PayoutRequest, PixKeyType } from '../../../../commands/ports/payout-provider';
import type {
  ResolvedBoleto,
  ResolvedBrCode,
  ResolvedGiftCard,
  ResolvedKey,
} from '../../../../commands/ports/resolved-payee';
import { cents, ending, iso, link, text } from './values';

const keyType: z.ZodType<PixKeyType> = z.enum(['CPF', 'CNPJ', 'PHONE', 'EMAIL', 'EVP']);

export const pixKey = z.object({ keyType, key: text });

const method: z.ZodType<PayoutMethod> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('PIX_KEY'), keyType, key: text }),
  z.object({ kind: z.literal('PIX_BRCODE'), brCode: text, amountIsFixed: z.boolean() }),
  z.object({ kind: z.literal('BOLETO'), barcode: text, line: text }),
  z.object({ kind: z.literal('GIFT_CARD'), productCode: text }),
]);

export const payoutRequest: z.ZodType<PayoutRequest> = z.object({
  ...{ idempotencyKey: text, amount: cents, method, notAfter: iso },
  ...{ description: text.exactOptional(), scenario: text.exactOptional() },
});

export const payoutState = z.enum(['CREATED', 'ACCEPTED', 'PROCESSING', 'SETTLED', 'FAILED', 'RETURNED']);

const payee = z.object({
  ...{ key: text.exactOptional(), name: text.exactOptional(), taxIdMasked: text.exactOptional() },
});

export const payout: z.ZodType<Payout> = z.object({
  ...{ idempotencyKey: text, providerId: text, state: payoutState, amount: cents },
  ...{ endToEndId: text.exactOptional(), payee: payee.exactOptional(), failure: ending.exactOptional() },
  ...{ returnedAmount: cents.exactOptional(), fee: cents.exactOptional(), settledAt: iso.exactOptional() },
  ...{ receiptUrl: link.exactOptional(), giftCardPin: text.exactOptional() },
});

const codeStatus = z.enum(['ACTIVE', 'PAID', 'EXPIRED', 'REMOVED']);

export const resolvedBrCode: z.ZodType<ResolvedBrCode> = z.object({
  ...{ kind: z.enum(['STATIC', 'DYNAMIC']), amount: cents.nullable(), amountEditable: z.boolean() },
  ...{ payeeName: text, key: text.nullable(), txid: text.nullable(), status: codeStatus },
});

export const resolvedKey: z.ZodType<ResolvedKey> = z.object({ payeeName: text });

export const resolvedBoleto: z.ZodType<ResolvedBoleto> = z.object({
  ...{ amount: cents.nullable(), dueDate: z.iso.date().nullable(), payeeName: text.nullable() },
  status: z.enum(['ACTIVE', 'PAID', 'EXPIRED']),
});

export const resolvedGiftCard: z.ZodType<ResolvedGiftCard> = z.object({
  ...{ brand: text, amount: cents, inStock: z.boolean() },
});
