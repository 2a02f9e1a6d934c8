import { createHash } from 'node:crypto';
import { buildStaticBrCode } from '../../../../aggregates/codes/build-br-code';
import { parseCnpj, parseCpf } from '../../../../aggregates/codes/tax-id';
import type { Digits } from '../../../../aggregates/money';
import type {
  Charge,
  ChargeRequest,
  ReceivedPix,
  Refund,
  ReportedDispute,
} from '../../../../commands/ports/providers/charge-provider';
import type { Bookable, Booked, BookKey, PlannedCallback } from '../book/sandbox-book';
import { chooseRow, rowNamed } from '../choose-row';
import { SANDBOX_ID_PREFIX } from '../desk';
import { CHARGES, type ChargeScenario } from './charge-scenarios';

export interface PaidEntry {
  readonly endToEndId: string;
  readonly amountCents: Digits;
  readonly payerTaxIdMasked: string;
  readonly isExpectedPayer: boolean;
  readonly paidAtMs: number;
}

export interface RefundEntry {
  readonly refundKey: string;
  readonly endToEndId: string;
  readonly amountCents: Digits;
  readonly state: 'DONE' | 'FAILED';
}

/** A charge in the simulator's books; the payer is kept masked only. */
export interface ChargeState extends Bookable {
  readonly providerId: string;
  readonly txid: string;
  readonly brCode: string;
  readonly amountCents: Digits;
  readonly splitCents: Digits | null;
  readonly payerTaxIdMasked: string;
  readonly scenario: string;
  /** Fixed with the charge, so that no restart undoes a payment. */
  readonly settleDelayMs: number;
  readonly expiresAtMs: number;
  readonly calls: number;
  readonly cancelledAtMs: number | null;
  /** By the control call, or met by the cancel. */
  readonly paid: readonly PaidEntry[];
  readonly refunds: readonly RefundEntry[];
  readonly disputeDecision: 'ACCEPTED' | 'REJECTED' | null;
}

export type BookedCharge = Booked<ChargeState>;

/** Where a refund's key leads. */
export interface RefundPlace {
  readonly chargeKey: string;
}

const digestOf = ({ partnerId, idempotencyKey }: BookKey): string =>
  createHash('sha256').update(`charge\n${partnerId}\n${idempotencyKey}`).digest('hex');

/** The form in which a bank shows a person's tax id; a company's is public. */
export const shownTaxId = (taxId: string): string | null => {
  const cpf = parseCpf(taxId);
  return cpf === null ? parseCnpj(taxId) : `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`;
};

const RECEIVING_KEY = 'cobranca@sandbox.example';

export const newCharge = (
  key: BookKey,
  request: ChargeRequest,
  payerTaxIdMasked: string,
  settleDelayMs: number,
): ChargeState => {
  const txid = `sbx${digestOf(key).slice(0, 22)}`;
  const { amount, split, scenario, expiresAt } = request;
  const payee = { key: RECEIVING_KEY, payeeName: 'SANDBOX SEM VALOR', payeeCity: 'SAO PAULO' };
  return {
    providerId: `${SANDBOX_ID_PREFIX}chg_${digestOf(key).slice(0, 32)}`,
    brCode: buildStaticBrCode({ ...payee, amountCents: amount, txid }),
    ...{ txid, payerTaxIdMasked, settleDelayMs, calls: 0, bookedAtMs: null, bookedAheadMs: 0, cancelledAtMs: null },
    ...{ amountCents: amount.toString(), splitCents: split?.amount.toString() ?? null },
    scenario: chooseRow(CHARGES, scenario, amount).name,
    ...{ expiresAtMs: Date.parse(expiresAt), paid: [], refunds: [], disputeDecision: null },
  };
};

export const chargeScenarioOf = ({ scenario }: Pick<ChargeState, 'scenario'>): ChargeScenario =>
  rowNamed(CHARGES, scenario);

/** The prefix, `E`, the payer's bank, the minute and eleven characters (design: rails, section 1.3). */
export const endToEndIdOf = (key: BookKey, paidAtMs: number, number: number): string => {
  const minute = new Date(paidAtMs).toISOString().replace(/\D/g, '').slice(0, 12);
  const digest = createHash('sha256')
    .update(`${digestOf(key)}\n${number}`)
    .digest('hex');
  return `${SANDBOX_ID_PREFIX}E00000000${minute}${digest.slice(0, 11)}`;
};

const OTHER_PAYER = '***.000.000-**';

/** The next PIX of a charge; the simulated payer's own is number 0. */
export const paidBy = (key: BookKey, { paid }: ChargeState, pix: Omit<PaidEntry, 'endToEndId'>): PaidEntry => ({
  endToEndId: endToEndIdOf(key, pix.paidAtMs, paid.length + 1),
  ...pix,
});

const playedPix = (key: BookKey, entry: BookedCharge, nowMs: number): readonly PaidEntry[] => {
  const { pix } = chargeScenarioOf(entry);
  const { bookedAtMs, settleDelayMs, cancelledAtMs } = entry;
  if (pix === null) return [];
  const paidAtMs = bookedAtMs + settleDelayMs;
  if (paidAtMs > Math.min(nowMs, cancelledAtMs ?? nowMs)) return [];
  const { surplusCents, isExpectedPayer } = pix;
  const amountCents = (BigInt(entry.amountCents) + surplusCents).toString();
  const payerTaxIdMasked = isExpectedPayer ? entry.payerTaxIdMasked : OTHER_PAYER;
  return [{ endToEndId: endToEndIdOf(key, paidAtMs, 0), amountCents, payerTaxIdMasked, isExpectedPayer, paidAtMs }];
};

