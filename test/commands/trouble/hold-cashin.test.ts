import type { CashinEvent } from '../../../aggregates/cashin/events';
import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import { createChargeAgain } from '../../../commands/cashin/charge/create-charge-again';
import { expireCashin } from '../../../commands/cashin/charge/expire-cashin';
import { watchCharge } from '../../../commands/cashin/charge/watch-charge';
import { requestDelivery } from '../../../commands/cashin/delivery/request-delivery';
import { resolveDelivery } from '../../../commands/cashin/delivery/resolve-delivery';
import { sendDelivery } from '../../../commands/cashin/delivery/send-delivery';
import { dispatchRefund } from '../../../commands/cashin/refund/dispatch-refund';
import { resolveRefund } from '../../../commands/cashin/refund/resolve-refund';
import { refundKeyOf } from '../../../commands/handling/deterministic-ids';
import { holdCashin } from '../../../commands/trouble/hold';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { core, happened, typesOf } from '../../core';
import { charge, refund, scriptedCharges } from '../../doubles/scripted-charges';
import { delivery } from '../../doubles/scripted-deliveries';
import { failed } from '../../doubles/scripted-provider';
import { cashing, PAID, type Script, step } from '../cashin/cashing';
import { asked } from '../operator/asked';

const KEY = refundKeyOf('cash1', 'E1', 1);
const OWED = [event('PixReceived'), event('ChargeRefundDue', { reason: 'LATE' }), event('CashinFailed')];
const UNKNOWN = [
  ...[...OWED, event('ChargeRefundDispatched', { refundKey: KEY })],
  event('ChargeRefundUnknown', { refundKey: KEY }),
];
const SENT = [...PAID, event('DeliveryRequested'), event('DeliverySent')];
const CODE = buildStaticBrCode({
  ...{ key: 'cobranca@sandbox.example', payeeName: 'A', payeeCity: 'B', amountCents: 15_000n },
});

const holding = async (script: Script, ...history: readonly CashinEvent[]) => {
  const world = await cashing(script, ...history);
  const hold = (lostSince = time(0)) => holdCashin(world.deps)('cash1', lostSince, asked(world.deps));
  return { ...world, hold };
};

/** Held already, at that many seconds after noon. */
const held = async (seconds: number, script: Script, ...history: readonly CashinEvent[]) => {
  const world = await holding(script, ...history);
  await world.hold();
  world.at(seconds);
  return { ...world, later: { askAgainAtMs: world.deps.clock.now() + 60_000 } };
};

test('holds a cash-in once, and keeps the first loss', async () => {
  const { hold, told } = await holding({}, ...PAID);
  expect([await hold(), await hold(time(50))]).toEqual([true, false]);
  expect((await told()).map(({ type, data }) => [type, data])).toEqual([
    ['CashinHeld', { intentId: 'cash1', heldAt: time(0), lostSince: time(0) }],
  ]);
});

test('holds no cash-in that has ended', async () => {
  const { hold, since } = await holding({}, event('CashinExpired'));
  expect(await hold()).toBe(false);
  expect(await since()).toEqual([]);
});

test('holds many cash-ins under one context, each with its own event', async () => {
  const deps = core();
  await happened(deps.eventStore, event('CashinIntentCreated'), event('CashinIntentCreated', { intentId: 'cash2' }));
  const context = asked(deps);
  for (const intentId of ['cash1', 'cash2']) {
    expect(await holdCashin(deps)(intentId, time(0), context)).toBe(true);
    expect(await typesOf(deps.eventStore, `cashin-${intentId}`)).toEqual(['CashinIntentCreated', 'CashinHeld']);
  }
  const ids = await Promise.all(
    ['cashin-cash1', 'cashin-cash2'].map(async (stream) => (await deps.eventStore.readStream(stream)).at(-1)?.id),
  );
  expect(new Set(ids).size).toBe(2);
});

test('refuses an unknown cash-in', async () => {
  const deps = core();
  const holdingNobody = holdCashin(deps)('nobody', time(0), asked(deps));
  await expect(holdingNobody).rejects.toMatchObject({ rejection: { code: 'INTENT_NOT_FOUND' } });
});

