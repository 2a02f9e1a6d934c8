import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { time } from '../../../packages/testing/src/samples/sample-time';
import { cashinStepsProjection } from '../../../projections/payments/cashin-steps';
import { payoutsProjection } from '../../../projections/payments/payouts';
import { redemptionsProjection } from '../../../projections/payments/redemptions';
import { listWaiting } from '../../../read-models/due/waiting-steps';
import { cashinSteps } from '../../../read-models/steps/cashin-steps';
import { payoutSteps } from '../../../read-models/steps/payout-steps';
import { redemptionSteps } from '../../../read-models/steps/redemption-steps';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

test('lists payments whose payout, delivery, refund or debit waits since then, the oldest first', async () => {
  const payout = rowAfter(payoutsProjection, payoutSteps, recorded('DepositAccepted'));
  const pix = rowAfter(cashinStepsProjection, cashinSteps, recorded('PixAccepted'));
  const debit = rowAfter(redemptionsProjection, redemptionSteps, recorded('BalanceReserved'));
  await models.store(
    row(payoutSteps, { ...payout, stream: 'cashout-a', since_at: time(30) }),
    row(payoutSteps, { ...payout, stream: 'cashout-decided', since_at: time(0), until_at: time(90) }),
    row(payoutSteps, { ...payout, stream: 'cashout-young', since_at: time(61) }),
    row(cashinSteps, { ...pix, step_key: 'b 1', intent_id: 'b', step: 'ASK', since_at: time(20) }),
    row(cashinSteps, { ...pix, step_key: 'b 2', intent_id: 'b', step: 'SEND', since_at: time(40) }),
    row(cashinSteps, { ...pix, step_key: 'c 1', intent_id: 'c', step: 'WATCH', since_at: time(0) }),
    row(redemptionSteps, { ...debit, withdraw_id: 'd', step: 'RESOLVE', since_at: time(10) }),
    row(redemptionSteps, { ...debit, withdraw_id: 'e', step: 'GIVE_BACK', since_at: time(0) }),
  );
  const listed = [
    { stream: 'withdrawal-d', steps: ['REDEMPTION'], since: time(10) },
    { stream: 'cashin-b', steps: ['DELIVERY', 'REFUND'], since: time(20) },
    { stream: 'cashout-a', steps: ['PAYOUT'], since: time(30) },
  ];
  expect(await listWaiting(models.query, time(60), 10)).toEqual(listed);
  expect(await listWaiting(models.query, time(60), 2)).toEqual(listed.slice(0, 2));
});
