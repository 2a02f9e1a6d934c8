import { revokeApiKey } from '../../../commands/partner/revoke-api-key';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened, typesOf } from '../../core';

const withKey = async () => {
  const deps = core();
  await happened(deps.eventStore, event('PartnerOnboarded'), event('ApiKeyIssued'));
  return deps;
};

test('revokes a key at once and permanently', async () => {
  const deps = await withKey();
  const revoked = await revokeApiKey(deps)({ partnerId: 'p1', keyId: 'k1' }, asking());
  expect(revoked).toEqual({ keyId: 'k1', revokedAt: time(0), position: await deps.eventStore.head() });
});

test('answers a second revocation with the time of the first', async () => {
  const deps = await withKey();
  await revokeApiKey(deps)({ partnerId: 'p1', keyId: 'k1' }, asking('first'));
  deps.clock.advance(60_000);
  const again = await revokeApiKey(deps)({ partnerId: 'p1', keyId: 'k1' }, asking('second'));
  expect(again).toMatchObject({ revokedAt: time(0), position: null });
  expect(await typesOf(deps.eventStore, 'partner-p1')).toEqual(['PartnerOnboarded', 'ApiKeyIssued', 'ApiKeyRevoked']);
});
