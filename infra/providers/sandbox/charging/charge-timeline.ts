import { createHash } from 'node:crypto';
import { buildStaticBrCode } from '../../../../aggregates/codes/build-br-code';
import { parseCnpj, parseCpf } from '../../../../aggregates/codes/tax-id';
import type {
  Charge,
  ChargeRequest,
  ReceivedPix,
  Refund,
  ReportedDispute,
} from '../../../../commands/ports/providers/charge-provider';
import type { BookKey } from '../books/books';
import { SANDBOX_ID_PREFIX } from '../payouts/payout-timeline';
import type { ChargeEntry, PaidEntry, RefundEntry } from './charge-entry';
import { type ChargeScenario, chargeScenarioNamed, chooseChargeScenario } from './charge-scenarios';

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
): ChargeEntry => {
  const txid = `sbx${digestOf(key).slice(0, 22)}`;
  const { amount, split, scenario, expiresAt } = request;
  const payee = { key: RECEIVING_KEY, payeeName: 'SANDBOX SEM VALOR', payeeCity: 'SAO PAULO' };
  return {
    providerId: `${SANDBOX_ID_PREFIX}chg_${digestOf(key).slice(0, 32)}`,
    brCode: buildStaticBrCode({ ...payee, amountCents: amount, txid }),
    ...{ txid, payerTaxIdMasked, settleDelayMs, calls: 0, bookedAtMs: null, bookedAheadMs: 0, cancelledAtMs: null },
    ...{ amountCents: amount.toString(), splitCents: split?.amount.toString() ?? null },
    scenario: chooseChargeScenario(scenario, amount).name,
    ...{ expiresAtMs: Date.parse(expiresAt), paid: [], refunds: [], disputeDecision: null },
  };
};

/** Throws when the table no longer has the scenario. */
export const chargeScenarioOf = ({ scenario }: Pick<ChargeEntry, 'scenario'>): ChargeScenario => {
  const found = chargeScenarioNamed(scenario);
  if (found === null) throw new Error(`The sandbox's books name a scenario that is gone: ${scenario}`);
  return found;
};

/** The prefix, `E`, the payer's bank, the minute and eleven characters (design: rails, section 1.3). */
export const endToEndIdOf = (key: BookKey, paidAtMs: number, number: number): string => {
  const minute = new Date(paidAtMs).toISOString().replace(/\D/g, '').slice(0, 12);
  const digest = createHash('sha256')
    .update(`${digestOf(key)}\n${number}`)
    .digest('hex');
  return `${SANDBOX_ID_PREFIX}E00000000${minute}${digest.slice(0, 11)}`;
};

const OTHER_PAYER = '***.000.000-**';

const playedPix = (key: BookKey, entry: ChargeEntry, nowMs: number): readonly PaidEntry[] => {
  const { pix } = chargeScenarioOf(entry);
  const { bookedAtMs, settleDelayMs, cancelledAtMs } = entry;
  if (pix === null || bookedAtMs === null) return [];
  const paidAtMs = bookedAtMs + settleDelayMs;
  if (paidAtMs > Math.min(nowMs, cancelledAtMs ?? nowMs)) return [];
  const { surplusCents, isExpectedPayer } = pix;
  const amountCents = (BigInt(entry.amountCents) + surplusCents).toString();
  const payerTaxIdMasked = isExpectedPayer ? entry.payerTaxIdMasked : OTHER_PAYER;
  return [{ endToEndId: endToEndIdOf(key, paidAtMs, 0), amountCents, payerTaxIdMasked, isExpectedPayer, paidAtMs }];
};

/** Everything that was paid by now, the first one first. */
export const paymentsOf = (key: BookKey, entry: ChargeEntry, nowMs: number): readonly PaidEntry[] =>
  [...playedPix(key, entry, nowMs), ...entry.paid].sort((one, other) => one.paidAtMs - other.paidAtMs);

const refundedOf = ({ refunds }: ChargeEntry, endToEndId: string): bigint =>
  refunds.reduce(
    (sum, refund) =>
      refund.endToEndId === endToEndId && refund.state === 'DONE' ? sum + BigInt(refund.amountCents) : sum,
    0n,
  );

export const leftOf = (entry: ChargeEntry, paid: PaidEntry): bigint =>
  BigInt(paid.amountCents) - refundedOf(entry, paid.endToEndId);

const receivedOf = (entry: ChargeEntry, paid: PaidEntry): ReceivedPix => ({
  endToEndId: paid.endToEndId,
  amount: BigInt(paid.amountCents),
  fee: 0n,
  paidAt: new Date(paid.paidAtMs).toISOString(),
  payer: { taxIdMasked: paid.payerTaxIdMasked, matchesExpected: paid.isExpectedPayer },
  refunded: refundedOf(entry, paid.endToEndId),
});

export const disputesOf = (key: BookKey, entry: ChargeEntry, nowMs: number): readonly ReportedDispute[] => {
  const [paid] = paymentsOf(key, entry, nowMs);
  if (!chargeScenarioOf(entry).disputed || paid === undefined) return [];
  if (nowMs < paid.paidAtMs + entry.settleDelayMs) return [];
  const disputeId = `${SANDBOX_ID_PREFIX}med_${digestOf(key).slice(0, 16)}`;
  const { endToEndId, amountCents } = paid;
  const state = entry.disputeDecision ?? 'OPENED';
  return [{ disputeId, endToEndId, amount: BigInt(amountCents), state, reason: 'FRAUD' }];
};

const stateOf = (entry: ChargeEntry, isPaid: boolean, nowMs: number): Charge['state'] => {
  if (isPaid) return 'PAID';
  if (entry.cancelledAtMs !== null) return 'CANCELLED';
  const { bookedAtMs, settleDelayMs } = entry;
  const isOver = chargeScenarioOf(entry).expires && bookedAtMs !== null && nowMs >= bookedAtMs + settleDelayMs;
  return isOver ? 'EXPIRED' : 'ACTIVE';
};

export const chargeAt = (key: BookKey, entry: ChargeEntry, nowMs: number): Charge => {
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
