import { confirmCharge } from '../../../../commands/cashin/charge/confirm-charge';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { charge } from '../../../doubles/scripted-charges';
import { failed } from '../../../doubles/scripted-provider';
import { cashing, type Script } from '../cashing';

const called = {
  provider: 'sandbox',
  providerKey: 'cash1',
  providerEventId: 'evt1',
  firstMadeAtMs: Date.parse(time(62)),
};

const calling = async (script: Script) => {
  const world = await cashing(script);
  world.at(62);
  return { ...world, confirm: (changes = {}) => confirmCharge(world.deps)({ ...called, ...changes }) };
};

test('asks the provider at each callback, and records its answer once', async () => {
  const { confirm, since, charges } = await calling({ get: [charge('PAID')] });
  expect(await confirm()).toBe('done');
  expect(await confirm({ providerEventId: 'evt2' })).toBe('done');
  expect(await since()).toEqual(['PixReceived', 'PixAccepted']);
  expect(charges.calls).toEqual(['get', 'get']);
});

test('changes no cash-in when the provider reports no payment', async () => {
  const { confirm, since } = await calling({ get: [charge('ACTIVE')] });
  expect(await confirm()).toBe('done');
  expect(await since()).toEqual([]);
});

test('asks again for one minute about an unknown key', async () => {
  const { confirm, at, charges } = await calling({});
  expect(await confirm({ providerKey: 'foreign' })).toEqual({ askAgainAtMs: Date.parse(time(63)) });
  at(122);
  expect(await confirm({ providerKey: 'foreign' })).toBe('done');
  expect(charges.calls).toEqual([]);
});

test('asks no provider about another provider’s charge, and reports the callback', async () => {
  const { confirm, charges, alerts } = await calling({});
  expect(await confirm({ provider: 'other' })).toBe('done');
  expect([charges.calls.length, alerts()]).toEqual([
    0,
    ['A provider sent a callback about a charge of another provider'],
  ]);
});

test('asks again for a day without an answer, at growing intervals', async () => {
  const { confirm, at, alerts } = await calling({ get: [failed('UNAVAILABLE')] });
  expect(await confirm()).toEqual({ askAgainAtMs: Date.parse(time(63)) });
  at(72);
  expect(await confirm()).toEqual({ askAgainAtMs: Date.parse(time(82)) });
  at(62 + 86_400);
  expect(await confirm()).toBe('done');
  expect(alerts()).toEqual(['A provider sent a callback about a charge but does not report its payments']);
});
