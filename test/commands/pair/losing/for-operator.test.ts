import type { PayoutState } from '../../../../aggregates/payout/state';
import { forOperator } from '../../../../commands/pair/losing/for-operator';
import { time } from '../../../../packages/testing/src/samples/sample-data';

const loss = { since: time(70), isTold: false };
const due = { number: 1, network: 'ethereum', assetId: 201, amountBaseUnits: '5' };
const failed: PayoutState = {
  ...{ phase: 'FAILED', contradictions: [], loss },
  dues: [
    { ...due, reason: 'SURPLUS', txid: '0xf1' },
    { ...due, number: 2, reason: 'PAYOUT_FAILED' },
  ],
};
const settled: PayoutState = {
  ...{ phase: 'SETTLED', attempt: 1, providerKey: 'k1', provider: 'bank', dispatchedAt: time(60), contradictions: [] },
  ...{ paidCents: 9n, returnedCents: 7n, resolvedCents: 2n, feesCents: 0n, loss },
};

test('gives an operator the open return and the due refunds', () => {
  expect(forOperator(failed)).toEqual({ returnedCents: null, dues: [{ ...due, number: 2 }] });
  expect(forOperator(settled)).toEqual({ returnedCents: '5', dues: [] });
});

test.each<[string, PayoutState]>([
  ['has not ended', { phase: 'NONE', contradictions: [], loss }],
  ['owes nothing', { phase: 'FAILED', contradictions: [], loss }],
  ['was released', { ...settled, loss: { ...loss, isTold: true } }],
])('has no case for an operator in a payout that %s', (_what, payout) => expect(forOperator(payout)).toBeNull());
