import { fold } from '../../../aggregates/decider';
import type { UserEvent } from '../../../aggregates/user/events';
import { kycStatusOf, type UserCommand, user } from '../../../aggregates/user/user';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const registered = event('UserRegistered');
const approved = event('KycStatusChanged');
const blocked = event('UserBlocked');
const erased = event('SubjectErased');
const now = time(0);
const { wallet } = event('WalletLinked').data;

const link: UserCommand = { type: 'LinkWallet', userId: 'u1', wallet, now };
const change = (status: 'APPROVED' | 'REJECTED'): UserCommand => ({
  type: 'ChangeKycStatus',
  userId: 'u1',
  status,
  now,
});
const block: UserCommand = { type: 'BlockUser', userId: 'u1', reason: 'because', now };
const unblock: UserCommand = { type: 'UnblockUser', userId: 'u1', reason: 'because', now };
const erase: UserCommand = { type: 'EraseUser', userId: 'u1', unblocks: 0, reason: 'because', now };
const register: UserCommand = { type: 'RegisterUser', user: registered.data };

describe('registration', () => {
  test('opens the stream', () => given(user).when(register).then(registered));
  test('happens once', () => given(user, registered).when(register).nothing());
  test('does not register an erased user again', () => given(user, registered, erased).when(register).nothing());
});

describe.each([
  ['unknown', []],
  ['erased', [registered, erased]],
])('an %s user', (_name, history) => {
  test.each([
    ...[link, change('APPROVED'), block, unblock],
    { type: 'ChangeWallet', userId: 'u1', wallet, changes: 0, now } as const,
  ])('$type is refused with USER_NOT_FOUND', (command) =>
    given(user, ...history)
      .when(command)
      .rejects('USER_NOT_FOUND'));
});

describe('wallets', () => {
  const linked = event('WalletLinked', { linkedAt: now });
  const without = event('UserRegistered', { wallet: null });
  test('does not link another wallet silently: USER_CONFLICT', () =>
    given(user, registered).when(link).rejects('USER_CONFLICT'));
  test('does not link the same wallet again', () => given(user, without, linked).when(link).nothing());
  test('does not link the wallet of the registration again', () => {
    const own = { type: 'LinkWallet', userId: 'u1', wallet: { pubkey: '0xbb', blockchain: 'ethereum' }, now } as const;
    given(user, registered).when(own).nothing();
  });
  test('takes the same address on another chain as another wallet', () => {
    const other = { pubkey: '0xbb', blockchain: 'polygon' };
    given(user, registered).when({ type: 'LinkWallet', userId: 'u1', wallet: other, now }).rejects('USER_CONFLICT');
  });
  test('links a first wallet', () => given(user, without).when(link).then(linked));
});

describe('a change of wallet or external id', () => {
  const after = { pubkey: '0xb3', blockchain: 'ethereum' };
  const { before: firstId, after: sealed } = event('ExternalIdChanged').data;
  const changing = (changes: number): UserCommand => ({
    type: 'ChangeWallet',
    userId: 'u1',
    wallet: after,
    changes,
    now,
  });
  const renaming = (changes: number): UserCommand => ({
    ...{ type: 'ChangeExternalId', userId: 'u1', externalUserId: sealed, changes, now },
  });
  const wallet = { before: registered.data.wallet, after, changedAt: now };

  test('keeps the KYC of the person', () => {
    const changed = event('WalletChanged', { ...wallet, kycStatus: 'APPROVED' });
    given(user, registered, approved).when(changing(0)).then(changed);
    expect(kycStatusOf(fold(user, [registered, approved, changed]))).toBe('APPROVED');
  });
  test('keeps a block', () =>
    given(user, registered, blocked)
      .when(changing(0))
      .then(event('WalletChanged', { ...wallet, kycStatus: 'BLOCKED' })));
  test('names no wallet before the first one', () =>
    given(user, event('UserRegistered', { wallet: null }))
      .when(changing(0))
      .then(event('WalletChanged', { ...wallet, before: null })));
  test('names the external id before it', () =>
    given(user, registered, approved)
      .when(renaming(0))
      .then(event('ExternalIdChanged', { before: firstId, after: sealed, kycStatus: 'APPROVED', changedAt: now })));
  test.each([
    event('WalletLinked'),
    event('WalletChanged'),
    event('ExternalIdChanged'),
  ])('is CONCURRENT_OPERATION after $type', (meanwhile) => {
    for (const command of [changing(0), renaming(0)]) {
      given(user, registered, meanwhile).when(command).rejects('CONCURRENT_OPERATION');
    }
    expect(user.decide(fold(user, [registered, meanwhile]), changing(1))).toHaveLength(1);
  });
});

