import { changePartnerStanding } from '../../../commands/partner/change-partner-standing';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, eventsOf, happened } from '../../core';

const change = (kind: 'SuspendPartner' | 'ReinstatePartner' | 'RevokePartner') =>
  ({ partnerId: 'p1', change: kind, reason: 'because' }) as const;

test('suspends, reinstates and revokes a partner, each with its reason', async () => {
  const deps = core();
  await happened(deps.eventStore, event('PartnerOnboarded'));
  for (const kind of ['SuspendPartner', 'ReinstatePartner', 'RevokePartner'] as const) {
    const { position } = await changePartnerStanding(deps)(change(kind), asking(kind));
    expect(position).toEqual(await deps.eventStore.head());
  }
  expect(await eventsOf(deps.eventStore, 'partner-p1')).toEqual([
    event('PartnerOnboarded'),
    event('PartnerSuspended', { reason: 'because', suspendedAt: time(0) }),
    event('PartnerReinstated', { reason: 'because', reinstatedAt: time(0) }),
    event('PartnerRevoked', { reason: 'because', revokedAt: time(0) }),
  ]);
});
