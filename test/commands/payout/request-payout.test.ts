import { cashout } from '../../../aggregates/cashout/cashout';
import { providerKeyOf } from '../../../commands/handling/deterministic-ids';
import { recalledStateOf } from '../../../commands/handling/reading/read-stream';
import { requestPayout } from '../../../commands/payout/request-payout';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { eventsOf, happened, typesOf } from '../../core';
import { offering, scriptedProvider } from '../../doubles/scripted-provider';
import { step, withPaidIntent } from '../../samples/paid-intent';

test('requests the first attempt before an order is sent', async () => {
  const deps = await withPaidIntent();
  await requestPayout(deps)(step);
  const providerKey = providerKeyOf('cid1', 1);
  expect((await eventsOf(deps.eventStore, 'cashout-cid1')).at(-1)).toEqual(
    event('PayoutRequested', { providerKey, requestedAt: time(0) }),
  );
});

test('requests the attempt once for many workers', async () => {
  const deps = await withPaidIntent();
  await Promise.all([1, 2, 3].map(() => requestPayout(deps)(step)));
  await requestPayout(deps)({ ...step, causeEventId: 'another' });
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toHaveLength(3);
});

test('requests the next attempt under another key, at its time', async () => {
  const deps = await withPaidIntent();
  await requestPayout(deps)(step);
  await happened(deps.eventStore, event('PayoutDispatched'), event('PayoutRejected', { nextAttemptAt: time(30) }));
  const next = { ...step, causeEventId: 'rejection' };
  await requestPayout(deps)(next);
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toHaveLength(5);
  deps.clock.advance(30_000);
  await requestPayout(deps)(next);
  expect((await eventsOf(deps.eventStore, 'cashout-cid1')).at(-1)).toEqual(
    event('PayoutRequested', { attempt: 2, providerKey: providerKeyOf('cid1', 2), requestedAt: time(30) }),
  );
});

test('holds the payout of a user blocked after the deposit, until the user is unblocked', async () => {
  const deps = await withPaidIntent();
  await happened(deps.eventStore, event('UserRegistered'), event('UserBlocked'));
  expect(await requestPayout(deps)(step)).toEqual({ askAgainAtMs: deps.clock.now() + 60_000 });
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated', 'DepositAccepted']);
  await happened(deps.eventStore, event('UserUnblocked'));
  expect(await requestPayout(deps)(step)).toBe('done');
  expect((await typesOf(deps.eventStore, 'cashout-cid1')).at(-1)).toBe('PayoutRequested');
});

test('requests no further attempt for a user who was blocked after the first', async () => {
  const deps = await withPaidIntent();
  await requestPayout(deps)(step);
  await happened(deps.eventStore, event('PayoutDispatched'), event('PayoutRejected', { nextAttemptAt: time(30) }));
  await happened(deps.eventStore, event('UserRegistered'), event('UserBlocked'));
  deps.clock.advance(30_000);
  await requestPayout(deps)({ ...step, causeEventId: 'rejection' });
  expect((await typesOf(deps.eventStore, 'cashout-cid1')).at(-1)).toBe('PayoutRejected');
});

test('reads no stream that this process knows, and decides on the stream instead of old state', async () => {
  const deps = await withPaidIntent();
  await recalledStateOf(deps, cashout, 'cid1');
  const reads: string[] = [];
  const readStream: typeof deps.eventStore.readStream = (name, from) => {
    reads.push(name);
    return deps.eventStore.readStream(name, from);
  };
  await requestPayout({ ...deps, eventStore: { ...deps.eventStore, readStream } })(step);
  expect(reads.filter((name) => name.startsWith('cashout-'))).toEqual([]);
  await happened(deps.eventStore, event('PayoutDispatched'), event('PayoutRejected', { nextAttemptAt: time(0) }));
  await requestPayout(deps)({ ...step, causeEventId: 'rejection' });
  expect((await eventsOf(deps.eventStore, 'cashout-cid1')).at(-1)).toMatchObject({
    ...{ type: 'PayoutRequested', data: { attempt: 2 } },
  });
});

test('requests an attempt once, also after another process did', async () => {
  const deps = await withPaidIntent();
  await recalledStateOf(deps, cashout, 'cid1');
  await happened(deps.eventStore, event('PayoutRequested'));
  await requestPayout(deps)({ ...step, causeEventId: 'another' });
  expect(await typesOf(deps.eventStore, 'cashout-cid1')).toHaveLength(3);
});

describe('a second provider', () => {
  const limited = (name: string, transactionCents: bigint) => ({
    ...scriptedProvider({ name }).provider,
    limits: { PIX_BRCODE: { transactionCents } },
  });
  const requestedOf = async (...cents: readonly bigint[]) => {
    const deps = await withPaidIntent();
    const payoutProviders = offering(...cents.map((most, index) => limited(`bank-${index + 1}`, most)));
    await requestPayout({ ...deps, payoutProviders })(step);
    return (await eventsOf(deps.eventStore, 'cashout-cid1')).at(-1)?.data;
  };

  test('is chosen when the first is on hold', async () => {
    expect(await requestedOf(14_999n, 15_000n)).toMatchObject({ provider: 'bank-2' });
  });

  test('is not chosen when the first is free, or both are on hold', async () => {
    expect(await requestedOf(15_000n, 15_000n)).toMatchObject({ provider: 'bank-1' });
    expect(await requestedOf(1n, 1n)).toMatchObject({ provider: 'bank-1' });
  });
});
