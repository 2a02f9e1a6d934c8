import { removeDestination } from '../../../commands/webhook/remove-destination';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened, typesOf } from '../../core';

test('removes a destination once', async () => {
  const deps = core();
  await happened(deps.eventStore, event('PartnerOnboarded'), event('DestinationRegistered'));
  const input = { partnerId: 'p1', mode: 'sandbox' } as const;
  const { position } = await removeDestination(deps)(input, asking('first'));
  expect(position).toEqual(await deps.eventStore.head());
  expect(await removeDestination(deps)(input, asking('second'))).toEqual({ position: null });
  expect(await typesOf(deps.eventStore, 'partner-p1')).toEqual([
    'PartnerOnboarded',
    'DestinationRegistered',
    'DestinationRemoved',
  ]);
});
