import type { Request } from 'express';
import { listReceipts, type ReceiptRow } from '../../../read-models/payments/receipts';
import { receiptUrlOf, statusOf } from '../receipts/receipt-pages';
import { freshContextOf } from '../request/command-context';
import { stateOf, userOf, userReaderOf } from '../request/request-state';
import { brlNumber } from '../request/shape/brl';
import { type InvoiceType, invoiceTypeOf } from '../shared/invoice-type';
import { surfaceRefusal } from '../surface-refusal';
import type { ReceiptAnswer } from './receipts.dto';

export interface ReceiptQuery {
  readonly type: InvoiceType;
  readonly tx: string;
  readonly chain: string;
}

/** The caller's own receipt. Throws RECEIPT_NOT_FOUND, also for an impossible transaction id. */
export const receiptFor = async (request: Request, { type, tx, chain }: ReceiptQuery): Promise<ReceiptAnswer> => {
  const { catalog, canonicalTxid } = stateOf(request).deps;
  const network = catalog.networks.find(({ name }) => name === chain);
  const txHash = network === undefined ? null : canonicalTxid(network.family, tx);
  const rows = txHash === null ? [] : await listReceipts(userReaderOf(request), chain, txHash);
  const found = rows.find((row) => invoiceTypeOf(row.payout_kind) === type);
  if (found === undefined) throw surfaceRefusal('RECEIPT_NOT_FOUND', 'No such receipt');
  const { intent_id: intentId } = found;
  const [told, opened] = await Promise.all([toldBy(request, found), openedFor(request, intentId, type)]);
  return { ...answerOf(found, type), ...told, ...opened };
};

type Told = Pick<ReceiptAnswer, 'status' | 'returnedAmount' | 'receiptUrl' | 'endToEndId' | 'paidAt'>;

/** By the payment's stream. For a stream that was lost and closed: by the row of the payment, without returns. */
const toldBy = async (request: Request, row: ReceiptRow): Promise<Told> => {
  const { deps } = stateOf(request);
  const receipt = await deps.receiptPages.find(row.intent_id);
  const { endToEndId, paidAt } = receipt ?? { endToEndId: row.end_to_end_id, paidAt: row.paid_at };
  const paid = {
    ...{ receiptUrl: receiptUrlOf(deps, row.intent_id), paidAt },
    ...(endToEndId === null ? {} : { endToEndId }),
  };
  if (receipt === null || statusOf(receipt) === 'COMPLETED') return { ...paid, status: 'COMPLETED' };
  return { ...paid, status: 'RETURNED', returnedAmount: brlNumber(receipt.returnedCents) };
};

type Opened = Pick<ReceiptAnswer, 'giftCardPin' | 'barcode'>;

/** In no read model, and opened for the payer alone: a gift card's PIN, a boleto's barcode. */
const openedFor = async (request: Request, intentId: string, type: InvoiceType): Promise<Opened> => {
  if (type === 'giftcard') return { giftCardPin: await pinFor(request, intentId) };
  const barcode = type === 'boleto' ? await stateOf(request).deps.paidBarcode(userOf(request), intentId) : null;
  return barcode === null ? {} : { barcode };
};

/** The event is recorded before the PIN is shown. HEAD shows no PIN, so it is not counted. */
const pinFor = async (request: Request, intentId: string): Promise<string | null> => {
  if (request.method === 'HEAD') return null;
  return stateOf(request).deps.revealGiftCard({ user: userOf(request), intentId }, freshContextOf(request));
};

const answerOf = (row: ReceiptRow, type: InvoiceType): Omit<ReceiptAnswer, keyof Told> => ({
  type,
  intentId: row.intent_id,
  amount: brlNumber(BigInt(row.amount_cents)),
  currency: 'BRL',
  payee: row.destination_masked,
  chain: row.network,
  txHash: row.tx_hash,
});