describe('KYC', () => {
  test('goes from PENDING to APPROVED', () =>
    given(user, registered)
      .when(change('APPROVED'))
      .then(event('KycStatusChanged', { changedAt: now })));
  test('names the status before it', () =>
    given(user, registered, approved)
      .when(change('REJECTED'))
      .then(event('KycStatusChanged', { status: 'REJECTED', previousStatus: 'APPROVED', changedAt: now })));
  test('does not change to the same status', () =>
    given(user, registered, approved).when(change('APPROVED')).nothing());
  test('changes during a block', () =>
    given(user, registered, blocked)
      .when(change('APPROVED'))
      .then(event('KycStatusChanged', { changedAt: now })));
});

describe('blocking', () => {
  test('blocks', () =>
    given(user, registered)
      .when(block)
      .then(event('UserBlocked', { reason: 'because', blockedAt: now })));
  test('repeats without an event', () => given(user, registered, blocked).when(block).nothing());
  test('unblocks', () =>
    given(user, registered, blocked)
      .when(unblock)
      .then(event('UserUnblocked', { reason: 'because', unblockedAt: now })));
  test('ignores the unblocking of a user who is not blocked', () => given(user, registered).when(unblock).nothing());
});

describe('the opening of sealed data for an operator', () => {
  const open: UserCommand = { type: 'OpenPersonalData', userId: 'u1', reason: 'a court order', now };
  test('is recorded with its reason, each time', () =>
    given(user, registered, event('PersonalDataOpened'))
      .when(open)
      .then(event('PersonalDataOpened', { openedAt: now })));
  test('is not recorded where no data is sealed', () =>
    given(user, event('UserRegistered', { externalUserId: null }))
      .when(open)
      .nothing());
  test.each([[[]], [[registered, erased]]])('is rejected for an unknown or erased user', (history) =>
    given(user, ...history)
      .when(open)
      .rejects('USER_NOT_FOUND'));
  test('leaves all other state unchanged', () => {
    const history = [registered, approved, blocked];
    expect(fold(user, [...history, event('PersonalDataOpened')])).toEqual(fold(user, history));
  });
});

describe('erasure', () => {
  const fact = event('SubjectErased', { reason: 'because', erasedAt: now });
  const unblocked = event('UserUnblocked');
  test('erases a blocked user', () => given(user, registered, blocked).when(erase).then(fact));
  test('erases under a later block, when its unblockings were counted', () =>
    given(user, registered, blocked, unblocked, blocked)
      .when({ ...erase, unblocks: 1 })
      .then(fact));
  test.each([
    ['was never blocked', [registered]],
    ['was unblocked', [registered, blocked, unblocked]],
    ['was unblocked for a while', [registered, blocked, unblocked, blocked]],
  ])('rejects a user who %s: WRONG_STATE', (_name, history) =>
    given(user, ...history)
      .when(erase)
      .rejects('WRONG_STATE'));
  test('repeats without an event', () => given(user, registered, erased).when(erase).nothing());
  test('rejects an unknown user', () => given(user).when(erase).rejects('USER_NOT_FOUND'));
});

test.each<[string | null, readonly UserEvent[]]>([
  [null, []],
  ['PENDING', [registered]],
  ['APPROVED', [registered, approved]],
  ['BLOCKED', [registered, approved, blocked]],
  ['APPROVED', [registered, approved, blocked, event('UserUnblocked')]],
  [
    'REJECTED',
    [registered, approved, blocked, event('KycStatusChanged', { status: 'REJECTED' }), event('UserUnblocked')],
  ],
  [null, [registered, approved, erased]],
])('partners see %s', (shown, history) => {
  expect(kycStatusOf(fold(user, history))).toBe(shown);
});

describe('the destruction of a fiscal key', () => {
  const destroyed = event('FiscalKeyDestroyed');
  const { destroyedAt, ...said } = destroyed.data;
  const destroy: UserCommand = { type: 'DestroyFiscalKey', ...said, now: destroyedAt };
  const second = { ...destroy, subjectId: 'fiscal:u1:2' } as const;

  test.each([
    ['a user', [registered]],
    ['a blocked user', [registered, blocked]],
    ['an erased user', [registered, erased]],
  ])('is recorded for %s once', (_name, history) => {
    given(user, ...history)
      .when(destroy)
      .then(destroyed);
    given(user, ...history, destroyed)
      .when(destroy)
      .nothing();
  });
  test('is recorded for the next key after the first, and for no other', () => {
    given(user, registered).when(second).rejects('WRONG_STATE');
    const { subjectId } = second;
    given(user, registered, destroyed).when(second).then(event('FiscalKeyDestroyed', { subjectId }));
    given(user, registered)
      .when({ ...destroy, subjectId: 'fiscal:u2' })
      .rejects('WRONG_STATE');
  });
  test('is USER_NOT_FOUND for an unknown user', () => given(user).when(destroy).rejects('USER_NOT_FOUND'));
  test('leaves the rest of the user unchanged, and stays after an erasure', () => {
    expect(fold(user, [registered, approved, destroyed])).toMatchObject({ status: 'ACTIVE', kyc: 'APPROVED' });
    const state = fold(user, [registered, destroyed, erased]);
    expect(state).toEqual({ status: 'ERASED', destroyedFiscal: ['fiscal:u1'] });
  });
});
