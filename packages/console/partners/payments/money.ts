import type { PartnerPayment } from '../../wire-partners';
import type { AmountShown } from '../../words/format';

type Reais = AmountShown & { readonly assetId: null };

/** BRL of an answer, which has at most two decimals. */
export const reais = (brl: number): Reais => ({
  ...{ baseUnits: (brl * 100).toFixed(0), decimals: 2, symbol: 'BRL', assetId: null },
});

/** By the payer: what the wallet gives, for a withdrawal. */
export const totalOf = (payment: PartnerPayment): Reais =>
  reais(payment.kind === 'WITHDRAW' ? payment.amount : payment.total);

export const referenceOf = (payment: PartnerPayment): string | null =>
  payment.kind === 'WITHDRAW' ? null : (payment.reference ?? null);
