import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { preparation } from '../../../doubles/scripted-deliveries';
import { failed } from '../../../doubles/scripted-provider';
import { PAID } from '../../cashin/cashing';
import { delivery1, delivery2, deliverySaid, releasing, staysHeld } from './releasing';

const REQUESTED = [...PAID, event('DeliveryRequested', { deliveryId: delivery1 })];
const SENT = [...REQUESTED, event('DeliverySent', { deliveryId: delivery1 })];
const AGAIN = [...SENT, event('DeliveryFailed', { deliveryId: delivery1, wasSent: true, nextAttemptAt: time(95) })];
const DONE = [...SENT, event('DeliveryConfirmed', { deliveryId: delivery1 }), event('CashinCompleted')];
const unsent = (history = REQUESTED) => [...history, event('DeliveryFailed', { deliveryId: delivery1 })];

test.each([
  ['BROADCAST', 'signed'],
  ['REPLACED', 'signed'],
  ['PREPARED', 'signed'],
  ['CONFIRMED', ''],
  ['FAILED', ''],
] as const)('recovers a delivery in state %s, and broadcasts no order', async (state, prepared) => {
  for (const history of [PAID, REQUESTED]) {
    const deliveries = { [delivery1]: deliverySaid(delivery1, state) };
    const { release, told, deliveries: made } = await releasing({ deliveries }, ...history);
    expect(await release()).toMatchObject({ outcome: 'RECOVERED', found: [{ key: delivery1 }] });
    expect((await told()).at(-1)).toEqual(
      event('DeliverySent', { deliveryId: delivery1, prepared, sentAt: time(600) }),
    );
    expect(made.sent).toEqual([]);
  }
});

test('recovers the last delivery after failed ones', async () => {
  const deliveries = {
    [delivery1]: deliverySaid(delivery1, 'FAILED'),
    [delivery2]: deliverySaid(delivery2, 'BROADCAST'),
  };
  for (const history of [PAID, REQUESTED, AGAIN]) {
    const { release } = await releasing({ deliveries }, ...history);
    expect(await release()).toMatchObject({ found: [{ attempt: 2, key: delivery2 }] });
  }
});

test('recovers a delivery whose bytes its provider no longer has', async () => {
  const deliveries = { [delivery1]: deliverySaid(delivery1, 'BROADCAST') };
  const script = { delivery: { prepare: [failed('REJECTED', 'UNSUPPORTED')] } };
  const { release, told } = await releasing({ deliveries, script }, ...PAID);
  expect(await release()).toMatchObject({ outcome: 'RECOVERED' });
  expect((await told()).at(-1)).toMatchObject({ type: 'DeliverySent', data: { prepared: '' } });
});

test.each([
  ['is open', SENT, deliverySaid(delivery1, 'BROADCAST')],
  ['arrived', DONE, deliverySaid(delivery1, 'CONFIRMED')],
  ['failed', AGAIN, deliverySaid(delivery1, 'FAILED')],
  ['was prepared and not sent', unsent(), deliverySaid(delivery1, 'PREPARED')],
] as const)('releases the hold when the log knows the delivery: it %s', async (_name, history, said) => {
  const { release } = await releasing({ deliveries: { [delivery1]: said } }, ...history);
  expect(await release()).toEqual({ outcome: 'RELEASED' });
});

test.each([
  [
    'a new preparation repeats it',
    deliverySaid(delivery1, 'PREPARED', { amount: 26_729_999n }),
    preparation({ amount: 26_729_999n }),
  ],
  ['a new preparation differs', deliverySaid(delivery1, 'PREPARED', { amount: 26_729_999n }), preparation()],
])('lets a delivery below the floor fail by itself when %s', async (_name, said, prepared) => {
  const script = { created: { minimumBaseUnits: '26730000' }, delivery: { prepare: [prepared] } };
  const { release } = await releasing({ deliveries: { [delivery1]: said }, script }, ...PAID);
  expect(await release()).toEqual({ outcome: 'RELEASED' });
});

test('stays held when a new preparation would be below the floor', async () => {
  const script = { created: { minimumBaseUnits: '26730000' }, delivery: { prepare: [preparation({ amount: 1n })] } };
  const deliveries = { [delivery1]: deliverySaid(delivery1, 'PREPARED') };
  await staysHeld(await releasing({ deliveries, script }, ...PAID), 'sandbox does not report the prepared amount');
});

test('releases the hold when an attempt failed for an ended cash-in', async () => {
  const ended = [...PAID, event('CashinFailed'), event('ChargeRefundDue')];
  const { release } = await releasing({ deliveries: { [delivery1]: deliverySaid(delivery1, 'FAILED') } }, ...ended);
  expect(await release()).toEqual({ outcome: 'RELEASED' });
});

describe('a cash-in that stays held because of its provider', () => {
  test.each([
    ['made two', PAID],
    ['made one that the log knows as failed', AGAIN],
  ])('%s', async (_name, history) => {
    const deliveries = {
      [delivery1]: deliverySaid(delivery1, 'CONFIRMED'),
      ...(history === PAID ? { [delivery2]: deliverySaid(delivery2, 'BROADCAST') } : {}),
    };
    await staysHeld(
      await releasing({ deliveries }, ...history),
      `sandbox reports CONFIRMED for delivery ${delivery1}, but the log has its failure`,
    );
  });

  test('does not know a delivery that arrived', async () =>
    staysHeld(
      await releasing({}, ...DONE),
      `sandbox does not know delivery ${delivery1}, but the log has its success`,
    ));

  test('prepares another order than before', async () => {
    const deliveries = { [delivery1]: deliverySaid(delivery1, 'PREPARED') };
    const script = { delivery: { prepare: [preparation({ amount: 1n })] } };
    await staysHeld(await releasing({ deliveries, script }, ...PAID), 'sandbox does not report the prepared amount');
  });

  test('delivered without a PIX that pays', async () => {
    const ended = [event('PixReceived'), event('ChargeRefundDue', { reason: 'LATE' }), event('CashinFailed')];
    const deliveries = { [delivery1]: deliverySaid(delivery1, 'BROADCAST') };
    await staysHeld(await releasing({ deliveries }, ...ended), `delivery ${delivery1} was sent without a PIX`);
  });

  test('knows the second delivery while the first is open', async () => {
    const deliveries = {
      [delivery1]: deliverySaid(delivery1, 'FAILED'),
      [delivery2]: deliverySaid(delivery2, 'BROADCAST'),
    };
    await staysHeld(
      await releasing({ deliveries }, ...SENT),
      `delivery ${delivery2} was sent while another delivery was open or complete`,
    );
  });
});
