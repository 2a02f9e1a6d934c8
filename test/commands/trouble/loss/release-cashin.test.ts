import { buildStaticBrCode } from '../../../../aggregates/codes/build-br-code';
import { expireCashin } from '../../../../commands/cashin/charge/expire-cashin';
import { resolveDelivery } from '../../../../commands/cashin/delivery/resolve-delivery';
import { resolveRefund } from '../../../../commands/cashin/refund/resolve-refund';
import { deliveryIdOf, refundKeyOf } from '../../../../commands/handling/deterministic-ids';
import type { Refund } from '../../../../commands/ports/providers/charge-provider';
import type { Delivery } from '../../../../commands/ports/providers/crypto-delivery';
import type { Result } from '../../../../commands/ports/providers/result';
import { release as releasePayment } from '../../../../commands/trouble/release';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { core, happened, typesOf } from '../../../core';
import { charge, paidPix, scriptedCharges } from '../../../doubles/scripted-charges';
import { scriptedDeliveries } from '../../../doubles/scripted-deliveries';
import { failed } from '../../../doubles/scripted-provider';
import { PAID, step } from '../../cashin/cashing';
import { asked } from '../../operator/asked';
import { delivery1, deliverySaid, paidBack, refund1, refundSaid, releasing, staysHeld } from './releasing';

describe('a release without a new finding', () => {
  test('asks about every configured key, and continues', async () => {
    const { release, told, keys } = await releasing({}, ...PAID);
    expect(await release()).toEqual({ outcome: 'RELEASED' });
    expect(await told()).toEqual([event('CashinReleased', { releasedAt: time(600) })]);
    const attempts = [1, 2, 3];
    expect(keys).toEqual([
      ...attempts.map((attempt) => refundKeyOf('cash1', 'E1', attempt)),
      ...attempts.map((attempt) => deliveryIdOf('cash1', attempt)),
    ]);
  });

  test('asks about the configured number of keys', async () => {
    const { asking, keys } = await releasing({}, ...PAID);
    await releasePayment({ ...asking, settings: { payoutAttemptDelaysMs: [1, 1, 1, 1] } })('cash1', asked(asking));
    expect(keys.slice(5)).toEqual([1, 2, 3, 4, 5].map((attempt) => deliveryIdOf('cash1', attempt)));
  });

  test('asks until three unknown keys in a row', async () => {
    const deliveries = { [deliveryIdOf('cash1', 3)]: deliverySaid(deliveryIdOf('cash1', 3), 'FAILED') };
    const { release, keys } = await releasing({ deliveries }, ...PAID);
    await release();
    expect(keys.slice(3)).toEqual([1, 2, 3, 4, 5, 6].map((attempt) => deliveryIdOf('cash1', attempt)));
  });

  test('immediately records the PIX that waited', async () => {
    const { release, since } = await releasing({});
    expect(await release()).toEqual({ outcome: 'RELEASED' });
    expect(await since()).toEqual(['CashinReleased', 'PixReceived', 'PixAccepted']);
  });

  test('completes a cash-in that the partner delivers, and reports its unsplit part', async () => {
    const script = { created: { deliveryMode: 'PARTNER', deliveryProvider: null } } as const;
    const { release, since, alerts } = await releasing({ script }, event('PixReceived'), event('PixAccepted'));
    await release();
    expect(await since()).toEqual(['CashinReleased', 'CashinCompleted']);
    expect(alerts()).toEqual(['A charge was not split: the service owes the partner its part']);
  });

  test('lets an unpaid one expire', async () => {
    const { release, since, deps } = await releasing({
      script: { get: [charge('CANCELLED')], cancel: [charge('CANCELLED')] },
    });
    await release();
    expect(await expireCashin(deps)(step)).toBe('done');
    expect(await since()).toEqual(['CashinReleased', 'CashinExpired']);
  });

  test('is repeatable, and adds no event the second time', async () => {
    const { release, since, deps } = await releasing({}, ...PAID);
    const context = asked(deps);
    expect([await release(context), await release()]).toEqual([{ outcome: 'RELEASED' }, { outcome: 'UNCHANGED' }]);
    expect(await since()).toEqual(['CashinReleased']);
  });
});

