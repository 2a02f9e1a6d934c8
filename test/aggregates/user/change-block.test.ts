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
  test('says so, once', () => {
    given(user, registered).when(blockForErasure).then(blockedForErasure);
    given(user, registered, blockedForErasure).when(blockForErasure).nothing();
  });
  test('swallows nobody else’s, which is recorded once', () => {
    const other = event('UserBlocked', { reason: 'because', blockedAt: now });
    given(user, registered, blockedForErasure).when(block).then(other);
    given(user, registered, blockedForErasure, other).when(block).nothing();
  });
  test('is needless where somebody else’s stands', () =>
    given(user, registered, blocked).when(blockForErasure).nothing());
  test('is lifted by an erasure and by anybody', () => {
    const lifted = event('UserUnblocked', { reason: 'because', unblockedAt: now });
    for (const lift of [liftForErasure, unblock]) given(user, registered, blockedForErasure).when(lift).then(lifted);
  });
  test.each([
    ['somebody else’s', [registered, blocked]],
    ['one that somebody else gave after it', [registered, blockedForErasure, blocked]],
    ['none', [registered, blockedForErasure, event('UserUnblocked')]],
    ['one after it was lifted', [registered, blockedForErasure, event('UserUnblocked'), blocked]],
  ])('an erasure lifts no other: %s', (_name, history) =>
    given(user, ...history)
      .when(liftForErasure)
      .nothing());
});
