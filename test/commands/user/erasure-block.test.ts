import type { LedgerEvent } from '../../../aggregates/events';
import { blockUser } from '../../../commands/user/block-user';
import { type EraseSubjectDeps, eraseSubject } from '../../../commands/user/erasure/erase-subject';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened, typesOf } from '../../core';

const userId = 'u1';
const known = [event('UserRegistered', { userId }), event('KycStatusChanged', { userId, status: 'APPROVED' })] as const;

type Erasing = Omit<EraseSubjectDeps, 'countOpen'>;

/** Erases with read models that know no payment. */
const erase = (deps: Erasing) =>
  eraseSubject({ ...deps, countOpen: async () => 0 })({ userId, reason: 'asked' }, asking('erase'));

const isRefused = { rejection: { code: 'WRONG_STATE' } };

const withHistory = async (...history: readonly LedgerEvent[]) => {
  const deps = core();
  await happened(deps.eventStore, ...known, ...history);
  return { deps, ofUser: async () => (await typesOf(deps.eventStore, `user-${userId}`)).slice(known.length) };
};

/** Runs `meanwhile` once, during the read of the log. */
const whileLooking = (deps: ReturnType<typeof core>, meanwhile: () => Promise<unknown>) => {
  const { readAll } = deps.eventStore;
  const spy = jest.spyOn(deps.eventStore, 'readAll').mockImplementation(async function* (...asked) {
    spy.mockRestore();
    yield* readAll(...asked);
    await meanwhile();
  });
};

const change = (deps: ReturnType<typeof core>, type: 'BlockUser' | 'UnblockUser', name: string = type) =>
  blockUser(deps)({ userId, change: type, reason: 'as the desk says' }, asking(name));

test.each([
  ['lets the user in', ['UnblockUser'], ['UserBlocked', 'UserUnblocked']],
  ['lets him in for a while', ['UnblockUser', 'BlockUser'], ['UserBlocked', 'UserUnblocked', 'UserBlocked']],
] as const)('keeps the payee when a partner %s during the scan of the log', async (_name, changes, expected) => {
  const { deps, ofUser } = await withHistory();
  whileLooking(deps, async () => {
    for (const type of changes) await change(deps, type);
    await happened(deps.eventStore, event('CashoutIntentCreated'));
  });
  await expect(erase(deps)).rejects.toMatchObject(isRefused);
  expect(await ofUser()).toEqual(expected);
});

test.each([
  'as the desk says',
  'to be erased: asked',
])('records and keeps a block that another operator sets during the scan: %s', async (reason) => {
  const { deps, ofUser } = await withHistory(event('CashoutIntentCreated', { userId: 'u9' }));
  whileLooking(deps, async () => {
    await blockUser(deps)({ userId, change: 'BlockUser', reason }, asking('desk'));
    throw new Error('away');
  });
  await expect(erase(deps)).rejects.toThrow('away');
  expect(await ofUser()).toEqual(['UserBlocked', 'UserBlocked']);
});

test('keeps such a block when a payment is open', async () => {
  const { deps, ofUser } = await withHistory(event('CashoutIntentCreated'));
  const { readStream } = deps.eventStore;
  const spy = jest.spyOn(deps.eventStore, 'readStream').mockImplementation(async (stream, ...rest) => {
    if (stream.startsWith('cashout-')) {
      spy.mockRestore();
      await change(deps, 'BlockUser');
    }
    return readStream(stream, ...rest);
  });
  await expect(erase(deps)).rejects.toMatchObject(isRefused);
  expect(await ofUser()).toEqual(['UserBlocked', 'UserBlocked']);
});

test('erases the person when another operator blocks during the scan', async () => {
  const { deps, ofUser } = await withHistory();
  whileLooking(deps, () => change(deps, 'BlockUser'));
  await erase(deps);
  expect(await ofUser()).toEqual(['UserBlocked', 'UserBlocked', 'SubjectErased']);
});

test('leaves the user unblocked after a failed scan', async () => {
  const { deps, ofUser } = await withHistory();
  whileLooking(deps, () => Promise.reject(new Error('away')));
  await expect(erase(deps)).rejects.toThrow('away');
  expect(await ofUser()).toEqual(['UserBlocked', 'UserUnblocked']);
});

test('fails when the block cannot be lifted, and lifts it at the next run', async () => {
  const { deps, ofUser } = await withHistory();
  const { append } = deps.eventStore;
  const spy = jest.spyOn(deps.eventStore, 'append');
  whileLooking(deps, async () => {
    spy.mockRejectedValue(new Error('away'));
    throw new Error('away');
  });
  await expect(erase(deps)).rejects.toMatchObject({
    rejection: { code: 'SERVICE_UNAVAILABLE' },
    cause: { message: 'away' },
  });
  spy.mockImplementation(append);
  await happened(deps.eventStore, event('CashoutIntentCreated'));
  await expect(erase(deps)).rejects.toMatchObject(isRefused);
  expect(await ofUser()).toEqual(['UserBlocked', 'UserUnblocked']);
});

test.each([
  ['the read models know', 1, []],
  ['the log knows', 0, [event('CashoutIntentCreated')]],
])('lifts the block of a stopped run when %s of an open payment', async (_name, open, history) => {
  const killed = event('UserBlocked', { userId, isForErasure: true });
  const { deps, ofUser } = await withHistory(killed, ...history);
  const erasing = eraseSubject({ ...deps, countOpen: async () => open });
  await expect(erasing({ userId, reason: 'asked' }, asking('erase'))).rejects.toMatchObject(isRefused);
  expect(await ofUser()).toEqual(['UserBlocked', 'UserUnblocked']);
});

test('keeps another operator’s block when the read models know a payment', async () => {
  const { deps, ofUser } = await withHistory(event('UserBlocked', { userId }));
  const erasing = eraseSubject({ ...deps, countOpen: async () => 1 });
  await expect(erasing({ userId, reason: 'asked' }, asking('erase'))).rejects.toMatchObject(isRefused);
  expect(await ofUser()).toEqual(['UserBlocked']);
});

test('stops the erasure when its block is lifted before the scan begins', async () => {
  const { deps, ofUser } = await withHistory();
  const { append } = deps.eventStore;
  const spy = jest.spyOn(deps.eventStore, 'append').mockImplementation(async (...appended) => {
    spy.mockRestore();
    const result = await append(...appended);
    await change(deps, 'UnblockUser');
    return result;
  });
  whileLooking(deps, () => change(deps, 'BlockUser'));
  await expect(erase(deps)).rejects.toMatchObject(isRefused);
  expect(await ofUser()).not.toContain('SubjectErased');
});
