import type { CashinEvent } from '../../../aggregates/cashin/events';
import { account, BRL, move, type Posting } from './postings';
import { feesFrom, type MoneyEvent, type MoneyEventOf, nothing, type Rules, sumOf } from './rules';

type RuleTable = Pick<Rules<MoneyEvent>, CashinEvent['type']>;

const ofPix = (endToEndId: string) => account('cashin-suspense', endToEndId);

const accepted = ({ data }: MoneyEventOf<'PixAccepted'>, of: string): readonly Posting[] => {
  const { endToEndId, deliveryMode, amountCents, exchangedCents, fees, assetId, amountBaseUnits } = data;
  const pix = ofPix(endToEndId);
  if (deliveryMode === 'PLATFORM') {
    return [
      ...move(pix, account('exchange', of), BRL, exchangedCents),
      ...feesFrom(pix, fees, of),
      ...move(account('exchange', of), account('deliverable', of), assetId, amountBaseUnits),
    ];
  }
  // The markup is the partner's own and in its due.
  const kept = sumOf(fees.floorCents, fees.platformCents, fees.networkCents);
  return [
    ...move(pix, account('partner-due', of), BRL, BigInt(amountCents) - kept),
    ...feesFrom(pix, { ...fees, partnerCents: '0' }, of),
  ];
};

/** A split that was applied before the failure is our loss. */
const failed = ({ data }: MoneyEventOf<'CashinFailed'>, of: string): readonly Posting[] => {
  const { accepted: taken, deliveryMode, splitAppliedCents, assetId, amountBaseUnits } = data;
  if (taken === null) return [];
  const owed = account('refunds-due', of);
  const { fees } = taken;
  const kept = sumOf(fees.floorCents, fees.platformCents, fees.networkCents);
  const partners = deliveryMode === 'PLATFORM' ? BigInt(fees.partnerCents) : BigInt(taken.amountCents) - kept;
  const split = BigInt(splitAppliedCents);
  const holder = account(deliveryMode === 'PLATFORM' ? 'fees:partner' : 'partner-due', of);
  return [
    ...(deliveryMode === 'PLATFORM'
      ? [
          ...move(account('deliverable', of), account('exchange', of), assetId, amountBaseUnits),
          ...move(account('exchange', of), owed, BRL, taken.exchangedCents),
        ]
      : []),
    ...move(account('fees:platform', of), owed, BRL, sumOf(fees.floorCents, fees.platformCents)),
    ...move(account('fees:network', of), owed, BRL, fees.networkCents),
    ...move(holder, owed, BRL, partners - split),
    ...move(account('losses', of), owed, BRL, split),
  ];
};

const isSentAlready = (before: readonly MoneyEvent[], refundKey: string): boolean =>
  before.some(({ type, data }) => type === 'ChargeRefundDispatched' && data.refundKey === refundKey);

const sentOf = (before: readonly MoneyEvent[], refundKey: string): string => {
  for (const { type, data } of before)
    if (type === 'ChargeRefundDispatched' && data.refundKey === refundKey) return data.amountCents;
  throw new Error(`no refund was dispatched under ${refundKey}`);
};

const isOfAccepted = (before: readonly MoneyEvent[], endToEndId: string): boolean =>
  before.some(({ type, data }) => type === 'PixAccepted' && data.endToEndId === endToEndId);

/** Cents that the bank took before the refund was due: no loss after a failed delivery. */
const taken = ({ data }: MoneyEventOf<'CashinFailed'>, before: readonly MoneyEvent[], of: string): readonly Posting[] =>
  before.flatMap((event) => {
    if (event.type !== 'DisputeLost' || event.data.endToEndId !== data.accepted?.endToEndId) return [];
    const booked = account(event.data.wasDelivered ? 'losses' : 'blocked', of);
    return move(account('refunds-due', of), booked, BRL, event.data.amountCents);
  });

const REFUND_STEPS: readonly string[] = ['ChargeRefundDispatched', 'ChargeRefundRejected', 'ChargeRefundDone'];

/** True when the refund was sent and may have been made: no cent is owed any more. */
const isOnItsWay = (before: readonly MoneyEvent[], endToEndId: string): boolean => {
  const steps = before.filter(({ type, data }) => {
    return REFUND_STEPS.includes(type) && 'endToEndId' in data && data.endToEndId === endToEndId;
  });
  const last = steps.at(-1)?.type;
  return last === 'ChargeRefundDispatched' || last === 'ChargeRefundDone';
};

/** Operators may have delivered or refunded by hand what was never sent. */
const isDecided = (before: readonly MoneyEvent[]): boolean => before.some(({ type }) => type === 'CashinDecided');

const isInDelivery = (before: readonly MoneyEvent[]): boolean =>
  !isDecided(before) || before.findLast(({ type }) => type.startsWith('Delivery'))?.type === 'DeliverySent';

