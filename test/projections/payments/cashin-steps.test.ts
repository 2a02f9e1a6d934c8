import { time } from '../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { cashinStepsProjection } from '../../../projections/payments/cashin-steps';
import { type CashinPixRow, cashinPix } from '../../../read-models/steps/cashin-pix';
import { type CashinStepRow, cashinSteps } from '../../../read-models/steps/cashin-steps';
import { type CashinSweepRow, cashinSweeps } from '../../../read-models/steps/cashin-sweeps';
import { type GivenRow, givenRows, row } from '../../given';

const stepOf = (columns: Pick<CashinStepRow, 'step_key' | 'step' | 'due_at'> & Partial<CashinStepRow>) =>
  row(cashinSteps, {
    ...{ intent_id: 'cash1', partner_id: 'p1', subject: null, end_to_end_id: null, owed_cents: null },
    ...{ since_at: columns.due_at, cause_event_id: 'cause', ...columns },
  });

const create = stepOf({
  ...{ step_key: 'cash1 CHARGE', step: 'CREATE', due_at: time(20), since_at: time(10) },
  cause_event_id: 'id-CashinIntentCreated',
});
const expiry = stepOf({
  ...{ step_key: 'cash1 EXPIRY', step: 'EXPIRE', due_at: time(300) },
  cause_event_id: 'id-CashinIntentCreated',
});
const watch = stepOf({
  ...{ step_key: 'cash1 CHARGE', step: 'WATCH', due_at: time(13), since_at: time(11) },
  cause_event_id: 'id-ChargeCreated',
});
const request = stepOf({
  ...{ step_key: 'cash1 DELIVERY', step: 'REQUEST', due_at: time(62) },
  cause_event_id: 'id-PixAccepted',
});
const refundStep = { step_key: 'cash1 REFUND E1', end_to_end_id: 'E1', owed_cents: '15000' } as const;
const dispatch = stepOf({
  ...{ ...refundStep, step: 'DISPATCH', due_at: time(65), cause_event_id: 'id-ChargeRefundDue' },
});
const ask = stepOf({
  ...{ ...refundStep, step: 'ASK', subject: 'refund1', due_at: time(68), since_at: time(66) },
  cause_event_id: 'id-ChargeRefundDispatched',
});
const disputed = stepOf({
  ...{ step_key: 'cash1 DISPUTE dispute1', step: 'DISPUTE', due_at: time(4_000), since_at: time(400) },
  cause_event_id: 'id-DisputeOpened',
});
const sweep: CashinSweepRow = {
  ...{ sweep_key: 'p1 sandbox sandbox', partner_id: 'p1', mode: 'sandbox', provider: 'sandbox' },
  ...{ first_at: time(10), last_at: time(10) },
};
const pix: CashinPixRow = { end_to_end_id: 'E1', intent_id: 'cash1' };
const given = (...rows: readonly GivenRow[]) => givenRows(cashinStepsProjection, ...rows);

const QUIET = [
  'SplitApplied',
  'PixSettled',
  'CashinContradicted',
  'CashinDecisionProposed',
  'CashinProposalWithdrawn',
  'CashinDecided',
  'CashinHeld',
] as const;

test.each(QUIET)('%s changes no row', (type) => given(watch, request, dispatch).when(recorded(type)).unchanged());

describe('CashinIntentCreated', () => {
  test('waits for its charge and its deadline, and adds its partner to the sweep', () =>
    given().when(recorded('CashinIntentCreated')).thenRows(create, expiry, row(cashinSweeps, sweep)));

  test('keeps the sweep within the hour, and prolongs it later', () => {
    const sweeps = (createdAt: string) =>
      given(row(cashinSweeps, sweep)).when(recorded('CashinIntentCreated', { createdAt })).rows.all(cashinSweeps);
    expect(sweeps(time(3_609))).toEqual([sweep]);
    expect(sweeps(time(3_610))).toEqual([{ ...sweep, last_at: time(3_610) }]);
  });
});

