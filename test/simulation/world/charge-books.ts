import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import type {
  Charge,
  ChargeRequest,
  ReceivedPix,
  Refund,
  RefundRequest,
} from '../../../commands/ports/providers/charge-provider';
import { payee } from '../../samples/quoting';
import type { Random } from './random';

export interface PaidPix {
  readonly endToEndId: string;
  readonly amount: bigint;
  readonly paidAtMs: number;
  /** The bank reports the PIX from this time on, at times late. */
  readonly knownAtMs: number;
  readonly isExpectedPayer: boolean;
}

interface MadeRefund {
  readonly key: string;
  readonly endToEndId: string;
  readonly amount: bigint;
  readonly doneAtMs: number;
  readonly isRefused: boolean;
}

interface OpenedDispute {
  readonly disputeId: string;
  readonly endToEndId: string;
  readonly amount: bigint;
  state: 'OPENED' | 'ACCEPTED' | 'REJECTED';
}

interface Entry {
  readonly request: ChargeRequest;
  readonly brCode: string;
  readonly payments: PaidPix[];
  readonly refunds: MadeRefund[];
  readonly disputes: OpenedDispute[];
  /** False when the bank skips the split, at times. */
  readonly isSplit: boolean;
  cancelledAtMs: number | null;
}

/** The books of a bank that takes PIX: the true receipts, refunds and disputes. */
export const createChargeBooks = (nowMs: () => number, random: Random) => {
  const entries = new Map<string, Entry>();
  let count = 0;

  const known = ({ payments }: Entry): readonly PaidPix[] => payments.filter(({ knownAtMs }) => knownAtMs <= nowMs());
  const goneOf = ({ refunds, disputes }: Entry, endToEndId: string): bigint =>
    [...refunds.filter((refund) => !refund.isRefused), ...disputes.filter(({ state }) => state !== 'REJECTED')].reduce(
      (sum, gone) => (gone.endToEndId === endToEndId ? sum + gone.amount : sum),
      0n,
    );
  const refundedOf = ({ refunds }: Entry, endToEndId: string): bigint =>
    refunds.reduce((sum, made) => (made.endToEndId === endToEndId && isDone(made) ? sum + made.amount : sum), 0n);
  const isDone = ({ isRefused, doneAtMs }: MadeRefund): boolean => !isRefused && doneAtMs <= nowMs();

  const shown = (entry: Entry, { endToEndId, amount, paidAtMs, isExpectedPayer }: PaidPix): ReceivedPix => ({
    ...{ endToEndId, amount, fee: 0n, paidAt: new Date(paidAtMs).toISOString() },
    payer: { matchesExpected: isExpectedPayer },
    refunded: refundedOf(entry, endToEndId),
  });
  const stateOf = (entry: Entry): Charge['state'] => {
    if (known(entry).length > 0) return 'PAID';
    return entry.cancelledAtMs === null ? 'ACTIVE' : 'CANCELLED';
  };

  return {
    entries: (): ReadonlyMap<string, Entry> => entries,
    isDone,
    create: (request: ChargeRequest): void => {
      if (entries.has(request.idempotencyKey)) return;
      const brCode = buildStaticBrCode({ ...payee, amountCents: request.amount });
      const made = { payments: [], refunds: [], disputes: [], isSplit: random.chance(80), cancelledAtMs: null };
      entries.set(request.idempotencyKey, { request, brCode, ...made });
    },
    /** Null: such a charge was never requested. */
    look: (key: string): Charge | null => {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      const { request, brCode, isSplit } = entry;
      const payments = known(entry);
      const split = { isApplied: isSplit, amount: isSplit ? (request.split?.amount ?? 0n) : 0n };
      return {
        ...{ idempotencyKey: key, providerId: `c${key.slice(0, 8)}`, txid: `t${key.slice(0, 8)}`, brCode },
        ...{ state: stateOf(entry), amount: request.amount },
        payments: payments.map((pix) => shown(entry, pix)),
        ...(request.split === undefined || payments.length === 0 ? {} : { split }),
        disputes: entry.disputes.map((dispute) => ({ ...dispute, reason: 'FRAUD' })),
      };
    },
    /** A paid charge is not cancelled. */
    cancel: (key: string): void => {
      const entry = entries.get(key);
      if (entry !== undefined && known(entry).length === 0) entry.cancelledAtMs ??= nowMs();
    },
    /** A payer pays the code. At times a cancelled charge takes a PIX too. */
    pay: (key: string, pix: Pick<PaidPix, 'amount' | 'isExpectedPayer'>, lagMs: number): void => {
      const entry = entries.get(key);
      if (entry === undefined || (entry.cancelledAtMs !== null && random.chance(70))) return;
      count += 1;
      const [paidAtMs, knownAtMs] = [nowMs(), nowMs() + lagMs];
      entry.payments.push({ ...pix, endToEndId: `E${count}`, paidAtMs, knownAtMs });
    },
    /** Refunds at most the rest of a PIX, once per key. */
    refund: ({ chargeKey, idempotencyKey: key, endToEndId, amount }: RefundRequest, delayMs: number): boolean => {
      const entry = entries.get(chargeKey);
      if (entry === undefined) return false;
      if (entry.refunds.some((made) => made.key === key)) return true;
      const paid = known(entry).find((pix) => pix.endToEndId === endToEndId);
      if (paid === undefined || amount > paid.amount - goneOf(entry, endToEndId)) return false;
      entry.refunds.push({ key, endToEndId, amount, doneAtMs: nowMs() + delayMs, isRefused: random.chance(15) });
      return true;
    },
    /** Planted: refunds any amount, for any request. */
    refundAgain: ({ chargeKey, endToEndId, amount }: RefundRequest): void => {
      const again = { key: 'again', endToEndId, amount, doneAtMs: nowMs(), isRefused: false };
      entries.get(chargeKey)?.refunds.push(again);
    },
    lookRefund: (key: string): Refund | null => {
      const made = [...entries.values()].flatMap(({ refunds }) => refunds).find((refund) => refund.key === key);
      if (made === undefined) return null;
      const { amount, isRefused, doneAtMs } = made;
      if (doneAtMs > nowMs()) return { idempotencyKey: key, state: 'PROCESSING', amount };
      if (!isRefused) return { idempotencyKey: key, state: 'DONE', amount, returnId: `D${key.slice(0, 8)}` };
      const failure = { code: 'ACCOUNT_CLOSED', message: 'so it is', retryClass: false } as const;
      return { idempotencyKey: key, state: 'FAILED', amount, failure };
    },
    /** The payer's bank claims the rest of a PIX. */
    dispute: (key: string): void => {
      const entry = entries.get(key);
      const pix = entry?.payments[0];
      if (entry === undefined || pix === undefined || entry.disputes.length > 0) return;
      const amount = pix.amount - goneOf(entry, pix.endToEndId);
      if (amount <= 0n) return;
      count += 1;
      entry.disputes.push({ disputeId: `M${count}`, endToEndId: pix.endToEndId, amount, state: 'OPENED' });
    },
    decide: (key: string): void => {
      for (const dispute of entries.get(key)?.disputes ?? [])
        if (dispute.state === 'OPENED') dispute.state = random.pick(['ACCEPTED', 'REJECTED']);
    },
  };
};

export type ChargeBooks = ReturnType<typeof createChargeBooks>;