/** Everything that was paid by now, the first one first. */
export const paymentsOf = (key: BookKey, entry: BookedCharge, nowMs: number): readonly PaidEntry[] =>
  [...playedPix(key, entry, nowMs), ...entry.paid].sort((one, other) => one.paidAtMs - other.paidAtMs);

const refundedOf = ({ refunds }: ChargeState, endToEndId: string): bigint =>
  refunds.reduce(
    (sum, refund) =>
      refund.endToEndId === endToEndId && refund.state === 'DONE' ? sum + BigInt(refund.amountCents) : sum,
    0n,
  );

export const leftOf = (entry: ChargeState, paid: PaidEntry): bigint =>
  BigInt(paid.amountCents) - refundedOf(entry, paid.endToEndId);

const receivedOf = (entry: ChargeState, paid: PaidEntry): ReceivedPix => ({
  endToEndId: paid.endToEndId,
  amount: BigInt(paid.amountCents),
  fee: 0n,
  paidAt: new Date(paid.paidAtMs).toISOString(),
  payer: { taxIdMasked: paid.payerTaxIdMasked, matchesExpected: paid.isExpectedPayer },
  refunded: refundedOf(entry, paid.endToEndId),
});

export const disputesOf = (key: BookKey, entry: BookedCharge, nowMs: number): readonly ReportedDispute[] => {
  const [paid] = paymentsOf(key, entry, nowMs);
  if (!chargeScenarioOf(entry).disputed || paid === undefined) return [];
  if (nowMs < paid.paidAtMs + entry.settleDelayMs) return [];
  const disputeId = `${SANDBOX_ID_PREFIX}med_${digestOf(key).slice(0, 16)}`;
  const { endToEndId, amountCents } = paid;
  const state = entry.disputeDecision ?? 'OPENED';
  return [{ disputeId, endToEndId, amount: BigInt(amountCents), state, reason: 'FRAUD' }];
};

const stateOf = (entry: BookedCharge, isPaid: boolean, nowMs: number): Charge['state'] => {
  if (isPaid) return 'PAID';
  if (entry.cancelledAtMs !== null) return 'CANCELLED';
  const { bookedAtMs, settleDelayMs } = entry;
  const isOver = chargeScenarioOf(entry).expires && nowMs >= bookedAtMs + settleDelayMs;
  return isOver ? 'EXPIRED' : 'ACTIVE';
};

export const chargeAt = (key: BookKey, entry: BookedCharge, nowMs: number): Charge => {
  const payments = paymentsOf(key, entry, nowMs);
  const isApplied = chargeScenarioOf(entry).splits;
  const { providerId, txid, amountCents, brCode, splitCents } = entry;
  const split = { isApplied, amount: isApplied ? BigInt(splitCents ?? '0') : 0n };
  return {
    ...{ idempotencyKey: key.idempotencyKey, providerId, txid, amount: BigInt(amountCents), brCode },
    state: stateOf(entry, payments.length > 0, nowMs),
    payments: payments.map((paid) => receivedOf(entry, paid)),
    ...(splitCents === null || payments.length === 0 ? {} : { split }),
    disputes: disputesOf(key, entry, nowMs),
  };
};

const REFUSED = { code: 'OTHER', message: 'Refused by the scenario', retryClass: false } as const;

export const refundAt = ({ refundKey, amountCents, state }: RefundEntry): Refund => ({
  ...{ idempotencyKey: refundKey, state, amount: BigInt(amountCents) },
  ...(state === 'DONE' ? { returnId: `${SANDBOX_ID_PREFIX}D${refundKey.replaceAll('-', '').slice(0, 31)}` } : {}),
  ...(state === 'FAILED' ? { failure: REFUSED } : {}),
});

/** The bank calls about the charge then; the event tells one call from another. */
export const chargeCallback = (key: BookKey, event: string, dueAtMs: number): PlannedCallback => {
  const { partnerId, idempotencyKey: about } = key;
  const digest = createHash('sha256').update(`${partnerId}\n${about}`).digest('hex');
  const eventId = `${SANDBOX_ID_PREFIX}evt_chg_${digest.slice(0, 32)}_${event}`;
  return { place: event, eventId, type: 'charge.changed', about, dueAtMs, forged: false };
};

/** About what the simulated payer and his bank will do, when they do it. */
export const callbacksOf = (key: BookKey, charge: BookedCharge): readonly PlannedCallback[] => {
  const { bookedAtMs, settleDelayMs } = charge;
  const { pix, disputed } = chargeScenarioOf(charge);
  return [
    ...(pix === null ? [] : [chargeCallback(key, 'played', bookedAtMs + settleDelayMs)]),
    ...(disputed ? [chargeCallback(key, 'disputed', bookedAtMs + 2 * settleDelayMs)] : []),
  ];
};