test('ChargeCreated is asked about', () => given(create).when(recorded('ChargeCreated')).thenRows(watch));

test('PixReceived belongs to its first intent, and ends the wait for the deadline', () => {
  given(watch, expiry).when(recorded('PixReceived')).thenRows(watch, row(cashinPix, pix));
  const other = { ...pix, intent_id: 'cash0' };
  given(row(cashinPix, other)).when(recorded('PixReceived')).thenRows(row(cashinPix, other));
});

test('PixAccepted waits for its delivery, unless the partner delivers', () => {
  given().when(recorded('PixAccepted')).thenRows(request);
  given(watch)
    .when(recorded('PixAccepted', { deliveryMode: 'PARTNER' }))
    .unchanged();
});

describe('a delivery', () => {
  const send = stepOf({
    ...{ step_key: 'cash1 DELIVERY', step: 'SEND', subject: 'delivery1', due_at: time(63) },
    cause_event_id: 'id-DeliveryRequested',
  });
  const resolve = stepOf({
    ...{ step_key: 'cash1 DELIVERY', step: 'RESOLVE', subject: 'delivery1', due_at: time(65), since_at: time(64) },
    cause_event_id: 'id-DeliverySent',
  });

  test('DeliveryRequested waits to be sent', () => given(request).when(recorded('DeliveryRequested')).thenRows(send));
  test('DeliverySent is asked about', () => given(send).when(recorded('DeliverySent')).thenRows(resolve));
  test('DeliveryConfirmed ends the wait', () => given(resolve).when(recorded('DeliveryConfirmed')).thenRows());
  test('DeliveryFailed ends the wait, or waits for its next attempt', () => {
    given(resolve).when(recorded('DeliveryFailed')).thenRows();
    const next = stepOf({
      ...{ step_key: 'cash1 DELIVERY', step: 'REQUEST', subject: 'delivery1', due_at: time(95) },
      cause_event_id: 'id-DeliveryFailed',
    });
    given(resolve)
      .when(recorded('DeliveryFailed', { nextAttemptAt: time(95) }))
      .thenRows(next);
  });
});

describe('a sent delivery that operators end', () => {
  const sent = { step: 'RESOLVE', subject: 'delivery1', due_at: time(65), cause_event_id: 'id-DeliverySent' } as const;
  const resolve = stepOf({ step_key: 'cash1 DELIVERY', ...sent });
  const asked = (cause: string, seconds: number) =>
    stepOf({
      ...{ step_key: 'cash1 OVERRULED', step: 'OVERRULED', subject: 'delivery1', cause_event_id: cause },
      ...{ due_at: time(seconds + 60), since_at: time(seconds) },
    });
  const end = { how: 'DELIVERED', txId: '0xf1', deliveredBaseUnits: '27000000' } as const;
  const back = { how: 'REFUNDED', endToEndId: 'E1', transfer: 'E2E-77' } as const;

  test('is still asked about when it is delivered', () => {
    const decided = given(resolve).when(recorded('CashinDecided', { end, decidedAt: time(700) }));
    decided.thenRows(resolve, asked('id-CashinDecided', 700));
    given(resolve, asked('id-CashinDecided', 700))
      .when(recorded('DeliveryConfirmed'))
      .thenRows(asked('id-CashinDecided', 700));
  });

  test('is still asked about when its PIX is refunded', () => {
    given(resolve)
      .when(recorded('CashinDecided', { end: back }))
      .unchanged();
    given(resolve)
      .when(recorded('DeliveryFailed', { code: 'DECIDED_UNPAID', wasSent: true, failedAt: time(700) }))
      .thenRows(asked('id-DeliveryFailed', 700));
  });

  test('is not checked when it was never sent, or when its provider has ended it', () => {
    given(request).when(recorded('CashinDecided', { end })).unchanged();
    given().when(recorded('CashinDecided', { end })).unchanged();
    given(request)
      .when(recorded('DeliveryFailed', { code: 'DECIDED_UNPAID', wasSent: false }))
      .thenRows();
    given(resolve)
      .when(recorded('DeliveryFailed', { code: 'OTHER', wasSent: true }))
      .thenRows();
  });
});

