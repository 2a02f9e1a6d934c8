import type { RecordCharge, SeenDispute, SeenPix } from '../../../aggregates/cashin/commands';
import type { CashinFacts } from '../../../aggregates/cashin/state';
import { maskPixKey } from '../../../aggregates/codes/pix-key';
import { parseCnpj, parseCpf } from '../../../aggregates/codes/tax-id';
import { isAnotherPayee } from '../../payout/payees';
import type { KeyVault } from '../../ports/key-vault';
import type { Charge, ReceivedPix, ReportedDispute } from '../../ports/providers/charge-provider';
import type { PayoutMethod } from '../../ports/providers/payout-provider';
import { timeOf } from './answer-rules';

export const seenPayments = async (
  vault: Pick<KeyVault, 'open'>,
  facts: CashinFacts,
  { payments }: Pick<Charge, 'payments'>,
): Promise<readonly SeenPix[]> => {
  if (payments.length === 0) return [];
  const expected = await expectedPayer(vault, facts);
  return payments.map((pix) => seen(pix, expected, facts.payerTaxIdMasked));
};

/** In the form of a payee's key, to be compared with a mask in the same way; null when the user was erased. */
const expectedPayer = async (vault: Pick<KeyVault, 'open'>, { payer }: CashinFacts): Promise<PayoutMethod | null> => {
  const opened = await vault.open(payer);
  if (opened === null) return null;
  const { taxId } = JSON.parse(opened) as { readonly taxId: string };
  const cpf = parseCpf(taxId);
  return { kind: 'PIX_KEY', keyType: cpf === null ? 'CNPJ' : 'CPF', key: cpf ?? parseCnpj(taxId) ?? taxId };
};

const seen = (
  { endToEndId, amount, fee = 0n, paidAt, payer, refunded }: ReceivedPix,
  expected: PayoutMethod | null,
  expectedMasked: string,
): SeenPix => {
  const isOtherPayer = payer?.matchesExpected === false || isAnotherPayee(toldOf(payer), expected);
  return {
    ...{ endToEndId, amountCents: amount.toString(), feeCents: fee.toString() },
    payerTaxIdMasked: shownTaxId(payer?.taxIdMasked, isOtherPayer ? null : expectedMasked),
    isOtherPayer,
    paidAt: timeOf(paidAt),
    refundedCents: refunded.toString(),
  };
};

const toldOf = (payer: ReceivedPix['payer']) =>
  payer?.taxIdMasked === undefined ? undefined : { taxIdMasked: payer.taxIdMasked };

/** A foreign mask is never kept: next to ours it would show most of the number. Ours replaces it when it fits. */
const shownTaxId = (told: string | undefined, expectedMasked: string | null): string | null => {
  if (told === undefined) return null;
  const [cpf, cnpj] = [parseCpf(told), parseCnpj(told)];
  if (cpf !== null) return maskPixKey({ kind: 'CPF', key: cpf });
  return cnpj === null ? expectedMasked : maskPixKey({ kind: 'CNPJ', key: cnpj });
};

export const seenSplit = ({ split }: Pick<Charge, 'split'>): RecordCharge['split'] =>
  split === undefined ? null : { isApplied: split.isApplied, amountCents: split.amount.toString() };

const STATES = { OPENED: 'OPEN', ACCEPTED: 'LOST', REJECTED: 'WON', CANCELLED: 'WON' } as const;

/** A code such as FRAUD; a free text could be about a person. */
const REASON = /^[A-Z][A-Z0-9_]{1,31}$/;

export const seenDispute = ({ disputeId, endToEndId, amount, state, reason }: ReportedDispute): SeenDispute => ({
  ...{ disputeId, endToEndId, amountCents: amount.toString(), state: STATES[state] },
  reason: reason !== undefined && REASON.test(reason) ? reason : null,
});
