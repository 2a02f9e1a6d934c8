import fc from 'fast-check';
import type {
  CashinCommand,
  DeliveryOutcome,
  RecordCharge,
  RefundOutcome,
  SeenDispute,
  SeenPix,
} from '../../../../aggregates/cashin/commands';
import type { CashinEnd } from '../../../../aggregates/cashin/events';
import { cashinCreated } from '../samples/sample-cashin-data';
import { time } from '../samples/sample-data';
import { event } from '../samples/sample-events';
import { at } from './parts';

/** Often the same few, so that a command may name the time of another one. */
const moment = fc.oneof(fc.constantFrom(time(400), time(401), time(402)), at);

/** Some times are late enough for a decision by operators. */
const hoursLater = fc.oneof(at, fc.constantFrom(time(8_000), time(8_100)));

/** Mostly right: each mistake of a payer, and some that no bank may make. */
const seenPix: fc.Arbitrary<SeenPix> = fc.record({
  endToEndId: fc.constantFrom('E1', 'E1', 'E2', 'E3'),
  amountCents: fc.constantFrom('15000', '15000', '15000', '15000', '14999', '15001', '1'),
  feeCents: fc.constant('50'),
  payerTaxIdMasked: fc.constant(null),
  isOtherPayer: fc.constantFrom(false, false, false, false, true),
  paidAt: fc.constantFrom(time(60), time(61), time(300), time(300), time(301)),
  refundedCents: fc.constantFrom('0', '0', '0', '0', '0', '0', '1'),
});

const split = fc.option(
  fc.record({ isApplied: fc.boolean(), amountCents: fc.constantFrom('75', '75', '75', '74', '76') }),
  { freq: 2 },
);

/** Any closing, or the closing of an intent that ends unpaid. */
const closing = fc.oneof(
  fc.record({ cancelledAt: at, askedAt: at }),
  fc.constant({ cancelledAt: time(400), askedAt: time(401) }),
);
const closed = fc.option(closing, { freq: 2 });

const outcome: fc.Arbitrary<DeliveryOutcome> = fc.oneof(
  fc.constantFrom('27000000', '27000000', '27000000', '26999999', '0').map((deliveredBaseUnits) => ({
    ...{ kind: 'CONFIRMED' as const, txId: '0xd9', deliveredBaseUnits },
    ...{ debitedCents: null, networkFeeBaseUnits: null, blockTime: null },
  })),
  fc.boolean().map((retryClass) => ({ kind: 'FAILED' as const, code: 'OTHER', message: 'no', retryClass })),
);

const refunded: fc.Arbitrary<RefundOutcome> = fc.oneof(
  fc.constantFrom('15000', '15000', '15000', '15000', '14999', '1').map((amountCents) => ({
    ...{ kind: 'DONE' as const, amountCents, returnId: null },
  })),
  fc.boolean().map((retryClass) => ({ kind: 'REJECTED' as const, code: 'OTHER', message: 'no', retryClass })),
  fc.constant({ kind: 'UNKNOWN' as const, reason: 'TIMEOUT' }),
);

export const attemptDelaysMs = [30_000, 300_000];

export const deliveryIdOf = (attempt: number): string => `delivery${attempt}`;
export const refundKeyOf =
  (endToEndId: string) =>
  (attempt: number): string =>
    `refund-${endToEndId}-${attempt}`;

const { intentId: _intent, ...charge } = event('ChargeCreated').data;
const endToEndIds = fc.constantFrom('E1', 'E1', 'E2', 'E3');

const seenDispute: fc.Arbitrary<SeenDispute> = fc.record({
  ...{ disputeId: fc.constantFrom('dispute1', 'dispute2'), endToEndId: endToEndIds },
  amountCents: fc.constantFrom('15000', '15000', '4000', '0', '15001'),
  ...{ state: fc.constantFrom('OPEN' as const, 'WON' as const, 'LOST' as const), reason: fc.constant(null) },
});

