import { changePartnerStanding } from '../../../commands/partner/change-partner-standing';
import { instancePartner, instancePartnerId } from '../../../commands/wallet-login/instance-partner';
import { asking, typesOf } from '../../core';
import { walletWorld } from './wallet-world';

test('creates the partner once, by the system, under the name of the instance', async () => {
  const deps = walletWorld();
  const [first, second] = await Promise.all([instancePartner(deps)('r1'), instancePartner(deps)('r2')]);
  deps.clock.advance(60_000);
  const third = await instancePartner(deps)('r3');
  expect([second, third]).toEqual([first, first]);
  const position = await deps.eventStore.head();
  expect(first).toEqual({ partnerId: instancePartnerId(deps.instance), mode: 'live', status: 'ACTIVE', position });
  const [onboarded, ...rest] = await deps.eventStore.readStream(`partner-${first.partnerId}`);
  expect(rest).toEqual([]);
  expect(onboarded).toMatchObject({ type: 'PartnerOnboarded', data: { partnerId: first.partnerId, name: 'acme' } });
  expect(onboarded?.metadata).toMatchObject({ actor: { kind: 'system', id: 'w1' }, partnerId: first.partnerId });
});

test('creates another partner for another instance, and keeps its status', async () => {
  const deps = walletWorld();
  const { partnerId } = await instancePartner(deps)('r1');
  expect(instancePartnerId({ id: 'other', mode: 'live' })).not.toBe(partnerId);
  await changePartnerStanding(deps)({ partnerId, change: 'SuspendPartner', reason: 'test' }, asking('suspend'));
  expect(await instancePartner(deps)('r2')).toMatchObject({ status: 'SUSPENDED' });
  expect(await typesOf(deps.eventStore, `partner-${partnerId}`)).toEqual(['PartnerOnboarded', 'PartnerSuspended']);
});
