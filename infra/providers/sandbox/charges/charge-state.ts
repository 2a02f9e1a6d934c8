import { parseCnpj, parseCpf } from '../../../../aggregates/codes/tax-id';
import type {
  Charge,
  ReceivedPix,
  Refund,
  ReportedDispute,
} from '../../../../commands/ports/providers/charge-provider';
import type { PlannedCallback } from '../book/sandbox-book';
import { type At, callbackOf, digestOf, endToEndIdOf, iso, SANDBOX_ID_PREFIX } from '../desk';
import { type Bookable, type Booked, rowNamed } from '../scenarios';
import { CHARGES, type ChargeScenario } from './charge-scenarios';

export interface PaidEntry {
  readonly endToEndId: string;
  readonly amountCents: string;
  readonly payerTaxIdMasked: string;
  readonly isExpectedPayer: boolean;
  readonly paidAtMs: number;
}

export interface RefundEntry {
  readonly refundKey: string;
  readonly endToEndId: string;
  readonly amountCents: string;
  readonly state: 'DONE' | 'FAILED';
}

/** A charge in the simulator's books; the payer is kept masked only. */
export interface ChargeState extends Bookable {
  readonly providerId: string;
  readonly txid: string;
  readonly brCode: string;
  readonly splitCents: string | null;
  readonly payerTaxIdMasked: string;
  readonly scenario: string;
  readonly expiresAtMs: number;
  readonly cancelledAtMs: number | null;
  /** By the control call, or met by the cancel. */
  readonly paid: readonly PaidEntry[];
  readonly refunds: readonly RefundEntry[];
  readonly disputeDecision: 'ACCEPTED' | 'REJECTED' | null;
}

export type BookedCharge = Booked<ChargeState>;

export const chargeDigest = ({ key }: At): string => digestOf('charge', key.partnerId, key.idempotencyKey);

export const scenarioOf = ({ scenario }: Pick<ChargeState, 'scenario'>): ChargeScenario => rowNamed(CHARGES, scenario);

/** The form in which a bank shows a person's tax id; a company's is public. */
export const shownTaxId = (taxId: string): string | null => {
  const cpf = parseCpf(taxId);
  return cpf === null ? parseCnpj(taxId) : `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`;
};

type Pix = Partial<PaidEntry> & Pick<PaidEntry, 'paidAtMs'>;

/** Exact and by the expected payer, unless it differs. The simulated payer's own is number 0. */
const paidEntry = (charge: ChargeState, at: At, number: number, pix: Pix): PaidEntry => ({
  endToEndId: endToEndIdOf(digestOf(chargeDigest(at), number), pix.paidAtMs),
  ...{ amountCents: charge.amountCents, payerTaxIdMasked: charge.payerTaxIdMasked, isExpectedPayer: true, ...pix },
});

export const paidBy = (charge: BookedCharge, at: At, pix: Pix): BookedCharge => ({
  ...charge,
  paid: [...charge.paid, paidEntry(charge, at, charge.paid.length + 1, pix)],
});

const OTHER_PAYER = '***.000.000-**';

const playedPix = (charge: BookedCharge, at: At): readonly PaidEntry[] => {
  const { pix } = scenarioOf(charge);
  const paidAtMs = charge.bookedAtMs + charge.settleDelayMs;
  if (pix === null || paidAtMs > Math.min(at.nowMs, charge.cancelledAtMs ?? at.nowMs)) return [];
  const { surplusCents, isExpectedPayer } = pix;
  const amountCents = (BigInt(charge.amountCents) + surplusCents).toString();
  const payer = isExpectedPayer ? {} : { payerTaxIdMasked: OTHER_PAYER, isExpectedPayer };
  return [paidEntry(charge, at, 0, { paidAtMs, amountCents, ...payer })];
};

export const paymentsOf = (charge: BookedCharge, at: At): readonly PaidEntry[] =>
  [...playedPix(charge, at), ...charge.paid].sort((one, other) => one.paidAtMs - other.paidAtMs);

const receivedOf = ({ refunds }: ChargeState, paid: PaidEntry): ReceivedPix => ({
  ...{ endToEndId: paid.endToEndId, amount: BigInt(paid.amountCents), fee: 0n, paidAt: iso(paid.paidAtMs) },
  payer: { taxIdMasked: paid.payerTaxIdMasked, matchesExpected: paid.isExpectedPayer },
  refunded: refunds
    .filter(({ endToEndId, state }) => endToEndId === paid.endToEndId && state === 'DONE')
    .reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n),
});

const disputesOf = (charge: BookedCharge, at: At): readonly ReportedDispute[] => {
  const [paid] = paymentsOf(charge, at);
  if (!scenarioOf(charge).disputed || paid === undefined) return [];
  if (at.nowMs < paid.paidAtMs + charge.settleDelayMs) return [];
  const disputeId = `${SANDBOX_ID_PREFIX}med_${chargeDigest(at).slice(0, 16)}`;
  const { endToEndId, amountCents } = paid;
  const state = charge.disputeDecision ?? 'OPENED';
  return [{ disputeId, endToEndId, amount: BigInt(amountCents), state, reason: 'FRAUD' }];
};

const stateOf = (charge: BookedCharge, isPaid: boolean, { nowMs }: At): Charge['state'] => {
  if (isPaid) return 'PAID';
  if (charge.cancelledAtMs !== null) return 'CANCELLED';
  const isOver = scenarioOf(charge).expires && nowMs >= charge.bookedAtMs + charge.settleDelayMs;
  return isOver ? 'EXPIRED' : 'ACTIVE';
};

export const shownCharge = (charge: BookedCharge, at: At): Charge => {
  const payments = paymentsOf(charge, at);
  const { providerId, txid, amountCents, brCode, splitCents } = charge;
  const isApplied = scenarioOf(charge).splits;
  const split = { isApplied, amount: isApplied ? BigInt(splitCents ?? '0') : 0n };
  return {
    ...{ idempotencyKey: at.key.idempotencyKey, providerId, txid, amount: BigInt(amountCents), brCode },
    state: stateOf(charge, payments.length > 0, at),
    payments: payments.map((paid) => receivedOf(charge, paid)),
    ...(splitCents === null || payments.length === 0 ? {} : { split }),
    disputes: disputesOf(charge, at),
  };
};

const REFUSED = { code: 'OTHER', message: 'Refused by the scenario', retryClass: false } as const;

export const shownRefund = ({ refundKey, amountCents, state }: RefundEntry): Refund => ({
  ...{ idempotencyKey: refundKey, state, amount: BigInt(amountCents) },
  ...(state === 'DONE' ? { returnId: `${SANDBOX_ID_PREFIX}D${refundKey.replaceAll('-', '').slice(0, 31)}` } : {}),
  ...(state === 'FAILED' ? { failure: REFUSED } : {}),
});

/** Callbacks about the planned actions of the simulated payer and his bank, at their times. */
export const chargeCallbacks = (charge: BookedCharge, at: At): readonly PlannedCallback[] => {
  const { bookedAtMs, settleDelayMs } = charge;
  const { pix, disputed } = scenarioOf(charge);
  const due = (event: string, settlements: number) =>
    callbackOf('charge.changed', at, { event, dueAtMs: bookedAtMs + settlements * settleDelayMs });
  return [...(pix === null ? [] : [due('played', 1)]), ...(disputed ? [due('disputed', 2)] : [])];
};
