import { type Boleto, maskBoleto } from '../../aggregates/codes/boleto';
import type { GiftCardCode } from '../../aggregates/codes/gift-card';
import { type PaymentCode, readPaymentCode } from '../../aggregates/codes/payment-code';
import { invalidField, rejection } from '../../aggregates/rejection';
import type { UserCaller } from '../handling/caller';
import type { CommandContext } from '../handling/context';
import type { PayoutChoice } from '../ports/providers/payout-provider';
import { brCodeInvoice } from './br-code-invoice';
import {
  agreedAmount,
  type Inquiry,
  type Invoice,
  type InvoiceDeps,
  inquiryOf,
  mustBeActive,
  mustResolve,
} from './invoice';
import { type AskedPixKey, pixKeyInvoice, readPixKey } from './pix-key-invoice';

const giftCardInvoice = async (
  { provider, call, amountCents }: Inquiry,
  { text, provider: soldBy }: GiftCardCode,
): Promise<Invoice> => {
  const product = mustResolve(await provider.resolveGiftCard(call, text), 'INVALID_CODE');
  if (!product.inStock) throw rejection('INVALID_CODE', 'The gift card is sold out');
  return {
    kind: 'GIFT_CARD',
    instruction: { kind: 'GIFT_CARD', productCode: text },
    amountCents: agreedAmount(product.amount, amountCents),
    destinationMasked: product.brand,
    soldBy,
  };
};

/** The registry's date and amount are valid, not the printed ones, and are read again before the payment. */
const boletoInvoice = async ({ provider, call, amountCents }: Inquiry, boleto: Boleto): Promise<Invoice> => {
  const resolved = mustResolve(await provider.resolveBoleto(call, boleto.barcode), 'INVALID_CODE');
  mustBeActive(resolved.status);
  return {
    kind: 'BOLETO',
    instruction: { kind: 'BOLETO', barcode: boleto.barcode, line: boleto.line },
    amountCents: agreedAmount(resolved.amount, amountCents),
    destinationMasked: maskBoleto(boleto),
  };
};

export interface InvoiceInput {
  readonly user: UserCaller;
  /** A PIX BR Code, a boleto or a gift-card code; null when a key is given. */
  readonly invoiceCode: string | null;
  readonly pixKey?: AskedPixKey | null;
  /** Needed for a key or an open amount; otherwise must agree with the code. */
  readonly amountCents: bigint | null;
}

/** Refuses VALIDATION_ERROR for a broken code or key, INVALID_CODE, INVALID_PIX_KEY, PROVIDER_*. */
export const readInvoice = async (
  deps: InvoiceDeps,
  input: InvoiceInput,
  context: CommandContext,
): Promise<Invoice> => {
  const { invoiceCode, pixKey = null } = input;
  if ((invoiceCode === null) === (pixKey === null)) {
    throw invalidField('invoiceCode', 'give exactly one of invoiceCode and pixKey');
  }
  if (pixKey !== null) {
    const key = readPixKey(pixKey);
    const { user, amountCents } = input;
    return pixKeyInvoice(inquiryOf(deps, { user, amountCents, kind: 'PIX_KEY' }, context), key);
  }
  const code = readCode(invoiceCode ?? '', deps.clock.now());
  const { user, amountCents } = input;
  return codeInvoice(inquiryOf(deps, { user, amountCents, ...choiceOf(code) }, context), code);
};

/** The code of a gift card names its seller. */
const choiceOf = (code: PaymentCode): PayoutChoice =>
  code.kind === 'GIFT_CARD' ? { kind: code.kind, soldBy: code.giftCard.provider } : { kind: code.kind };

const CODE_NAMES = { PIX_BRCODE: 'PIX BR Code', BOLETO: 'boleto', GIFT_CARD: 'gift-card code' } as const;

/** Checks the code alone. Refuses VALIDATION_ERROR. */
export const readCode = (text: string, nowMs: number): PaymentCode => {
  const result = readPaymentCode(text, new Date(nowMs).toISOString());
  if (result.ok) return result.code;
  const name = result.kind === null ? 'code' : CODE_NAMES[result.kind];
  throw invalidField('invoiceCode', `not a payable ${name}: ${result.reason}`);
};

const codeInvoice = (inquiry: Inquiry, code: PaymentCode): Promise<Invoice> => {
  switch (code.kind) {
    case 'PIX_BRCODE':
      return brCodeInvoice(inquiry, code);
    case 'BOLETO':
      return boletoInvoice(inquiry, code.boleto);
    case 'GIFT_CARD':
      return giftCardInvoice(inquiry, code.giftCard);
  }
};