const recordCharge: fc.Arbitrary<RecordCharge> = fc.record({
  ...{
    type: fc.constant('RecordCharge' as const),
    payments: fc.array(seenPix, { maxLength: 3 }),
    split,
    disputes: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(seenDispute, { maxLength: 2 })),
    closed,
    now: at,
  },
});

const end: fc.Arbitrary<CashinEnd> = fc.oneof(
  fc.constant({ how: 'DELIVERED' as const, txId: '0xf1', deliveredBaseUnits: '27000000' }),
  endToEndIds.map((endToEndId) => ({ how: 'REFUNDED' as const, endToEndId, transfer: 'E2E-77' })),
);

/** No attempt has it. */
export const BY_OPERATORS = 'refunded by operators';

const decision = fc.tuple(end, fc.constantFrom('ana', 'bob'), fc.boolean(), fc.boolean(), fc.boolean(), hoursLater).map(
  ([said, by, mayPropose, isGone, isUnsendable, now]): CashinCommand => ({
    ...{
      type: 'DecideCashin',
      end: said,
      isGone,
      isUnsendable,
      refundKey: BY_OPERATORS,
      deliveryIdOf,
      by,
      mayPropose,
      now,
    },
  }),
);

const cashinCommand = fc.oneof<fc.Arbitrary<CashinCommand>[]>(
  at.map((createdAt) => ({ type: 'CreateCashin', intent: { ...cashinCreated, createdAt } })),
  fc.constant({ type: 'RecordChargeCreated', charge }),
  at.map((now) => ({ type: 'RefuseCharge', code: 'AUTH', message: 'no', now })),
  recordCharge,
  recordCharge,
  fc.tuple(seenDispute, at).map(([dispute, now]) => ({ type: 'RecordDispute', ...dispute, now })),
  at.map((now) => ({ type: 'RequestDelivery', deliveryIdOf, now })),
  fc
    .tuple(fc.constantFrom(1, 2, 3).map(deliveryIdOf), fc.constantFrom('tx1', 'tx2'), at)
    .map(([deliveryId, tx, now]) => ({
      ...{ type: 'SendDelivery', deliveryId, prepared: tx, txId: tx, workerId: 'w1', now },
    })),
  fc.tuple(fc.constantFrom(1, 1, 2, 3).map(deliveryIdOf), outcome, at).map(([deliveryId, said, now]) => ({
    ...{ type: 'RecordDelivery', deliveryId, outcome: said, attemptDelaysMs, now },
  })),
  at.map((now) => ({ type: 'AbandonDelivery', code: 'WALLET_MISMATCH', message: 'another wallet', now })),
  fc.tuple(endToEndIds, fc.option(moment, { freq: 3 }), moment).map(([endToEndId, unknownSince, now]) => ({
    ...{ type: 'DispatchRefund', endToEndId, refundKeyOf: refundKeyOf(endToEndId), workerId: 'w1' },
    ...{ now, notAfter: now, unknownSince },
  })),
  fc
    .tuple(endToEndIds, fc.constantFrom(1, 1, 2, 3), refunded, fc.option(moment, { freq: 1 }), moment)
    .map(([endToEndId, attempt, said, dispatchedAt, now]) => ({
      ...{ type: 'RecordRefund', refundKey: refundKeyOf(endToEndId)(attempt), outcome: said },
      ...{ dispatchedAt, attemptDelaysMs, now },
    })),
  decision,
  decision,
  fc.tuple(endToEndIds, fc.oneof(at, fc.constant(time(9_000)))).map(([endToEndId, now]) => ({
    ...{ type: 'SettlePix', endToEndId, amountCents: '15000', transfer: 'E2E-9', now },
  })),
  at.map((now) => ({ type: 'HoldCashin', lostSince: now, now })),
  at.map((now) => ({ type: 'ReleaseCashin', now })),
  at.map((now) => ({ type: 'WithdrawProposal', by: 'bob', now })),
  fc
    .tuple(fc.array(seenPix, { maxLength: 2 }), split, fc.constantFrom(0, 1, 1, 2), fc.constantFrom(0, 0, 1, 2), at)
    .map(([payments, told, delivered, lost, now]) => ({
      ...{ type: 'RecoverCashin', payments, split: told, workerId: 'w1', now },
      delivery:
        delivered === 0
          ? null
          : { attempt: delivered, deliveryId: deliveryIdOf(delivered), txId: 'tx1', prepared: 'tx1' },
      refunds:
        lost === 0
          ? []
          : [
              {
                ...{ endToEndId: 'E1', attempt: lost, refundKey: refundKeyOf('E1')(lost) },
                amountCents: '15000',
              },
            ],
    })),
);

