import { preparation } from '../../doubles/scripted-deliveries';
import type { Script } from './cashing';
import { delivering, REQUESTED, soon } from './delivering';

describe('a delivery whose provider converts by itself', () => {
  const created = { minimumBaseUnits: '26730000' };
  const converting = (amount: bigint, terms: Script['created'] = created) =>
    delivering({ prepare: [preparation({ amount })] }, REQUESTED, { created: terms });

  test('is sent when its amount reaches the floor', async () => {
    const { send, since } = await converting(26_730_000n);
    await send();
    expect(await since()).toEqual(['DeliverySent']);
  });

  test.each([
    ['the floor', 26_729_999n, created],
    ['the quote, with no slippage', 26_999_999n, { isConverting: true }],
  ])('fails permanently below %s, and the PIX is refunded', async (_name, amount, terms) => {
    const { send, told, alerts, deliveries } = await converting(amount, terms);
    expect(await send()).toBe('done');
    const events = await told();
    expect(events.map(({ type }) => type)).toEqual(['DeliveryFailed', 'CashinFailed', 'ChargeRefundDue']);
    expect(events[0]?.data).toMatchObject({ code: 'BELOW_MINIMUM', wasSent: false, nextAttemptAt: null });
    expect(events[1]?.data).toMatchObject({ reasonCode: 'BELOW_MINIMUM', refundDue: true });
    expect(alerts()).not.toContain('A delivery provider gave an impossible answer');
    expect(deliveries.sent).toEqual([]);
  });

  test.each([
    ['of another key', preparation({ amount: 1n, idempotencyKey: 'delivery2' })],
    ['of less, that has left', preparation({ amount: 1n, state: 'BROADCAST' })],
    ['of less than nothing', preparation({ amount: -1n })],
  ])('records no event and raises an alert when the preparation is %s', async (_name, answer) => {
    const { send, since, alerts } = await delivering({ prepare: [answer] }, REQUESTED, { created });
    expect(await send()).toEqual(soon(64, 5_000));
    expect(await since()).toEqual([]);
    expect(alerts()).toEqual(['A delivery provider gave an impossible answer']);
  });
});
