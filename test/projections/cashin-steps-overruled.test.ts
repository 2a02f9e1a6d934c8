import { time } from '../../packages/testing/src/samples/sample-data';
import { recorded } from '../../packages/testing/src/samples/sample-events';
import { cashinStepsProjection } from '../../projections/payments/cashin-steps';
import { type CashinStepRow, cashinSteps } from '../../read-models/steps/cashin-steps';
import { givenRows, row } from '../given';

const ofRefund = (columns: Partial<CashinStepRow>) =>
  row(cashinSteps, {
    ...{ step_key: 'cash1 REFUND E1', step: 'ASK', intent_id: 'cash1', partner_id: 'p1', subject: 'refund1' },
    ...{ end_to_end_id: 'E1', owed_cents: '15000', due_at: time(68), since_at: time(66), cause_event_id: 'cause' },
    ...columns,
  });

describe('a refund that operators record', () => {
  const done = recorded('ChargeRefundDone', { refundKey: 'by-operators', doneAt: time(700) });

  test('is still asked about when it replaces a sent refund', () => {
    const asked = ofRefund({
      ...{ step_key: 'cash1 OVERRULED E1', step: 'OVERRULED_REFUND', owed_cents: null },
      ...{ due_at: time(760), since_at: time(700), cause_event_id: 'id-ChargeRefundDone' },
    });
    givenRows(cashinStepsProjection, ofRefund({})).when(done).thenRows(asked);
  });

  test('is not asked about when it replaces an unsent or rejected refund', () => {
    givenRows(cashinStepsProjection, ofRefund({ step: 'DISPATCH' }))
      .when(done)
      .thenRows();
    givenRows(cashinStepsProjection).when(done).thenRows();
  });
});
