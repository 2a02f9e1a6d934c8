import type { CashinEvent } from '../../../aggregates/cashin/events';
import { ofType } from './evidence';
import { type Left, left, type Row } from './left';
import { BRL } from './postings';
import { sumOf } from './rules';

type History = readonly CashinEvent[];

/** The end of one PIX, by the reports of the bank in the log. */
interface Fate {
  readonly came: bigint;
  /** Sent back: done, or not known yet. */
  readonly back: bigint;
  readonly unknown: bigint;
  /** Blocked by the payer's bank, and taken for good. */
  readonly blocked: bigint;
  readonly taken: bigint;
}

const centsOf = (events: readonly { readonly data: { readonly amountCents: string } }[]): bigint =>
  sumOf(...events.map(({ data }) => data.amountCents));

/** Each key that was sent and has no outcome counts once. */
const unknownOf = (history: History, endToEndId: string): bigint => {
  const open = new Map<string, string>();
  for (const { type, data } of history) {
    if (!('endToEndId' in data) || data.endToEndId !== endToEndId) continue;
    if (type === 'ChargeRefundDispatched') open.set(data.refundKey, data.amountCents);
    if (type === 'ChargeRefundRejected' || type === 'ChargeRefundDone') open.delete(data.refundKey);
  }
  return sumOf(...open.values());
};

const fateOf = (history: History, endToEndId: string): Fate => {
  const own = history.filter(({ data }) => 'endToEndId' in data && data.endToEndId === endToEndId);
  const taken = centsOf(ofType(own, 'DisputeLost'));
  return {
    came: centsOf(ofType(own, 'PixReceived')),
    back: centsOf(ofType(own, 'ChargeRefundDone')),
    unknown: unknownOf(own, endToEndId),
    blocked: centsOf(ofType(own, 'DisputeOpened')) - centsOf(ofType(own, 'DisputeWon')) - taken,
    taken,
  };
};

const total = (fates: readonly Fate[], part: keyof Fate): bigint => fates.reduce((sum, fate) => sum + fate[part], 0n);

/** The rest of unused PIX is owed to their payers; a negative rest is a loss. */
const remaining = (fates: readonly Fate[]): { readonly owed: bigint; readonly lost: bigint } => {
  const rests = fates.map(({ came, back, unknown, taken }) => came - back - unknown - taken);
  const sum = (isOwed: boolean): bigint => rests.reduce((all, rest) => (rest > 0n === isOwed ? all + rest : all), 0n);
  return { owed: sum(true), lost: -sum(false) };
};

/** Cents that a converting provider took for its delivery. */
const debitedIn = (history: History): bigint =>
  sumOf(...ofType(history, 'DeliveryConfirmed').map(({ data }) => data.debitedCents ?? '0'));

/** The parts of the accepted PIX: fees for the platform and the partner, the exchanged cents for the user. */
const boughtBy = (history: History, id: string): readonly Row[] => {
  const [accepted] = ofType(history, 'PixAccepted');
  if (accepted === undefined) return [];
  const { amountCents, exchangedCents, fees, deliveryMode, assetId, amountBaseUnits } = accepted.data;
  const split = centsOf(ofType(history, 'SplitApplied'));
  const earned: readonly Row[] = [
    ['fees:platform', id, BRL, -sumOf(fees.floorCents, fees.platformCents)],
    ['fees:network', id, BRL, -BigInt(fees.networkCents)],
  ];
  if (deliveryMode === 'PARTNER') {
    const kept = sumOf(fees.floorCents, fees.platformCents, fees.networkCents);
    return [...earned, ['partner-due', id, BRL, split - (BigInt(amountCents) - kept)]];
  }
  const isOurs = ofType(history, 'DeliveryConfirmed').some(({ data }) => data.debitedCents === null);
  const sent = isOurs ? BigInt(amountBaseUnits) : 0n;
  return [
    ...earned,
    ['fees:partner', id, BRL, split - BigInt(fees.partnerCents)],
    ['exchange', id, BRL, debitedIn(history) - BigInt(exchangedCents)],
    ['exchange', id, assetId, sent],
    ['treasury', id, assetId, -sent],
  ];
};

/**
 * The balances of an ended cash-in, computed without its rules; null before its end. Suspense and delivery accounts
 * are empty: each PIX has paid, is owed back, was refunded, or was taken by its bank.
 */
export const cashinEnd = (history: History, id: string): Left | null => {
  const isCompleted = ofType(history, 'CashinCompleted').length > 0;
  if (!isCompleted && !history.some(({ type }) => type === 'CashinFailed' || type === 'CashinExpired')) return null;
  const received = ofType(history, 'PixReceived');
  const paying = isCompleted ? ofType(history, 'PixAccepted')[0]?.data.endToEndId : undefined;
  const fatesOf = (isPaying: boolean): readonly Fate[] =>
    received.flatMap(({ data: { endToEndId } }) =>
      (endToEndId === paying) === isPaying ? [fateOf(history, endToEndId)] : [],
    );
  const [paid, idle] = [fatesOf(true), fatesOf(false)];
  const all = [...paid, ...idle];
  const { owed, lost } = remaining(idle);
  const costs = sumOf(...received.map(({ data }) => data.feeCents));
  const split = centsOf(ofType(history, 'SplitApplied'));
  const gone = total(all, 'back') + total(all, 'blocked') + total(all, 'taken');
  return left(
    ...(isCompleted ? boughtBy(history, id) : []),
    ['bank', id, BRL, total(all, 'came') - gone - split - debitedIn(history) - costs],
    ['costs', id, BRL, costs],
    ['blocked', id, BRL, total(all, 'blocked')],
    ['refunds-due', id, BRL, -owed],
    ['refund-in-flight', id, BRL, -total(all, 'unknown')],
    ['losses', id, BRL, lost + total(paid, 'taken') + (isCompleted ? 0n : split)],
  );
};
