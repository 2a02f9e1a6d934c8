import { registerDestination } from '../../../commands/webhook/register-destination';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened } from '../../core';

const withPartner = async (refusals: { readonly url?: string; readonly headers?: string } = {}) => {
  const deps = core();
  await happened(deps.eventStore, event('PartnerOnboarded'));
  return {
    ...deps,
    refuseUrl: () => refusals.url ?? null,
    refuseHeaders: () => refusals.headers ?? null,
    eventNames: ['INTENT_CONFIRMED', 'INTENT_COMPLETED'],
  };
};

const input = {
  partnerId: 'p1',
  mode: 'sandbox',
  url: 'https://partner.example/hook',
  events: ['INTENT_COMPLETED', 'INTENT_COMPLETED'],
  headers: { Authorization: 'Bearer secret' },
} as const;

test('seals headers without their names, and counts names of events once', async () => {
  const deps = await withPartner();
  const registered = await registerDestination(deps)(input, asking());
  const shown = { url: input.url, events: ['INTENT_COMPLETED'], headerNames: ['Authorization'], registeredAt: time(0) };
  expect(registered).toEqual({ ...shown, position: await deps.eventStore.head() });
  const [, kept] = await deps.eventStore.readStream('partner-p1');
  if (kept?.type !== 'DestinationRegistered' || kept.data.headers === null) throw new Error('no headers');
  expect(await deps.vault.open(kept.data.headers)).toBe('{"Authorization":"Bearer secret"}');
  expect(JSON.stringify(kept.data)).not.toContain('Bearer');
});

test('seals no empty headers', async () => {
  const deps = await withPartner();
  await registerDestination(deps)({ ...input, headers: {} }, asking());
  const [, kept] = await deps.eventStore.readStream('partner-p1');
  expect(kept?.data).toMatchObject({ headers: null, headerNames: [] });
});

test.each([
  ['an address that must not be dialled', { url: 'not public' }, {}, 'url'],
  ['headers that must not be sent', { headers: 'forbidden' }, {}, 'headers'],
  ['an unknown event', {}, { events: ['NOTHING'] }, 'events'],
])('refuses %s, and names the field', async (_name, refusals, differences, field) => {
  const deps = await withPartner(refusals);
  const registering = registerDestination(deps)({ ...input, ...differences }, asking());
  await expect(registering).rejects.toMatchObject({
    rejection: { code: 'VALIDATION_ERROR', fieldErrors: { [field]: expect.any(String) } },
  });
  expect(await deps.eventStore.readStream('partner-p1')).toHaveLength(1);
});
