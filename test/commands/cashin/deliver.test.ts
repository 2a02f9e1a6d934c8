import { requestDelivery } from '../../../commands/cashin/delivery/request-delivery';
import { sendDelivery } from '../../../commands/cashin/delivery/send-delivery';
import { deliveryIdOf } from '../../../commands/handling/deterministic-ids';
import type { CryptoDelivery } from '../../../commands/ports/providers/crypto-delivery';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { happened, typesOf } from '../../core';
import { charge, paidPix } from '../../doubles/scripted-charges';
import { preparation } from '../../doubles/scripted-deliveries';
import { failed } from '../../doubles/scripted-provider';
import { step } from './cashing';
import { delivering, REQUESTED, soon } from './delivering';

describe('the worker that requests a delivery', () => {
  test('requests it once, under an id from intent and attempt', async () => {
    const { request, told } = await delivering({});
    expect(await request()).toBe('done');
    expect(await request()).toBe('done');
    const deliveryId = deliveryIdOf('cash1', 1);
    expect(await told()).toEqual([event('DeliveryRequested', { deliveryId, requestedAt: time(64) })]);
  });

  test.each([
    ['to a wallet that is no longer the user’s', {}, 'WALLET_MISMATCH'],
    [
      'to a wallet that cannot receive it',
      { check: { ok: true, value: { canReceive: false } } },
      'DESTINATION_REFUSED',
    ],
    [
      'to a wallet that lacks something',
      { check: { ok: true, value: { canReceive: false, needs: 'TRUSTLINE' } } },
      'TRUSTLINE',
    ],
  ] as const)('makes no request and owes the PIX back: %s', async (_name, script, reasonCode) => {
    const { request, told, deps, charges } = await delivering(script);
    const moved = event('WalletChanged', { userId: 'u1', after: { pubkey: '0xcc', blockchain: 'ethereum' } });
    if (reasonCode === 'WALLET_MISMATCH') await happened(deps.eventStore, moved);
    expect(await request()).toBe('done');
    const events = await told();
    expect(events.map(({ type }) => type)).toEqual(['CashinFailed', 'ChargeRefundDue']);
    expect(events[0]?.data).toMatchObject({ reasonCode, refundDue: true });
    expect(charges.calls).toEqual([]);
  });

  test.each([
    ['the PIX is disputed', [event('DisputeOpened')]],
    ['a provider contradicts itself', [event('CashinContradicted')]],
    ['the user is blocked', [event('UserBlocked', { userId: 'u1' })]],
    ['final history of its network is in question', [event('FinalityQuestioned')]],
  ])('makes no request while %s', async (_name, history) => {
    const { request, since } = await delivering({}, history);
    expect(await request()).toEqual(soon(64, 60_000));
    expect(await since()).toEqual([]);
  });

  test('makes one request, for the first of two intents that accepted the same PIX', async () => {
    const { deps, since, alerts } = await delivering({});
    const second = { intentId: 'cash2' };
    const created = event('CashinIntentCreated', second);
    await happened(deps.eventStore, created, event('PixReceived', second), event('PixAccepted', second));
    expect(await requestDelivery(deps)({ ...step, ...second })).toEqual(soon(64, 15_000));
    expect(await typesOf(deps.eventStore, 'cashin-cash2')).not.toContain('DeliveryRequested');
    expect(alerts()).toEqual(['A charge provider gave an impossible answer']);
    expect(await requestDelivery(deps)(step)).toBe('done');
    expect(await since()).toEqual(['DeliveryRequested']);
  });

  test('makes no request before the read models name the intent of its PIX', async () => {
    const { deps, since, alerts } = await delivering({});
    expect(await requestDelivery({ ...deps, intentOfPix: async () => null })(step)).toEqual(soon(64, 15_000));
    expect([await since(), alerts()]).toEqual([[], []]);
  });
});

