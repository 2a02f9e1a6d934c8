import { type Boleto, parseBoleto } from './boleto';
import type { BoletoRefusal } from './boleto-refusal';
import { BR_CODE_MAX_LENGTH, type BrCode, type BrCodeRefusal, parseBrCode } from './br-code';
import { type GiftCardCode, type GiftCardRefusal, parseGiftCardCode } from './gift-card';

export type PaymentCode =
  | { readonly kind: 'PIX_BRCODE'; readonly text: string; readonly brCode: BrCode }
  | { readonly kind: 'BOLETO'; readonly boleto: Boleto }
  | { readonly kind: 'GIFT_CARD'; readonly giftCard: GiftCardCode };

export type PaymentCodeKind = PaymentCode['kind'];

export type PaymentCodeRefusal = BrCodeRefusal | BoletoRefusal | GiftCardRefusal | 'UNKNOWN_KIND';

export type PaymentCodeResult =
  | { readonly ok: true; readonly code: PaymentCode }
  | {
      readonly ok: false;
      readonly kind: PaymentCodeKind | null;
      readonly reason: PaymentCodeRefusal;
    };

export const PAYMENT_CODE_MAX_LENGTH = BR_CODE_MAX_LENGTH;
const PASTED_MAX_LENGTH = 2 * PAYMENT_CODE_MAX_LENGTH;

/** Every BR Code starts with field 00 of two characters, and no bank has the number 000. */
const BR_CODE_START = '0002';
const GIFT_CARD_START = 'GC-';

const kindOf = (text: string): PaymentCodeKind | null => {
  if (text.startsWith(BR_CODE_START)) return 'PIX_BRCODE';
  if (text.slice(0, GIFT_CARD_START.length).toUpperCase() === GIFT_CARD_START) return 'GIFT_CARD';
  const first = text.charAt(0);
  return first >= '0' && first <= '9' ? 'BOLETO' : null;
};

const readAs = (kind: PaymentCodeKind, text: string, today: string): PaymentCodeResult => {
  switch (kind) {
    case 'PIX_BRCODE': {
      const result = parseBrCode(text);
      return result.ok ? { ok: true, code: { kind, text, brCode: result.code } } : { ...result, kind };
    }
    case 'BOLETO': {
      const result = parseBoleto(text, today);
      return result.ok ? { ok: true, code: { kind, boleto: result.boleto } } : { ...result, kind };
    }
    case 'GIFT_CARD': {
      const result = parseGiftCardCode(text);
      return result.ok ? { ok: true, code: { kind, giftCard: result.code } } : { ...result, kind };
    }
  }
};

/** Recognises the kind by its first characters, ignoring outer white space. `today`: ISO 8601. Never throws. */
export const readPaymentCode = (pasted: string, today: string): PaymentCodeResult => {
  const text = pasted.length > PASTED_MAX_LENGTH ? pasted : pasted.trim();
  const kind = kindOf(text);
  if (text.length > PAYMENT_CODE_MAX_LENGTH) return { ok: false, kind, reason: 'TOO_LONG' };
  return kind === null ? { ok: false, kind, reason: 'UNKNOWN_KIND' } : readAs(kind, text, today);
};

export interface PaymentCodeSummary {
  /** Null when the payer or the registry decides. */
  readonly amountCents: bigint | null;
  readonly amountEditable: boolean;
  readonly beneficiaryName: string | null;
  /** `yyyy-mm-dd`. */
  readonly dueDate: string | null;
}

const summary = (amountCents: bigint | null, beneficiaryName: string | null, dueDate: string | null) => ({
  amountCents,
  amountEditable: amountCents === null,
  beneficiaryName,
  dueDate,
});

export const summaryOf = (code: PaymentCode): PaymentCodeSummary => {
  switch (code.kind) {
    case 'PIX_BRCODE':
      return summary(code.brCode.amountCents, code.brCode.payeeName, null);
    case 'BOLETO':
      return summary(code.boleto.amountCents, null, code.boleto.dueDate);
    case 'GIFT_CARD':
      return summary(code.giftCard.amountCents, null, null);
  }
};
