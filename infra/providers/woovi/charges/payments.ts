import type { ReceivedPix, ReportedDispute } from '../../../../commands/ports/providers/charge-provider';
import type { CallContext, Result } from '../../../../commands/ports/providers/result';
import { failingAs } from '../../failures';
import { refusalIn, unansweredIn } from '../answers';
import type { Woovi } from '../client';
import { CHARGES, read, readTransactions, unlisted } from './reading';
import { disputesShape, refundStateOf, refundsShape, standingOf, type ToldRefund, type Transaction } from './shapes';

export interface Paid {
  /** Only payments whose money is available. */
  readonly payments: readonly ReceivedPix[];
  readonly isAnyHeld: boolean;
  /** Not asked for without a payment. */
  readonly refunds: readonly ToldRefund[];
}

/** Woovi reports payers, refunds and disputes by separate requests. */
export const readPayments = async (woovi: Woovi, context: CallContext, key: string): Promise<Result<Paid>> => {
  const said = await readTransactions(woovi, context, `charge=${encodeURIComponent(key)}`);
  if (!said.ok) return said;
  // A payment without a charge may belong to another one.
  const own = said.value.filter(({ charge }) => charge?.correlationID === key);
  if (own.some((each) => standingOf(each) === null)) return unlisted(woovi, 'payment');
  const received = own.filter((each) => standingOf(each) === 'RECEIVED');
  const isAnyHeld = own.some((each) => standingOf(each) === 'HELD');
  if (received.length === 0) return { ok: true, value: { payments: [], isAnyHeld, refunds: [] } };
  const refunds = await readRefunds(woovi, context, key);
  if (!refunds.ok) return refunds;
  let left = refunds.value.reduce((sum, each) => (refundStateOf(each) === 'FAILED' ? sum : sum + each.value), 0n);
  const inOrder = received.toSorted((one, other) => (one.time < other.time ? -1 : 1));
  const payments = inOrder.map((each) => {
    const refunded = left < each.value ? left : each.value;
    left -= refunded;
    return paymentOf(each, refunded);
  });
  return { ok: true, value: { payments, isAnyHeld, refunds: refunds.value } };
};

const paymentOf = ({ endToEndId, value: amount, time, payer }: Transaction, refunded: bigint): ReceivedPix => {
  const taxIdMasked = payer?.taxID?.taxID;
  return {
    ...{ endToEndId, amount, paidAt: new Date(time).toISOString(), refunded },
    ...(taxIdMasked ? { payer: { taxIdMasked } } : {}),
  };
};

export const readRefunds = async (
  woovi: Woovi,
  context: CallContext,
  key: string,
): Promise<Result<readonly ToldRefund[]>> => {
  const told = await woovi.get(context, `${CHARGES}/`, `${encodeURIComponent(key)}/refund`);
  const unanswered = unansweredIn(woovi, told);
  if (unanswered !== null) return unanswered;
  const refusal = told.kind === 'ANSWERED' ? refusalIn(told) : null;
  // The charge was removed, or was never made.
  if (refusal === 'NOT_FOUND') return { ok: true, value: [] };
  const said = refundsShape.safeParse(told.kind === 'ANSWERED' && refusal === null ? told.body : undefined);
  if (!said.success) return failingAs(woovi)('UNAVAILABLE', 'PROTOCOL', 'Woovi did not report the refunded amount');
  const { refunds } = said.data;
  return refunds.some((each) => refundStateOf(each) === null)
    ? unlisted(woovi, 'refund')
    : { ok: true, value: refunds };
};

const DISPUTE_STATES: Readonly<Record<string, ReportedDispute['state']>> = {
  ...{ CREATED: 'OPENED', OPENED: 'OPENED', IN_REVIEW: 'OPENED' },
  ...{ ACCEPTED: 'ACCEPTED', REJECTED: 'REJECTED', CANCELED: 'CANCELLED' },
};

const DAY_MS = 86_400_000;
const MOST_PAGES = 20;
const PAGE = 100;

/** Since the first of these payments; Woovi does not list the disputes of one charge. */
export const readDisputes = async (
  woovi: Woovi,
  context: CallContext,
  payments: readonly ReceivedPix[],
): Promise<Result<readonly ReportedDispute[]>> => {
  const paid = new Map(payments.map((payment) => [payment.endToEndId, payment]));
  const fromMs = Math.min(...payments.map(({ paidAt }) => Date.parse(paidAt))) - DAY_MS;
  const [start, end] = [fromMs, woovi.clock.now() + DAY_MS].map((ms) => new Date(ms).toISOString());
  const found: ReportedDispute[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const id = `?start=${start}&end=${end}&skip=${page * PAGE}&limit=${PAGE}`;
    const said = await read(woovi, context, { path: '/api/v1/dispute', id, shape: disputesShape });
    if (!said.ok) return said;
    for (const { status, endToEndId, id: disputeId, value } of said.value.disputes) {
      const payment = paid.get(endToEndId ?? '');
      if (payment === undefined || !endToEndId) continue;
      if (!Object.hasOwn(DISPUTE_STATES, status)) return unlisted(woovi, 'dispute');
      const state = DISPUTE_STATES[status]!;
      found.push({ disputeId: disputeId ?? endToEndId, endToEndId, amount: value ?? payment.amount, state });
    }
    if (said.value.pageInfo?.hasNextPage !== true) return { ok: true, value: found };
  }
  return failingAs(woovi)('UNAVAILABLE', 'PROTOCOL', 'Woovi does not list all disputes');
};
