import type { RecordCharge, SeenDispute, SeenPix } from '../../aggregates/cashin/commands';
import type { CashinFacts } from '../../aggregates/cashin/state';
import { parseCnpj, parseCpf } from '../../aggregates/codes/tax-id';
import { isAnotherPayee } from '../payout/payees';
import type { KeyVault } from '../ports/key-vault';
import type { PayoutMethod } from '../ports/payout-provider';
import type { Charge, ReceivedPix, ReportedDispute } from '../ports/providers/charge-provider';
import { timeOf } from './answer-rules';

/** What a provider tells of the payments, in the words of the ledger. `charge` is believed already. */
export const seenPayments = async (
  vault: Pick<KeyVault, 'open'>,
  facts: CashinFacts,
  { payments }: Pick<Charge, 'payments'>,
): Promise<readonly SeenPix[]> => {
  if (payments.length === 0) return [];
  const expected = await expectedPayer(vault, facts);
  return payments.map((pix) => seen(pix, expected));
};

/** As the key of a payee, since both are compared with a mask in the same way; null when the user was erased. */
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
): SeenPix => ({
  ...{ endToEndId, amountCents: amount.toString(), feeCents: fee.toString() },
  payerTaxIdMasked: shownTaxId(payer?.taxIdMasked),
  isOtherPayer: payer?.matchesExpected === false || isAnotherPayee(toldOf(payer), expected),
  paidAt: timeOf(paidAt),
  refundedCents: refunded.toString(),
});

const toldOf = (payer: ReceivedPix['payer']) =>
  payer?.taxIdMasked === undefined ? undefined : { taxIdMasked: payer.taxIdMasked };

const MASKED = /^(?=.*[*xX•])[0-9A-Za-z*•./-]{5,24}$/;

/** A person's number in clear is masked here, whoever sent it; a company's is public. Anything else is not kept. */
const shownTaxId = (told: string | undefined): string | null => {
  if (told === undefined) return null;
  const cpf = parseCpf(told);
  if (cpf !== null) return `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`;
  return parseCnpj(told) ?? (MASKED.test(told) ? told : null);
};

export const seenSplit = ({ split }: Pick<Charge, 'split'>): RecordCharge['split'] =>
  split === undefined ? null : { isApplied: split.isApplied, amountCents: split.amount.toString() };

const STATES = { OPENED: 'OPEN', ACCEPTED: 'LOST', REJECTED: 'WON', CANCELLED: 'WON' } as const;

/** Such as FRAUD; a text could be about a person. */
const REASON = /^[A-Z][A-Z0-9_]{1,31}$/;

export const seenDispute = ({ disputeId, endToEndId, amount, state, reason }: ReportedDispute): SeenDispute => ({
  ...{ disputeId, endToEndId, amountCents: amount.toString(), state: STATES[state] },
  reason: reason !== undefined && REASON.test(reason) ? reason : null,
});
