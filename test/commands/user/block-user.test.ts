import { blockUser } from '../../../commands/user/block-user';
import { asking, core, eventsOf, happened } from '../../core';
import { time } from '../../samples/sample-data';
import { event } from '../../samples/sample-events';

test('a user is blocked and unblocked, and each says why', async () => {
  const deps = core();
  await happened(deps.eventStore, event('UserRegistered'));
  for (const change of ['BlockUser', 'UnblockUser'] as const) {
    const { position } = await blockUser(deps)({ userId: 'u1', change, reason: 'because' }, asking(change));
    expect(position).toEqual(await deps.eventStore.head());
  }
  expect(await eventsOf(deps.eventStore, 'user-u1')).toEqual([
    event('UserRegistered'),
    event('UserBlocked', { reason: 'because', blockedAt: time(0) }),
    event('UserUnblocked', { reason: 'because', unblockedAt: time(0) }),
  ]);
});

test('nobody who is not there: USER_NOT_FOUND', async () => {
  const blocking = blockUser(core())({ userId: 'u1', change: 'BlockUser', reason: 'because' }, asking());
  await expect(blocking).rejects.toMatchObject({ rejection: { code: 'USER_NOT_FOUND' } });
});