/** A dispute takes cents that are owed back; without a debt the loss is ours. */
const lost = ({ data }: MoneyEventOf<'DisputeLost'>, before: readonly MoneyEvent[], of: string): readonly Posting[] => {
  const { endToEndId, wasDelivered, amountCents } = data;
  const isOwed = before.some(({ type, data: told }) => type === 'ChargeRefundDue' && told.endToEndId === endToEndId);
  const isGone = isOnItsWay(before, endToEndId);
  if (!isOwed && !wasDelivered) return [];
  const isLoss = wasDelivered || isGone;
  return move(account(isLoss ? 'losses' : 'refunds-due', of), account('blocked', of), BRL, amountCents);
};

/** True when a PIX was accepted and the cash-in has not failed: otherwise the split is lost. */
const isPaidFor = (before: readonly MoneyEvent[]): boolean =>
  before.some(({ type }) => type === 'PixAccepted') && !before.some(({ type }) => type === 'CashinFailed');

/** Design: audit, section 3, "Cash-in". */
export const CASHIN_RULES: RuleTable = {
  CashinIntentCreated: nothing,
  ChargeCreated: nothing,
  PixReceived: ({ data: { endToEndId, amountCents, feeCents } }, _before, of) => [
    ...move(account('bank', of), ofPix(endToEndId), BRL, amountCents),
    ...move(account('costs', of), account('bank', of), BRL, feeCents),
  ],
  PixAccepted: (event, _before, of) => accepted(event, of),
  SplitApplied: ({ data: { deliveryMode, amountCents } }, before, of) => {
    const holder = deliveryMode === 'PARTNER' ? 'partner-due' : 'fees:partner';
    return move(account(isPaidFor(before) ? holder : 'losses', of), account('bank', of), BRL, amountCents);
  },
  CashinCompleted: nothing,
  CashinExpired: nothing,
  CashinFailed: (event, before, of) => [...failed(event, of), ...taken(event, before, of)],
  DisputeOpened: ({ data }, _before, of) => move(account('blocked', of), account('bank', of), BRL, data.amountCents),
  DisputeWon: ({ data }, _before, of) => move(account('bank', of), account('blocked', of), BRL, data.amountCents),
  DisputeLost: lost,
  CashinContradicted: nothing,
  // The PIX came, and only the bank returned all of it. An older event has no amount.
  PixSettled: ({ data: { endToEndId, amountCents = '0' } }, _before, of) => [
    ...move(account('bank', of), ofPix(endToEndId), BRL, amountCents),
    ...move(ofPix(endToEndId), account('bank', of), BRL, amountCents),
  ],
  CashinDecisionProposed: nothing,
  CashinProposalWithdrawn: nothing,
  CashinDecided: nothing,
  CashinHeld: nothing,
  CashinReleased: nothing,
  DeliveryRequested: nothing,
  DeliverySent: ({ data: { assetId, amountBaseUnits } }, _before, of) =>
    move(account('deliverable', of), account('in-delivery', of), assetId, amountBaseUnits),
  DeliveryConfirmed: ({ data }, before, of) => {
    const { assetId, amountBaseUnits, debitedCents } = data;
    const sent = account(isInDelivery(before) ? 'in-delivery' : 'deliverable', of);
    if (debitedCents === null) return move(sent, account('treasury', of), assetId, amountBaseUnits);
    return [
      ...move(sent, account('exchange', of), assetId, amountBaseUnits),
      ...move(account('exchange', of), account('bank', of), BRL, debitedCents),
    ];
  },
  DeliveryFailed: ({ data: { assetId, amountBaseUnits, wasSent } }, _before, of) =>
    wasSent ? move(account('in-delivery', of), account('deliverable', of), assetId, amountBaseUnits) : [],
  // For an accepted PIX the failure has posted the debt.
  ChargeRefundDue: ({ data: { endToEndId, amountCents } }, before, of) =>
    isOfAccepted(before, endToEndId) ? [] : move(ofPix(endToEndId), account('refunds-due', of), BRL, amountCents),
  ChargeRefundDispatched: ({ data: { refundKey, amountCents } }, before, of) =>
    isSentAlready(before, refundKey)
      ? []
      : move(account('refunds-due', of), account('refund-in-flight', of), BRL, amountCents),
  ChargeRefundUnknown: nothing,
  ChargeRefundRejected: ({ data: { refundKey } }, before, of) =>
    move(account('refund-in-flight', of), account('refunds-due', of), BRL, sentOf(before, refundKey)),
  ChargeRefundDone: ({ data: { endToEndId, refundKey, amountCents } }, before, of) => {
    const isInFlight = isSentAlready(before, refundKey) || isOnItsWay(before, endToEndId);
    const from = account(isDecided(before) && !isInFlight ? 'refunds-due' : 'refund-in-flight', of);
    return move(from, account('bank', of), BRL, amountCents);
  },
};
