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

describe('what operators record as given back', () => {
  const done = recorded('ChargeRefundDone', { refundKey: 'by-operators', doneAt: time(700) });

  test('in the place of what was sent is still asked about', () => {
    const asked = ofRefund({
      ...{ step_key: 'cash1 OVERRULED E1', step: 'OVERRULED_REFUND', owed_cents: null },
      ...{ due_at: time(760), since_at: time(700), cause_event_id: 'id-ChargeRefundDone' },
    });
    givenRows(cashinStepsProjection, ofRefund({})).when(done).thenRows(asked);
  });

  test('in the place of what was never sent, or of what was refused, is not', () => {
    givenRows(cashinStepsProjection, ofRefund({ step: 'DISPATCH' }))
      .when(done)
      .thenRows();
    givenRows(cashinStepsProjection).when(done).thenRows();
  });
});