const paidBy = (amountCents: string): RecordCharge => ({
  ...{ type: 'RecordCharge', split: null, disputes: [], closed: null, now: time(62) },
  payments: [
    ...[
      {
        endToEndId: 'E1',
        amountCents,
        feeCents: '50',
        payerTaxIdMasked: null,
        isOtherPayer: false,
        paidAt: time(60),
        refundedCents: '0',
      },
    ],
  ],
});

const CREATED: readonly CashinCommand[] = [
  { type: 'CreateCashin', intent: cashinCreated },
  { type: 'RecordChargeCreated', charge },
];

const SENT: readonly CashinCommand[] = [
  { type: 'RequestDelivery', deliveryIdOf, now: time(63) },
  { ...{ type: 'SendDelivery', deliveryId: 'delivery1', prepared: 'tx1', txId: 'tx1', workerId: 'w1', now: time(64) } },
];

const delivered = (deliveredBaseUnits: string): CashinCommand => ({
  ...{ type: 'RecordDelivery', deliveryId: 'delivery1', attemptDelaysMs, now: time(65) },
  outcome: {
    ...{ kind: 'CONFIRMED', txId: '0xd9', deliveredBaseUnits },
    ...{ debitedCents: null, networkFeeBaseUnits: null, blockTime: null },
  },
});

const GIVEN_UP: CashinCommand = { type: 'AbandonDelivery', code: 'OTHER', message: 'no', now: time(63) };

/** The proposal of a single operator. */
const GIVEN_BACK: CashinCommand = {
  ...{ type: 'DecideCashin', end: { how: 'REFUNDED', endToEndId: 'E1', transfer: 'E2E-77' }, isGone: false },
  isUnsendable: false,
  ...{ refundKey: BY_OPERATORS, deliveryIdOf, by: 'ana', mayPropose: true, now: time(8_000) },
};

const REFUNDING: CashinCommand = {
  ...{ type: 'DispatchRefund', endToEndId: 'E1', refundKeyOf: refundKeyOf('E1'), workerId: 'w1' },
  ...{ now: time(400), notAfter: time(415), unknownSince: null },
};

const REFUNDED: CashinCommand = {
  ...{ type: 'RecordRefund', refundKey: refundKeyOf('E1')(1), dispatchedAt: null, attemptDelaysMs, now: time(401) },
  outcome: { kind: 'DONE', amountCents: '15000', returnId: null },
};

const HOLD: CashinCommand = { type: 'HoldCashin', lostSince: time(60), now: time(63) };

/** Random commands, after nothing, after a payment, or after the beginning of a certain ending. */
export const cashinCommands: fc.Arbitrary<readonly CashinCommand[]> = fc
  .tuple(
    fc.constantFrom<readonly CashinCommand[]>(
      ...[[], CREATED, [...CREATED, paidBy('15000')], [...CREATED, paidBy('14999')]],
      [...CREATED, paidBy('15000'), GIVEN_BACK],
      [...CREATED, paidBy('15000'), ...SENT],
      [...CREATED, paidBy('15000'), ...SENT, delivered('1')],
      [...CREATED, paidBy('15000'), ...SENT, delivered('27000000')],
      [...CREATED, paidBy('15000'), GIVEN_UP],
      [...CREATED, paidBy('15000'), GIVEN_UP, REFUNDING],
      [...CREATED, paidBy('15000'), GIVEN_UP, REFUNDING, REFUNDED],
      [...CREATED, HOLD],
      [...CREATED, paidBy('15000'), HOLD],
    ),
    fc.array(cashinCommand, { maxLength: 40 }),
  )
  .map(([road, rest]) => [...road, ...rest]);
