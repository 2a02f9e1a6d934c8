import { time } from '../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { payoutsProjection } from '../../../projections/payments/payouts';
import { type PayoutRow, payouts } from '../../../read-models/steps/payouts';
import { givenRows, row } from '../../given';

const payout: PayoutRow = {
  ...{ provider_key: 'key1', stream: 'cashout-cid1', partner_id: 'p1', mode: 'sandbox', attempt: 1 },
  ...{ amount_cents: '15000', status: 'REQUESTED', provider: 'sandbox', code: null },
  ...{ deferral: null, deferred_since: null, requested_at: time(81), updated_at: time(500) },
};
const deferred: PayoutRow = { ...payout, deferral: 'ABOVE_LIMIT', deferred_since: time(82) };

test('PayoutDeferred keeps the reason, and since when', () =>
  givenRows(payoutsProjection, row(payouts, payout)).when(recorded('PayoutDeferred')).thenRows(row(payouts, deferred)));

test('PayoutDeferred with another reason keeps the time of the first', () =>
  givenRows(payoutsProjection, row(payouts, deferred))
    .when(recorded('PayoutDeferred', { reason: 'NIGHT', deferredAt: time(90) }))
    .thenRows(row(payouts, { ...deferred, deferral: 'NIGHT' })));

test('PayoutDispatched ends the deferral', () => {
  const { rows } = givenRows(payoutsProjection, row(payouts, deferred)).when(recorded('PayoutDispatched'));
  expect(rows.all(payouts)).toMatchObject([{ status: 'DISPATCHED', deferral: null, deferred_since: null }]);
});