describe('a step that a provider knows and the log lacks', () => {
  test('recovers a delivery and its PIX without a new order', async () => {
    const world = await releasing({ deliveries: { [delivery1]: deliverySaid(delivery1, 'CONFIRMED') } });
    expect(await world.release()).toMatchObject({
      outcome: 'RECOVERED',
      found: [{ step: 'DELIVERY', key: delivery1, attempt: 1 }],
    });
    expect(await world.since()).toEqual(['PixReceived', 'PixAccepted', 'DeliveryRequested', 'DeliverySent']);
    await resolveDelivery(world.asking)({ ...step, deliveryId: delivery1, sinceMs: Date.parse(time(600)) });
    expect((await world.since()).slice(4)).toEqual(['DeliveryConfirmed', 'CashinCompleted']);
    expect(await world.release()).toEqual({ outcome: 'RELEASED' });
    expect([world.deliveries.sent, world.deliveries.orders, world.charges.refunds]).toEqual([[], [], []]);
  });

  test('recovers the refund of a PIX that seems to pay, without a new order', async () => {
    const said = { refunds: { [refund1]: refundSaid(refund1, 'DONE') }, script: { get: [paidBack(15_000n)] } };
    const world = await releasing(said);
    expect(await world.release()).toEqual({
      outcome: 'RECOVERED',
      found: [{ step: 'REFUND', key: refund1, attempt: 1 }],
    });
    expect(await world.since()).toEqual([
      ...['PixReceived', 'ChargeRefundDue', 'CashinFailed', 'ChargeRefundDispatched', 'ChargeRefundUnknown'],
    ]);
    const sinceMs = Date.parse(time(600));
    await resolveRefund(world.asking)({ ...step, endToEndId: 'E1', refundKey: refund1, sinceMs });
    expect((await world.since()).slice(5)).toEqual(['ChargeRefundDone']);
    expect(await world.release()).toEqual({ outcome: 'RELEASED' });
    expect([world.deliveries.sent, world.charges.refunds]).toEqual([[], []]);
  });

  test('recovers a failed delivery, then the refund that followed', async () => {
    const refunds = { [refund1]: refundSaid(refund1, 'DONE') };
    const deliveries = { [delivery1]: deliverySaid(delivery1, 'FAILED') };
    const world = await releasing({ refunds, deliveries, script: { get: [paidBack(15_000n)] } }, ...PAID);
    expect(await world.release()).toMatchObject({ found: [{ step: 'REFUND', attempt: 1 }] });
    expect(await world.since()).toEqual([
      ...['CashinFailed', 'ChargeRefundDue', 'ChargeRefundDispatched', 'ChargeRefundUnknown'],
    ]);
    expect(await world.release()).toEqual({ outcome: 'RELEASED' });
  });

  test('recovers a charge', async () => {
    const deps = core();
    const brCode = buildStaticBrCode({ key: 'a@b.example', payeeName: 'A', payeeCity: 'B', amountCents: 15_000n });
    const { chargeProviders, calls } = scriptedCharges({ get: [charge('ACTIVE', { brCode })] });
    const { cryptoDeliveries } = scriptedDeliveries({ get: [failed('NOT_FOUND')] });
    await happened(deps.eventStore, event('CashinIntentCreated'), event('CashinHeld'));
    const release = releasePayment({ ...deps, chargeProviders, cryptoDeliveries });
    expect(await release('cash1', asked(deps))).toEqual({ outcome: 'RELEASED' });
    expect([calls, (await typesOf(deps.eventStore, 'cashin-cash1')).slice(2)]).toEqual([
      ['get', 'get'],
      ['ChargeCreated', 'CashinReleased'],
    ]);
  });

  test('recovers no charge that the log knows', async () => {
    const { release, charges, since } = await releasing({ script: { get: [charge('ACTIVE')] } });
    await release();
    expect([charges.calls, await since()]).toEqual([['get'], ['CashinReleased']]);
  });
});

describe('the hold of a cash-in', () => {
  const lying = <Value>(answer: Result<Value>) => new Proxy<Record<string, Result<Value>>>({}, { get: () => answer });

  test.each([
    ['answers nothing about the charge', { script: { get: [failed('UNAVAILABLE')] } }, 'sandbox does not answer'],
    ['breaks', { script: { get: [new Error('bug')] } }, 'sandbox does not answer'],
    [
      'answers about another charge',
      { script: { get: [charge('PAID', { idempotencyKey: 'x' })] } },
      'sandbox does not',
    ],
    ['no longer knows the charge', { script: { get: [failed('NOT_FOUND')] } }, 'sandbox no longer knows the charge'],
    ['is not there', { script: { name: 'other' } }, 'sandbox is not configured'],
    [
      ...(['answers nothing about refunds', { refunds: lying<Refund>(failed('UNKNOWN', 'TIMEOUT')) }] as const),
      `sandbox does not answer for key ${refund1} (UNKNOWN)`,
    ],
    [
      ...(['answers nothing about deliveries', { deliveries: lying<Delivery>(failed('UNAVAILABLE')) }] as const),
      `sandbox does not answer for key ${delivery1} (UNAVAILABLE)`,
    ],
    [
      ...(['answers about another refund', { refunds: { [refund1]: refundSaid('other', 'DONE') } }] as const),
      `sandbox does not answer for key ${refund1}`,
    ],
    [
      ...([
        'answers about another delivery',
        { deliveries: { [delivery1]: deliverySaid('other', 'FAILED') } },
      ] as const),
      `sandbox does not answer for key ${delivery1}`,
    ],
  ])('stays while a provider %s', async (_name, said, why) => staysHeld(await releasing(said, ...PAID), why));

  test('stays while a provider knows every key', async () => {
    const world = await releasing({}, ...PAID);
    const named = world.asking.cryptoDeliveries.named();
    if (named === null) throw new Error('no provider');
    const knowsAll = { ...named, get: async (_call: unknown, key: string) => deliverySaid(key, 'FAILED') };
    const deps = { ...world.asking, cryptoDeliveries: { named: () => knowsAll } };
    const release = () => releasePayment(deps)('cash1', asked(deps));
    await staysHeld({ ...world, release }, 'sandbox confirms every key');
  });

  test('stays while the answer omits a PIX that the log knows', async () => {
    const elsewhere = charge('PAID', { payments: [paidPix({ endToEndId: 'E2' })] });
    await staysHeld(await releasing({ script: { get: [elsewhere] } }, ...PAID), 'sandbox reports PIX E1 differently');
  });

  test('stays while both a delivery and a refund of one PIX are known', async () => {
    const refunds = { [refund1]: refundSaid(refund1, 'DONE') };
    const deliveries = { [delivery1]: deliverySaid(delivery1, 'CONFIRMED') };
    const world = await releasing({ refunds, deliveries, script: { get: [paidBack(15_000n)] } });
    await staysHeld(world, `delivery ${delivery1} was sent without a PIX that pays for it`);
  });
});

test('leaves a cash-in without a hold, and refuses an unknown one', async () => {
  const deps = core();
  const { asking } = await releasing({}, event('CashinReleased'));
  await expect(releasePayment(deps)('nobody', asked(deps))).rejects.toMatchObject({ rejection: { code: 'NOT_FOUND' } });
  expect(asking.alerts).toEqual([]);
});
