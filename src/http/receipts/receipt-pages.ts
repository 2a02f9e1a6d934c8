import type { Receipt } from '../../reads/receipts/receipt';

/** Receipts for any holder of their link: the token in it is the credential. */
export interface ReceiptPages {
  readonly tokenOf: (paymentId: string) => string;
  /** Null for a text that is no token of ours. */
  readonly paymentOf: (token: string) => string | null;
  /** Null for a payment without a receipt, and once its user is erased. */
  readonly find: (paymentId: string) => Promise<Receipt | null>;
}

export const RECEIPTS = '/receipts';

/** Below PUBLIC_BASE_URL, or the service's own address when that is not set. */
export const receiptUrlUnder =
  (publicBaseUrl: string | null, { tokenOf }: Pick<ReceiptPages, 'tokenOf'>) =>
  (paymentId: string): string =>
    `${publicBaseUrl ?? ''}${RECEIPTS}/${tokenOf(paymentId)}`;

export const receiptUrlOf = (
  {
    receiptPages,
    settings,
  }: { readonly receiptPages: ReceiptPages; readonly settings: { readonly publicBaseUrl: string | null } },
  paymentId: string,
): string => receiptUrlUnder(settings.publicBaseUrl, receiptPages)(paymentId);

/** The payment stays COMPLETED for ever; its receipt shows returned money. */
export const statusOf = ({ returnedCents }: Receipt): 'COMPLETED' | 'RETURNED' =>
  returnedCents === 0n ? 'COMPLETED' : 'RETURNED';
