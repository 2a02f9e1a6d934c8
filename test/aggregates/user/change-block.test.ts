import { type UserCommand, user } from '../../../aggregates/user/user';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const registered = event('UserRegistered');
const blocked = event('UserBlocked');
const now = time(0);
const block: UserCommand = { type: 'BlockUser', userId: 'u1', reason: 'because', now };
const unblock: UserCommand = { type: 'UnblockUser', userId: 'u1', reason: 'because', now };

describe('the block of an erasure', () => {
  const forErasure = { reason: 'because', blockedAt: now, isForErasure: true } as const;
  const blockedForErasure = event('UserBlocked', forErasure);
  const blockForErasure: UserCommand = { ...block, isForErasure: true };
  const liftForErasure: UserCommand = { ...unblock, isForErasure: true };
  test('is marked for erasure, once', () => {
    given(user, registered).when(blockForErasure).then(blockedForErasure);
    given(user, registered, blockedForErasure).when(blockForErasure).nothing();
  });
  test('adds the block of an operator to it, once', () => {
    const other = event('UserBlocked', { reason: 'because', blockedAt: now });
    given(user, registered, blockedForErasure).when(block).then(other);
    given(user, registered, blockedForErasure, other).when(block).nothing();
  });
  test('is not added to the block of an operator', () =>
    given(user, registered, blocked).when(blockForErasure).nothing());
  test('is lifted by the erasure or by an operator', () => {
    const lifted = event('UserUnblocked', { reason: 'because', unblockedAt: now });
    for (const lift of [liftForErasure, unblock]) given(user, registered, blockedForErasure).when(lift).then(lifted);
  });
  test.each([
    ['the block of an operator', [registered, blocked]],
    ['the block of an operator after it', [registered, blockedForErasure, blocked]],
    ['no block', [registered, blockedForErasure, event('UserUnblocked')]],
    ['a block after it was lifted', [registered, blockedForErasure, event('UserUnblocked'), blocked]],
  ])('does not let an erasure lift another one: %s', (_name, history) =>
    given(user, ...history)
      .when(liftForErasure)
      .nothing());
});
