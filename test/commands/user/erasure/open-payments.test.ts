import type { LedgerEvent } from '../../../../aggregates/events';
import { streamFault } from '../../../../aggregates/stream-fault';
import { createCashinIntent } from '../../../../commands/cashin/create-cashin-intent';
import { createCashoutIntent } from '../../../../commands/cashout/create-cashout-intent';
import type { EventStore } from '../../../../commands/ports/event-store';
import { blockUser } from '../../../../commands/user/block-user';
import { type EraseSubjectDeps, eraseSubject } from '../../../../commands/user/erasure/erase-subject';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { standingByStream } from '../../../../src/reads/user-standing';
import { asking, core, happened, typesOf } from '../../../core';
import { caller, quoted, quoting } from '../../../samples/quoting';
import { buyer, cashinQuoted, selling } from '../../../samples/selling';

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

test.each([
  ['cash-out', [event('CashoutIntentCreated')]],
  ['paid cash-out', [event('CashoutIntentCreated'), event('DepositAccepted')]],
  ['cash-in', [event('CashinIntentCreated')]],
  ['withdrawal', [event('WithdrawalRequested')]],
])('keeps the payee of a %s unknown to the read models, and unblocks its user', async (_name, history) => {
  const { deps, ofUser } = await withHistory(...history);
  await expect(erase(deps)).rejects.toMatchObject(isRefused);
  expect(await ofUser()).toEqual(['UserBlocked', 'UserUnblocked']);
});

test.each([
  ['has ended', [event('CashinIntentCreated'), event('CashinExpired')]],
  ['is somebody else’s', [event('CashoutIntentCreated', { userId: 'u9' })]],
])('erases the user when a payment %s', async (_name, history) => {
  const { deps, ofUser } = await withHistory(...history);
  await erase(deps);
  expect(await ofUser()).toEqual(['UserBlocked', 'SubjectErased']);
});

test.each([
  ['damaged', 'UNREADABLE', ['UserBlocked', 'UserUnblocked']],
  ['closed by an operator', 'CLOSED', ['UserBlocked', 'SubjectErased']],
] as const)('decides about the erasure when the stream of a payment is %s', async (_name, fault, expected) => {
  const { deps, ofUser } = await withHistory(event('CashoutIntentCreated'));
  const { readStream } = deps.eventStore;
  jest.spyOn(deps.eventStore, 'readStream').mockImplementation(async (stream, ...rest) => {
    if (stream.startsWith('cashout-')) throw streamFault(stream, fault, 'as the test says');
    return readStream(stream, ...rest);
  });
  await erase(deps).catch(() => undefined);
  expect(await ofUser()).toEqual(expected);
});

test('keeps a user blocked who was blocked before', async () => {
  const { deps, ofUser } = await withHistory(event('CashoutIntentCreated'));
  await blockUser(deps)({ userId, change: 'BlockUser', reason: 'fraud' }, asking('block'));
  await expect(erase(deps)).rejects.toMatchObject(isRefused);
  expect(await ofUser()).toEqual(['UserBlocked']);
});

test('keeps a block by another operator from the meantime', async () => {
  const { deps, ofUser } = await withHistory(event('CashoutIntentCreated'));
  const { append } = deps.eventStore;
  const spy = jest.spyOn(deps.eventStore, 'append').mockImplementation(async (...appended) => {
    spy.mockRestore();
    await blockUser(deps)({ userId, change: 'BlockUser', reason: 'fraud' }, asking('block'));
    return append(...appended);
  });
  await expect(erase(deps)).rejects.toMatchObject(isRefused);
  expect(await ofUser()).toEqual(['UserBlocked']);
});

/** Meets an append to the stream of an intent; the store is as a command sees it. */
const meeting = (
  store: EventStore,
  category: string,
  meet: (when: 'before' | 'after') => Promise<void>,
): EventStore => ({
  ...store,
  append: async (stream, ...rest) => {
    if (!stream.startsWith(category)) return store.append(stream, ...rest);
    await meet('before');
    const result = await store.append(stream, ...rest);
    await meet('after');
    return result;
  },
});

const open = {
  'cashout-': async (meet: (deps: Erasing, when: string) => Promise<void>) => {
    const deps = quoting();
    await happened(deps.eventStore, ...known);
    const { quoteId } = await quoted(deps);
    const eventStore = meeting(deps.eventStore, 'cashout-', (when) => meet(deps, when));
    const userStanding = standingByStream(deps.eventStore);
    const input = { user: caller, quoteId, sender: null };
    return createCashoutIntent({ ...deps, eventStore, userStanding })(input, asking('open', { isFresh: true }));
  },
  'cashin-': async (meet: (deps: Erasing, when: string) => Promise<void>) => {
    const deps = selling();
    await happened(deps.eventStore, ...known);
    const { quoteId } = await cashinQuoted(deps);
    const eventStore = meeting(deps.eventStore, 'cashin-', (when) => meet(deps, when));
    const userStanding = standingByStream(deps.eventStore);
    const input = { user: buyer, quoteId, customer: { name: 'Ana', taxID: '52998224725' }, destinationWallet: null };
    return createCashinIntent({ ...deps, eventStore, userStanding })(input, asking('open', { isFresh: true }));
  },
} as const;

describe.each(['cashout-', 'cashin-'] as const)('an opening (%s) and an erasure at the same time', (category) => {
  const race = async (moment: 'before' | 'after') => {
    let erased = 'not tried';
    const opened = await open[category](async (deps, when) => {
      if (when !== moment || erased !== 'not tried') return;
      erased = await erase(deps).then(
        () => 'erased',
        () => 'refused',
      );
    }).then(
      () => 'opened',
      () => 'refused',
    );
    return [opened, erased];
  };

  test('refuses the opening when the erasure is first in the log', async () => {
    expect(await race('before')).toEqual(['refused', 'erased']);
  });

  test('refuses the erasure when the opening is first in the log', async () => {
    expect(await race('after')).toEqual(['opened', 'refused']);
  });
});
