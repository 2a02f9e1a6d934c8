import { cashout } from '../../../aggregates/cashout/cashout';
import type { CashoutCommand } from '../../../aggregates/cashout/commands';
import type { CashoutEvent } from '../../../aggregates/cashout/events';
import type { Outcome } from '../../../aggregates/payout/commands';
import { attemptDelaysMs, cashoutCommands } from '../../../packages/testing/src/arbitraries/commands';
import { runCommands } from '../../../packages/testing/src/run-commands';
import { intentCreated, movement, time } from '../../../packages/testing/src/samples/sample-data';
import fc, { samplesOf } from '../../properties';

const refund: fc.Arbitrary<CashoutCommand> = fc.record({
  type: fc.constant('RecordRefund' as const),
  transfer: fc.record({
    network: fc.constantFrom('ethereum', 'ethereum', 'polygon'),
    txid: fc.constantFrom('0xf1', '0xF1', '0xf2', '0xf3'),
    assetId: fc.constantFrom(201, 201, 202),
    amountBaseUnits: fc.constantFrom('1', '1000000', '25000000', '26000000'),
    to: fc.constant('0xbb'),
    transferredAt: fc.constant(time(500)),
  }),
  due: fc.constantFrom(null, 1, 2, 3),
  now: fc.constantFrom(time(500), time(100_000)),
});

const SENT: readonly CashoutCommand[] = [
  { type: 'CreateIntent', intent: intentCreated },
  {
    type: 'AcceptDeposit',
    deposit: { ...movement, depositId: 'ethereum:0xd1:0', amountBaseUnits: '26000000' },
    now: time(80),
  },
  { type: 'RequestPayout', providerKeyOf: (attempt) => `key${attempt}`, provider: null, now: time(81) },
  {
    ...{ type: 'DispatchPayout', provider: 'sandbox', workerId: 'w1', unknownSince: null },
    ...{ now: time(82), notAfter: time(97) },
  },
];
const answered = (outcome: Outcome): readonly CashoutCommand[] => [
  ...SENT,
  {
    ...{ type: 'RecordOutcome', providerKey: 'key1', outcome },
    ...{ dispatchedAt: null, attemptDelaysMs, now: time(90) },
  },
];
const FAILED = answered({ kind: 'REJECTED', code: 'OTHER', message: 'no', retryClass: false });
const settlement = { providerId: 'sbx_1', amountCents: '15000', endToEndId: null, receiptUrl: null };
const COMPLETED = answered({ kind: 'SETTLED', ...settlement });
const opening = fc.constantFrom([], SENT, FAILED, COMPLETED);

/** Tries some refunds after each command of the payment. */
const tried = fc
  .tuple(opening, cashoutCommands, fc.array(fc.array(refund, { maxLength: 3 }), { minLength: 45, maxLength: 45 }))
  .map(([before, commands, refunds]) => [
    ...before,
    ...commands.flatMap((command, index) => [...(refunds[index] ?? []), command]),
  ]);

type Of<Type extends CashoutEvent['type']> = Extract<CashoutEvent, { readonly type: Type }>;

const ofType = <Type extends CashoutEvent['type']>(history: readonly CashoutEvent[], type: Type) =>
  history.filter((event): event is Of<Type> => event.type === type);

const everyHistory = (law: (history: readonly CashoutEvent[]) => void) =>
  fc.assert(fc.property(tried, (commands) => law(runCommands(cashout, commands).history)));

test('refunds a due at most once, whole and in its asset, and by one transaction', () =>
  everyHistory((history) => {
    const dues = ofType(history, 'RefundDue');
    const recorded = ofType(history, 'RefundRecorded').map(({ data }) => data);
    const numbers = recorded.flatMap((data) => data.dues);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(new Set(recorded.map(({ txid }) => txid.toLowerCase())).size).toBe(recorded.length);
    for (const data of recorded) {
      const owed = data.dues.map((number) => BigInt(dues[number - 1]?.data.amountBaseUnits ?? '0'));
      expect(owed.reduce((sum, each) => sum + each, 0n).toString()).toBe(data.dueBaseUnits);
      expect(BigInt(data.amountBaseUnits) >= BigInt(data.dueBaseUnits)).toBe(true);
      expect([data.network, data.assetId]).toEqual(['ethereum', 201]);
    }
  }));

/** A decision by operators ends every contradiction, a settlement and a resolution those of their key. */
const isEndOf = (providerKey: string, { type, data }: CashoutEvent): boolean =>
  type === 'PayoutDecided' ||
  (type === 'PayoutSettled' && data.decided !== undefined) ||
  ((type === 'PayoutSettled' || type === 'ReturnResolved') && data.providerKey === providerKey);

test('refunds only after the end of the payout and of every contradiction', () =>
  everyHistory((history) => {
    history.forEach(({ type }, index) => {
      if (type !== 'RefundRecorded') return;
      const before = history.slice(0, index);
      const contradicted = before.flatMap(({ type: told, data }, at) =>
        told === 'PayoutContradicted' ? [{ at, providerKey: data.providerKey }] : [],
      );
      for (const { at, providerKey } of contradicted)
        expect(before.slice(at).some((event) => isEndOf(providerKey, event))).toBe(true);
      expect(before.some((each) => each.type === 'CashoutFailed' || each.type === 'CashoutCompleted')).toBe(true);
    });
  }));

test('records refunds in the sequences', () => {
  let [given, givenInParts] = [0, 0];
  for (const commands of samplesOf(tried, 500)) {
    const recorded = ofType(runCommands(cashout, commands).history, 'RefundRecorded').length;
    if (recorded > 0) given += 1;
    if (recorded > 1) givenInParts += 1;
    if (given > 10 && givenInParts > 0) break;
  }
  expect(given).toBeGreaterThan(10);
  expect(givenInParts).toBeGreaterThan(0);
});
