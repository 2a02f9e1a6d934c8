import { changeKycStatus } from '../../../commands/user/change-kyc-status';
import { asking, core, eventsOf, happened } from '../../core';
import { time } from '../../samples/sample-data';
import { event } from '../../samples/sample-events';

test('what the gate reads is set, with what it was before', async () => {
  const deps = core();
  await happened(deps.eventStore, event('UserRegistered'));
  const { position } = await changeKycStatus(deps)({ userId: 'u1', status: 'APPROVED' }, asking());
  expect(position).toEqual(await deps.eventStore.head());
  expect(await eventsOf(deps.eventStore, 'user-u1')).toEqual([
    event('UserRegistered'),
    event('KycStatusChanged', { changedAt: time(0) }),
  ]);
});

test('nobody who is not there: USER_NOT_FOUND', async () => {
  const changing = changeKycStatus(core())({ userId: 'u1', status: 'APPROVED' }, asking());
  await expect(changing).rejects.toMatchObject({ rejection: { code: 'USER_NOT_FOUND' } });
});