describe('the worker that sends a delivery', () => {
  test('stores it before the broadcast, with the quoted terms', async () => {
    const { send, told, deliveries } = await delivering({}, REQUESTED);
    expect(await send()).toBe('done');
    expect(await told()).toEqual([event('DeliverySent', { prepared: 'signed' })]);
    expect(deliveries.sent).toEqual(['signed']);
    expect(deliveries.orders[0]).toMatchObject({
      ...{ idempotencyKey: 'delivery1', amount: 27_000_000n, minimum: 27_000_000n, destination: '0xbb' },
      brlCents: 15_000n,
    });
  });

  test('sends the scenario of the sandbox with it', async () => {
    const { send, deliveries } = await delivering({}, REQUESTED, { created: { scenario: 'DELIVERY_STUCK' } });
    await send();
    expect(deliveries.orders[0]).toMatchObject({ scenario: 'DELIVERY_STUCK' });
  });

  test('sends it once when two workers prepared it', async () => {
    const { deps, since, deliveries } = await delivering({}, REQUESTED);
    await Promise.all([sendDelivery(deps)(step), sendDelivery({ ...deps, workerId: 'w2' })(step)]);
    expect(await since()).toEqual(['DeliverySent']);
    expect(deliveries.sent).toEqual(['signed']);
  });

  test('sends the delivery once when a second worker is refused during the sending', async () => {
    const { deps, since, deliveries } = await delivering({}, REQUESTED);
    const { named } = deps.cryptoDeliveries;
    const refusing = (provider: CryptoDelivery): CryptoDelivery => ({
      ...provider,
      prepare: async () => {
        await sendDelivery(deps)(step);
        return failed('REJECTED', 'ACCOUNT_BLOCKED');
      },
    });
    const late = {
      ...deps,
      cryptoDeliveries: { named: (...asked: Parameters<typeof named>) => refusing(named(...asked)!) },
    };
    expect(await sendDelivery(late)(step)).toBe('done');
    expect([await since(), deliveries.sent]).toEqual([['DeliverySent'], ['signed']]);
  });

  test.each([
    ['another amount', preparation({ amount: 26_999_999n })],
    ['more', preparation({ amount: 27_000_001n })],
    ['another key', preparation({ idempotencyKey: 'delivery2' })],
    ['nothing', preparation({}, '')],
    ['something enormous', preparation({}, 'x'.repeat(100_001))],
    ['a transaction that is none', preparation({ txId: 'a b' })],
  ])('sends no delivery when %s was prepared', async (_name, answer) => {
    const { send, since, alerts, deliveries } = await delivering({ prepare: [answer] }, REQUESTED);
    expect(await send()).toEqual(soon(64, 5_000));
    expect([await since(), deliveries.sent]).toEqual([[], []]);
    expect(alerts()).toEqual(['A delivery provider gave an impossible answer']);
  });

  test.each([
    ['refused', failed('REJECTED', 'ACCOUNT_BLOCKED'), ['DeliveryFailed', 'CashinFailed', 'ChargeRefundDue']],
    ['short of treasury', failed('REJECTED', 'INSUFFICIENT_FUNDS'), ['DeliveryFailed']],
    ['not answered', failed('UNAVAILABLE'), []],
    ['broken', new Error('bug'), []],
  ])('sends no delivery when the preparation is %s', async (_name, answer, types) => {
    const { send, since, deliveries } = await delivering({ prepare: [answer] }, REQUESTED);
    await send();
    expect(await since()).toEqual(types);
    expect(deliveries.sent).toEqual([]);
  });

  test('sends no delivery to a wallet that changed after the request', async () => {
    const moved = event('WalletChanged', { userId: 'u1', after: { pubkey: '0xcc', blockchain: 'ethereum' } });
    const { send, since, deliveries } = await delivering({}, [...REQUESTED, moved]);
    await send();
    expect(await since()).toEqual(['DeliveryFailed', 'CashinFailed', 'ChargeRefundDue']);
    expect(deliveries.orders).toEqual([]);
  });

  test.each([
    ['the PIX is disputed', event('DisputeOpened')],
    ['the user is blocked', event('UserBlocked', { userId: 'u1' })],
  ])('sends no delivery while %s', async (_name, held) => {
    const { send, deliveries } = await delivering({}, [...REQUESTED, held]);
    expect(await send()).toEqual(soon(64, 60_000));
    expect(deliveries.orders).toEqual([]);
  });

  describe('a delivery whose charge was asked about again', () => {
    const dispute = { disputeId: 'D1', endToEndId: 'E1', amount: 15_000n } as const;
    test.each([
      ['the PIX went back', charge('PAID', { payments: [paidPix({ refunded: 1n })] }), ['CashinContradicted']],
      ['the PIX is disputed', charge('PAID', { disputes: [{ ...dispute, state: 'OPENED' }] }), ['DisputeOpened']],
      [
        'its bank took it back',
        charge('PAID', { disputes: [{ ...dispute, state: 'ACCEPTED' }] }),
        ['DisputeOpened', 'DisputeLost', 'CashinFailed'],
      ],
      ['its provider tells of no PIX', charge('ACTIVE'), []],
      ['its provider does not answer', failed('UNAVAILABLE'), []],
      ['its provider refuses to answer', failed('REJECTED', 'AUTH'), []],
    ] as const)('sends no delivery when %s', async (_name, answer, types) => {
      const { send, since, deliveries } = await delivering({}, REQUESTED, { get: [answer] });
      expect(await send()).toEqual(soon(64, 5_000));
      expect(await since()).toEqual(types);
      expect([deliveries.orders, deliveries.sent]).toEqual([[], []]);
    });

    test('is sent when a simulator has lost the charge in a reset', async () => {
      const { send, since } = await delivering({}, REQUESTED, { get: [failed('NOT_FOUND')] });
      expect(await send()).toBe('done');
      expect(await since()).toEqual(['DeliverySent']);
    });
  });
});
