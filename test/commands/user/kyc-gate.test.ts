import type { LedgerEvent } from '../../../aggregates/events';
import { kycStatusOf, user } from '../../../aggregates/user/user';
import { createCashoutIntent } from '../../../commands/cashout/create-cashout-intent';
import { stateOf } from '../../../commands/handling/reading/read-stream';
import { issueQuote } from '../../../commands/quote/issue-quote';
import { blockUser } from '../../../commands/user/block-user';
import { passKycGate } from '../../../commands/user/kyc-gate';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, eventsOf, happened } from '../../core';
import { caller, order, quoting } from '../../samples/quoting';

const approved = event('KycStatusChanged');
const changedTo = (status: 'SUBMITTED' | 'REJECTED', previousStatus: 'PENDING' | 'APPROVED') =>
  event('KycStatusChanged', { status, previousStatus });
const blocked = event('UserBlocked');

/** Standing is read from the user's stream, as the service binds it. */
const withUser = async (...history: readonly LedgerEvent[]) => {
  const deps = quoting();
  await happened(deps.eventStore, ...history);
  return {
    ...deps,
    userStanding: async (userId: string) => kycStatusOf(await stateOf(deps.eventStore, user, userId)),
  };
};

const REFUSED: readonly (readonly [string, readonly LedgerEvent[], string])[] = [
  ['PENDING', [event('UserRegistered')], 'INSUFFICIENT_KYC'],
  ['SUBMITTED', [event('UserRegistered'), changedTo('SUBMITTED', 'PENDING')], 'INSUFFICIENT_KYC'],
  ['REJECTED', [event('UserRegistered'), changedTo('REJECTED', 'PENDING')], 'INSUFFICIENT_KYC'],
  ['no longer APPROVED', [event('UserRegistered'), approved, changedTo('REJECTED', 'APPROVED')], 'INSUFFICIENT_KYC'],
  ['BLOCKED', [event('UserRegistered'), approved, blocked], 'USER_BLOCKED'],
  ['BLOCKED before KYC', [event('UserRegistered'), blocked], 'USER_BLOCKED'],
  ['erased', [event('UserRegistered'), approved, event('SubjectErased')], 'USER_NOT_FOUND'],
  ['unknown', [], 'USER_NOT_FOUND'],
];

describe.each(REFUSED)('the commands of a user who is %s', (_name, history, code) => {
  test('refuse a quote before other errors', async () => {
    const deps = await withUser(...history);
    const issuing = issueQuote(deps)({ ...order, assetId: 999 }, asking());
    await expect(issuing).rejects.toMatchObject({ rejection: { code } });
  });

  test('refuse a payment although its quote was issued before', async () => {
    const deps = await withUser(...history);
    const { quote } = await issueQuote({ ...deps, userStanding: async () => 'APPROVED' })(order, asking('quote'));
    for (const isFresh of [true, false]) {
      const input = { user: caller, quoteId: quote.quoteId, sender: null };
      const creating = createCashoutIntent(deps)(input, asking('intent', { isFresh }));
      await expect(creating).rejects.toMatchObject({ rejection: { code } });
    }
    expect(await eventsOf(deps.eventStore, `cashout-${quote.intentId}`)).toEqual([]);
  });

  test('refuse a payment before they search for the quote', async () => {
    const deps = await withUser(...history);
    const creating = createCashoutIntent(deps)({ user: caller, quoteId: 'nothing', sender: null }, asking());
    await expect(creating).rejects.toMatchObject({ rejection: { code } });
  });
});

test('lets an approved user quote and pay, also after a lifted block', async () => {
  const deps = await withUser(event('UserRegistered'), approved, blocked, event('UserUnblocked'));
  const { quote } = await issueQuote(deps)(order, asking('quote'));
  const input = { user: caller, quoteId: quote.quoteId, sender: null };
  expect((await createCashoutIntent(deps)(input, asking('intent'))).intent.intentId).toBe(quote.intentId);
});

test('refuses the next command after a block, in spite of an earlier check', async () => {
  const deps = await withUser(event('UserRegistered'), approved);
  await expect(passKycGate(deps, caller)).resolves.toBeUndefined();
  await blockUser(deps)({ userId: 'u1', change: 'BlockUser', reason: time(0) }, asking('block'));
  await expect(passKycGate(deps, caller)).rejects.toMatchObject({ rejection: { code: 'USER_BLOCKED' } });
});

test('opens no payment while the store does not report the status of the user', async () => {
  const deps = quoting();
  const away = { ...deps, userStanding: () => Promise.reject(new Error('The event store is unreachable')) };
  await expect(issueQuote(away)(order, asking())).rejects.toThrow('The event store is unreachable');
  const { quote } = await issueQuote(deps)(order, asking('quote'));
  const input = { user: caller, quoteId: quote.quoteId, sender: null };
  await expect(createCashoutIntent(away)(input, asking('intent'))).rejects.toThrow('The event store is unreachable');
  expect(await eventsOf(deps.eventStore, `cashout-${quote.intentId}`)).toEqual([]);
});
