import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { happened } from '../../../core';
import { delivery } from '../../../doubles/scripted-deliveries';
import { failed } from '../../../doubles/scripted-provider';
import { delivering, REQUESTED, SENT, soon } from '../delivering';

describe('a delivery that was sent', () => {
  test('completes when the exact amount has arrived', async () => {
    const arrived = delivery('CONFIRMED', { networkFee: 21_000n, blockTime: time(70) });
    const { resolve, since, told } = await delivering({ get: [arrived] }, SENT);
    expect(await resolve(80)).toBe('done');
    expect(await since()).toEqual(['DeliveryConfirmed', 'CashinCompleted']);
    expect((await told())[0]).toEqual(event('DeliveryConfirmed'));
  });

  test('keeps the block of its arrival, which is needed when the history changes', async () => {
    const arrived = delivery('CONFIRMED', { networkFee: 21_000n, blockTime: time(70), blockNumber: '7' });
    const { resolve, told } = await delivering({ get: [arrived] }, SENT);
    await resolve(80);
    expect((await told())[0]).toEqual(event('DeliveryConfirmed', { blockNumber: '7' }));
  });

  test.each([
    ['its provider has not broadcast', delivery('PREPARED')],
    ['its provider does not know', failed('NOT_FOUND')],
  ])('broadcasts the same bytes again when %s', async (_name, answer) => {
    const { resolve, since, deliveries } = await delivering({ get: [answer] }, SENT);
    await resolve(80);
    expect(deliveries.sent).toEqual(['sbx_tx_1']);
    expect(await since()).toEqual([]);
  });

  test('is not broadcast again without its bytes', async () => {
    const found = [...REQUESTED, event('DeliverySent', { prepared: '' })];
    const { resolve, deliveries } = await delivering({ get: [failed('NOT_FOUND')] }, found);
    expect(await resolve(66)).toEqual(soon(64, 4_000));
    expect(deliveries.sent).toEqual([]);
  });

  test('is not broadcast again while the PIX is disputed', async () => {
    const { resolve, deliveries } = await delivering({ get: [failed('NOT_FOUND')] }, [...SENT, event('DisputeOpened')]);
    await resolve(80);
    expect(deliveries.sent).toEqual([]);
  });

  test('is not broadcast again after the bank took the PIX back', async () => {
    const lost = [...SENT, event('DisputeOpened'), event('DisputeLost')];
    const { resolve, deliveries } = await delivering({ get: [failed('NOT_FOUND')] }, lost);
    await resolve(80);
    expect(deliveries.sent).toEqual([]);
  });

  test.each([
    ['the delivery is on its way', delivery('BROADCAST')],
    ['another transaction replaced it', delivery('REPLACED', { txId: '0xda' })],
    ['the provider is away', failed('UNAVAILABLE')],
    ['the provider refuses the question', failed('REJECTED', 'AUTH')],
    ['the adapter throws', new Error('bug')],
  ])('asks again when %s', async (_name, answer) => {
    const { resolve, since, alerts } = await delivering({ get: [answer] }, SENT);
    expect(await resolve(66)).toEqual(soon(64, 4_000));
    expect([await since(), alerts()]).toEqual([[], []]);
  });

  test.each([
    ['another key', delivery('CONFIRMED', { idempotencyKey: 'delivery2' })],
    ['a state that nobody knows', delivery('DONE' as never)],
    ['an enormous amount', delivery('CONFIRMED', { amount: 10n ** 78n })],
    ['less than nothing', delivery('CONFIRMED', { amount: -1n })],
    ['no transaction', delivery('CONFIRMED', { txId: '' })],
    ['a block without a time', delivery('CONFIRMED', { blockTime: 'soon' })],
    ['more centavos than its order', delivery('CONFIRMED', { debited: 15_001n })],
    ['what its adapter calls a breach', failed('UNKNOWN', 'PROTOCOL')],
  ])('rejects an answer about %s, with an alert', async (_name, lie) => {
    const { resolve, since, alerts } = await delivering({ get: [lie] }, SENT);
    await resolve(80);
    expect(await since()).toEqual([]);
    expect(alerts()).toEqual(['A delivery provider gave an impossible answer']);
  });

  test('alerts an operator after an hour', async () => {
    const { resolve, alerts } = await delivering({ get: [delivery('BROADCAST')] }, SENT);
    await resolve(64 + 3_600);
    expect(alerts()).toEqual([]);
    await resolve(64 + 3_601);
    expect(alerts()).toEqual(['The outcome of a delivery is unknown']);
  });

  test('waits and alerts when its provider is not configured', async () => {
    const { resolve, alerts, deliveries } = await delivering({ name: 'other' }, SENT);
    expect(await resolve(80)).toEqual(soon(80, 60_000));
    expect([alerts().length, deliveries.asked]).toEqual([1, []]);
  });
});

describe('a delivery while the final history of its network is in doubt', () => {
  test.each([
    ['an arrival', delivery('CONFIRMED'), ['DeliveryConfirmed', 'CashinCompleted']],
    ['a failure', delivery('FAILED'), ['DeliveryFailed', 'CashinFailed', 'ChargeRefundDue']],
  ])('records %s only when the finality is reaffirmed', async (_name, answer, end) => {
    const { deps, resolve, since } = await delivering({ get: [answer] }, SENT);
    await happened(deps.eventStore, event('FinalityQuestioned'));
    expect(await resolve(66)).toEqual(soon(64, 4_000));
    expect(await since()).toEqual([]);
    await happened(deps.eventStore, event('FinalityReaffirmed'));
    expect(await resolve(80)).toBe('done');
    expect(await since()).toEqual(end);
  });
});
