import { type PaymentCode, readPaymentCode, summaryOf } from '../../../aggregates/codes/payment-code';
import { brlNumber } from '../request/shape/brl';
import { invoiceTypeOf } from '../shared/invoice-type';
import type { CodeAnswer } from './codes.dto';

/** Reads and checks the text alone; nothing is fetched. */
export const codeAnswer = (text: string, nowMs: number): CodeAnswer => {
  const read = readPaymentCode(text, new Date(nowMs).toISOString());
  if (read.ok) return validAnswer(read.code);
  const type = read.kind === null ? null : invoiceTypeOf(read.kind);
  return { type, valid: false, reason: read.reason, amount: null, amountEditable: false, currency: 'BRL' };
};

const validAnswer = (code: PaymentCode): CodeAnswer => {
  const { amountCents, amountEditable, beneficiaryName, dueDate } = summaryOf(code);
  return {
    type: invoiceTypeOf(code.kind),
    valid: true,
    amount: amountCents === null ? null : brlNumber(amountCents),
    amountEditable: amountEditable && !isCharge(code),
    currency: 'BRL',
    ...(dueDate === null ? {} : { dueDate }),
    ...(beneficiaryName === null ? {} : { beneficiary: { name: beneficiaryName } }),
  };
};

/** The charge of a dynamic code has an amount, even if the code does not print it. */
const isCharge = (code: PaymentCode): boolean => code.kind === 'PIX_BRCODE' && code.brCode.location !== null;
