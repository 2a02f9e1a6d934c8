import type { CashoutEvent } from '../../../aggregates/cashout/events';
import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { ofType } from './evidence';
import { type Left, left, type Row } from './left';
import { BRL } from './postings';
import { sumOf } from './rules';

type Event = CashoutEvent | WithdrawalEvent;

/** Centavos that left the bank for a payment, and the uses of those that came back. */
export interface PaidOut {
  /** In all, second payments included. */
  readonly settled: bigint;
  readonly returned: bigint;
  /** Part of `returned`, like `owedInCrypto`. */
  readonly handedOver: bigint;
  readonly owedInCrypto: bigint;
  /** Number of second payments that operators ordered. */
  readonly again: number;
  /** True while a second payment has no outcome. */
  readonly isUnderWay: boolean;
}

const isUnderWay = (history: readonly Event[]): boolean => {
  let isAgain = false;
  for (const { type, data } of history) {
    if (type === 'ReturnResolved') isAgain = data.how === 'PAID_AGAIN';
    if (type === 'PayoutSettled' || type === 'PayoutDecided') isAgain = false;
    if (type === 'PayoutRejected' && data.nextAttemptAt === null) isAgain = false;
  }
  return isAgain;
};

export const paidOutIn = (history: readonly Event[]): PaidOut => {
  const resolved = ofType(history, 'ReturnResolved').map(({ data }) => data);
  const centsBy = (how: string): bigint =>
    sumOf(...resolved.filter((each) => each.how === how).map(({ amountCents }) => amountCents));
  return {
    settled: sumOf(...ofType(history, 'PayoutSettled').map(({ data }) => data.amountCents)),
    returned: sumOf(...ofType(history, 'PayoutReturned').map(({ data }) => data.amountCents)),
    handedOver: centsBy('PARTNER_PAID'),
    owedInCrypto: centsBy('CRYPTO_DUE'),
    again: resolved.filter(({ how }) => how === 'PAID_AGAIN').length,
    isUnderWay: isUnderWay(history),
  };
};

/** The part of the deposit that paid these cents, rounded up to a base unit. */
const shareOf = (whole: bigint, cents: bigint, totalCents: bigint): bigint =>
  (whole * cents + totalCents - 1n) / totalCents;

/** The refund due in crypto: parts sum to the refund of the whole. */
const dueIn = (history: readonly Event[], whole: bigint, totalCents: bigint): bigint => {
  let [resolved, due] = [0n, 0n];
  for (const { data } of ofType(history, 'ReturnResolved')) {
    if (data.how === 'PAID_AGAIN') continue;
    const before = resolved;
    resolved += BigInt(data.amountCents);
    if (data.how === 'CRYPTO_DUE') due += shareOf(whole, resolved, totalCents) - shareOf(whole, before, totalCents);
  }
  return due;
};

type Fees = Extract<CashoutEvent, { readonly type: 'CashoutIntentCreated' }>['data']['fees'];

const feesOf = (fees: Fees, id: string): readonly Row[] => [
  ['fees:platform', id, BRL, -sumOf(fees.floorCents, fees.platformCents)],
  ['fees:partner', id, BRL, -BigInt(fees.partnerCents)],
  ['fees:network', id, BRL, -BigInt(fees.networkCents)],
];

/** Returned cents without a use: neither paid again, handed over nor owed in crypto. */
const waitingIn = ({ settled, returned, handedOver, owedInCrypto }: PaidOut, payout: bigint): bigint =>
  returned - (settled - payout) - handedOver - owedInCrypto;

/** The balances of an ended cash-out, computed without its rules; null before its end. */
export const cashoutEnd = (history: readonly CashoutEvent[], id: string): Left | null => {
  const [created] = ofType(history, 'CashoutIntentCreated');
  const [accepted] = ofType(history, 'DepositAccepted');
  if (created === undefined) return null;
  if (accepted === undefined) return {};
  const { amountBaseUnits, payout, fees, assetId } = created.data;
  const [quoted, owed] = [BigInt(amountBaseUnits), BigInt(payout.amountCents)];
  const surplus = BigInt(accepted.data.amountBaseUnits) - quoted;
  if (ofType(history, 'CashoutFailed').length > 0) return left(['refunds-due', id, assetId, -quoted - surplus]);
  const paid = paidOutIn(history);
  if (ofType(history, 'CashoutCompleted').length === 0 || paid.isUnderWay) return null;
  const total = owed + BigInt(fees.totalCents);
  const due = dueIn(history, quoted, total);
  return left(
    ['exchange', id, assetId, due - quoted],
    ['refunds-due', id, assetId, -surplus - due],
    ['exchange', id, BRL, total - paid.owedInCrypto],
    ['bank', id, BRL, paid.returned - paid.settled - paid.handedOver],
    ['returned', id, BRL, -waitingIn(paid, owed)],
    ...feesOf(fees, id),
  );
};

/** As for a cash-out; for a burnt asset reais are owed, to buy it again. */
export const withdrawalEnd = (history: readonly WithdrawalEvent[], id: string): Left | null => {
  const [requested] = ofType(history, 'WithdrawalRequested');
  const [settled] = ofType(history, 'RedemptionSettled');
  if (requested === undefined || settled === undefined)
    return ofType(history, 'WithdrawalFailed').length > 0 ? {} : null;
  const { amountBaseUnits, assetId, grossCents, fees, payout } = requested.data;
  const [gross, owed, taken] = [BigInt(grossCents), BigInt(payout.amountCents), BigInt(amountBaseUnits)];
  const isBurnt = settled.data.debit.to === 'ISSUER';
  const kept = isBurnt ? 0n : taken;
  if (ofType(history, 'WithdrawalFailed').length > 0) {
    return isBurnt
      ? left(['bank', id, BRL, gross], ['refunds-due', id, BRL, -gross])
      : left(['treasury', id, assetId, taken], ['refunds-due', id, assetId, -taken]);
  }
  const paid = paidOutIn(history);
  if (ofType(history, 'WithdrawalCompleted').length === 0 || paid.isUnderWay) return null;
  const due = dueIn(history, kept, gross);
  return left(
    ['treasury', id, assetId, kept],
    ['exchange', id, assetId, due - kept],
    ['refunds-due', id, assetId, -due],
    ['exchange', id, BRL, (isBurnt ? 0n : gross) - paid.owedInCrypto],
    ['bank', id, BRL, (isBurnt ? gross : 0n) + paid.returned - paid.settled - paid.handedOver],
    ['returned', id, BRL, -waitingIn(paid, owed)],
    ...feesOf(fees, id),
  );
};