test.each([
  ['CashinCompleted', 80],
  ['CashinExpired', 303],
  ['CashinFailed', 65],
] as const)('leaves only the question about the charge after %s, and continues the refund', (type, seconds) =>
  given(watch, expiry, request, dispatch)
    .when(recorded(type))
    .thenRows(
      stepOf({
        ...{ step_key: 'cash1 CHARGE', step: 'AFTER', due_at: time(seconds + 60), since_at: time(seconds) },
        cause_event_id: `id-${type}`,
      }),
      dispatch,
    ));

describe('a refund', () => {
  test('ChargeRefundDue waits to be sent', () => given().when(recorded('ChargeRefundDue')).thenRows(dispatch));
  test('ChargeRefundDispatched is asked about', () =>
    given(dispatch).when(recorded('ChargeRefundDispatched')).thenRows(ask));
  test('ChargeRefundUnknown is asked about since its first dispatch', () =>
    given(ask)
      .when(recorded('ChargeRefundUnknown'))
      .thenRows(
        stepOf({
          ...{ ...refundStep, step: 'ASK', subject: 'refund1', due_at: time(99), since_at: time(66) },
          cause_event_id: 'id-ChargeRefundUnknown',
        }),
      ));
  test('ChargeRefundRejected waits for its next attempt, or for an operator', () => {
    const next = { ...refundStep, step: 'DISPATCH', subject: 'refund1', due_at: time(130) } as const;
    given(ask)
      .when(recorded('ChargeRefundRejected'))
      .thenRows(stepOf({ ...next, cause_event_id: 'id-ChargeRefundRejected' }));
    given(ask)
      .when(recorded('ChargeRefundRejected', { nextAttemptAt: null }))
      .thenRows();
  });
  test('ChargeRefundDone ends the wait', () => given(ask).when(recorded('ChargeRefundDone')).thenRows());
});

describe('a dispute', () => {
  test('DisputeOpened is asked about', () => given().when(recorded('DisputeOpened')).thenRows(disputed));
  test('DisputeWon is asked about no more', () =>
    given(disputed, dispatch).when(recorded('DisputeWon')).thenRows(dispatch));
  test('DisputeLost reduces the owed refund by the lost cents', () => {
    given(disputed, dispatch).when(recorded('DisputeLost')).thenRows();
    given(disputed, ask).when(recorded('DisputeLost')).thenRows(ask);
    given(disputed, dispatch)
      .when(recorded('DisputeLost', { amountCents: '5000' }))
      .thenRows(
        stepOf({
          ...{ ...refundStep, step: 'DISPATCH', due_at: time(65), owed_cents: '10000' },
          cause_event_id: 'id-ChargeRefundDue',
        }),
      );
  });
});

test('StreamClosed marks the intent, which then has no due work', () =>
  given(watch)
    .when(recorded('StreamClosed', { stream: 'cashin-cash1' }))
    .thenRows(
      watch,
      stepOf({
        ...{ step_key: 'cash1 CLOSED', step: 'CLOSED', partner_id: '', due_at: time(500) },
        cause_event_id: 'id-StreamClosed',
      }),
    ));

describe('CashinReleased', () => {
  const released = recorded('CashinReleased');
  const woken = {
    subject: 'id-CashinReleased',
    due_at: time(600),
    since_at: time(600),
    cause_event_id: 'id-CashinReleased',
  };

  test('makes the charge due immediately for a PIX that waited', () => {
    given(watch, request, dispatch)
      .when(released)
      .thenRows(row(cashinSteps, { ...watch.row, ...woken } as CashinStepRow), request, dispatch);
    const after = stepOf({ step_key: 'cash1 CHARGE', step: 'AFTER', due_at: time(140), since_at: time(80) });
    given(after)
      .when(released)
      .thenRows(row(cashinSteps, { ...after.row, ...woken } as CashinStepRow));
  });

  test('ignores an unknown charge', () => given(create).when(released).unchanged());
});