describe('a held cash-in', () => {
  const uncharged = async (script: Script) => {
    const deps = core();
    const { chargeProviders, calls } = scriptedCharges(script);
    await happened(deps.eventStore, event('CashinIntentCreated'), event('CashinHeld'));
    deps.clock.advance(20_000);
    const again = () => createChargeAgain({ ...deps, chargeProviders })(step);
    return { again, calls, since: async () => (await typesOf(deps.eventStore, 'cashin-cash1')).slice(2) };
  };

  test.each([
    ['not known', failed('NOT_FOUND')],
    ['not answered for', failed('UNAVAILABLE')],
    ['asked about in vain', failed('REJECTED', 'AUTH')],
  ])('asks about a charge that is %s, and makes none', async (_name, answer) => {
    const { again, calls, since } = await uncharged({ get: [answer] });
    expect(await again()).toEqual({ askAgainAtMs: Date.parse(time(35)) });
    expect([calls, await since()]).toEqual([['get'], []]);
  });

  test('records a charge that its provider has', async () => {
    const { again, calls, since } = await uncharged({ get: [charge('ACTIVE', { brCode: CODE })] });
    expect(await again()).toBe('done');
    expect([calls, await since()]).toEqual([['get'], ['ChargeCreated']]);
  });

  test('does not expire, and keeps its charge', async () => {
    const { deps, charges, since, later } = await held(1_000, {});
    expect(await expireCashin(deps)(step)).toEqual(later);
    expect([charges.calls, await since()]).toEqual([[], ['CashinHeld']]);
  });

  test('leaves a PIX unrecorded, also when the charge is asked about', async () => {
    const { deps, since } = await held(62, { get: [charge('PAID')] });
    await watchCharge(deps)({ ...step, sinceMs: Date.parse(time(11)) });
    expect(await since()).toEqual(['CashinHeld']);
  });

  test('neither requests nor sends a delivery', async () => {
    const paid = await held(64, {}, ...PAID);
    expect(await requestDelivery(paid.deps)(step)).toEqual(paid.later);
    const requested = await held(64, {}, ...PAID, event('DeliveryRequested'));
    expect(await sendDelivery(requested.deps)(step)).toEqual(requested.later);
    expect([requested.deliveries.orders, requested.deliveries.sent]).toEqual([[], []]);
  });

  test('sends no delivery when a worker read the state just before the hold', async () => {
    const script = { get: [charge('PAID')] };
    const { deps, hold, deliveries, since } = await holding(script, ...PAID, event('DeliveryRequested'));
    const provider = deps.cryptoDeliveries.named('sandbox', 'sandbox');
    if (provider === null) throw new Error('no provider');
    const holdsFirst = {
      ...provider,
      prepare: async (...order: Parameters<typeof provider.prepare>) => {
        await hold();
        return provider.prepare(...order);
      },
    };
    await sendDelivery({ ...deps, cryptoDeliveries: { named: () => holdsFirst } })(step);
    expect([deliveries.sent, await since()]).toEqual([[], ['CashinHeld']]);
  });

  const resolving = { ...step, deliveryId: 'delivery1', sinceMs: Date.parse(time(64)) };

  test('rebroadcasts no delivery that its provider lacks', async () => {
    const { deps, deliveries, since } = await held(80, { delivery: { get: [failed('NOT_FOUND')] } }, ...SENT);
    await resolveDelivery(deps)(resolving);
    expect([deliveries.sent, await since()]).toEqual([[], ['CashinHeld']]);
  });

  test('completes when a sent delivery arrives', async () => {
    const { deps, since } = await held(80, { delivery: { get: [delivery('CONFIRMED')] } }, ...SENT);
    expect(await resolveDelivery(deps)(resolving)).toBe('done');
    expect(await since()).toEqual(['CashinHeld', 'DeliveryConfirmed', 'CashinCompleted']);
  });

  test('sends no refund, and asks no provider for the rest', async () => {
    const { deps, charges, since, later } = await held(66, {}, ...OWED);
    expect(await dispatchRefund(deps)({ ...step, endToEndId: 'E1' })).toEqual(later);
    expect([charges.calls, await since()]).toEqual([[], ['CashinHeld']]);
  });

  const refunding = { ...step, endToEndId: 'E1', refundKey: KEY, sinceMs: Date.parse(time(66)) };

  test('sends no refund again when its provider does not know it', async () => {
    const script = { get: [charge('PAID')], getRefund: [failed('NOT_FOUND')], refund: [refund('DONE')] };
    const { deps, charges, since } = await held(97 + 600, script, ...UNKNOWN);
    await resolveRefund(deps)(refunding);
    expect([charges.refunds, charges.calls, await since()]).toEqual([[], ['getRefund'], ['CashinHeld']]);
  });

  test('records the end of a sent refund', async () => {
    const { deps, since } = await held(100, { getRefund: [refund('DONE')] }, ...UNKNOWN);
    expect(await resolveRefund(deps)(refunding)).toBe('done');
    expect(await since()).toEqual(['CashinHeld', 'ChargeRefundDone']);
  });
});
