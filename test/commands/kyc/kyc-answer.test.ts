import type { PersonType } from '../../../aggregates/kyc/events';
import { startSession } from '../../../commands/kyc/start-session';
import { syncSession } from '../../../commands/kyc/sync-session';
import type { KycAnswer } from '../../../commands/ports/providers/kyc-provider';
import { registerUser } from '../../../commands/user/register-user';
import { asking } from '../../core';
import { answered, kycWorld, SCOPE } from './kyc-world';

const PEOPLE: Readonly<Record<PersonType, { readonly document: string; readonly profile: object }>> = {
  PF: { document: '40442820135', profile: { fullName: 'Ana', motherName: 'Maria', email: 'ana@example.com' } },
  PJ: { document: '12ABC34501DE35', profile: { businessName: 'Empresa SA', tradingName: 'Empresa' } },
};

const said = async (personType: PersonType, answer: Partial<KycAnswer>) => {
  const { document, profile } = PEOPLE[personType];
  const get = async (_: unknown, providerSessionId: string) =>
    answered({ state: 'APPROVED', verified: { document }, ...answer, providerSessionId });
  const world = kycWorld({ get, personTypes: ['PF', 'PJ'], start: async () => answered({ state: 'CREATED' }) });
  const { deps } = world;
  const start = startSession({
    ...{ ...deps, registerUser: registerUser(deps), latestNumber: async () => 0 },
    findUserId: async () => null,
  });
  const declared = { personType, document, birthDate: null, profile: { ...profile }, owners: [] };
  const { sessionId } = await start(
    { ...SCOPE, externalUserId: 'ana', declared },
    asking('start', { subjectId: null }),
  );
  const sync = (name: string) => syncSession(deps)({ sessionId }, asking(name));
  await sync('sync');
  const changes = async () =>
    (await deps.eventStore.readStream(`kycSession-${sessionId}`)).flatMap((event) =>
      event.type === 'KycSessionStatusChanged' ? [event.data] : [],
    );
  return { deps, sync, changes };
};

test.each([
  ['PF', { name: 'Ana', taxId: '40442820135' }],
  ['PJ', { name: 'Empresa SA', taxId: '12ABC34501DE35' }],
] as const)('keeps name and tax id of an approved %s for the tax obligation', async (personType, kept) => {
  const { deps, changes } = await said(personType, {});
  const last = (await changes()).at(-1);
  if (last?.identity === undefined) throw new Error('nothing was kept');
  const { status, userId, identity, verified } = last;
  expect([status, identity.subjectId]).toEqual(['APPROVED', `fiscal:${userId}`]);
  await deps.vault.erase(userId);
  expect(verified === null ? null : await deps.vault.open(verified)).toBeNull();
  expect(JSON.parse((await deps.vault.open(identity)) ?? 'null')).toEqual(kept);
});

test.each<[string, Partial<KycAnswer>]>([
  ['is rejected', { state: 'REJECTED' }],
  ['is in review', { state: 'IN_REVIEW' }],
  ['differs from the declared person', { verified: { document: '1' } }],
  ['is on a list', { screening: { sanctionsHit: false, pepHit: true } }],
])('keeps no identity of a person who %s', async (_name, answer) => {
  const { deps, changes } = await said('PF', answer);
  const last = (await changes()).at(-1);
  expect(last?.status).not.toBe('APPROVED');
  expect(last).not.toHaveProperty('identity');
  expect(await deps.vault.idleFiscalKeys({ before: '9999', after: '', most: 10 })).toEqual([]);
});

test('keeps an approval once when it is reported again', async () => {
  const { deps, sync, changes } = await said('PF', {});
  const before = deps.clock.iso();
  deps.clock.advance(1_000);
  await sync('again');
  const uses = await deps.vault.idleFiscalKeys({ before: '9999', after: '', most: 10 });
  expect([(await changes()).length, uses.map(({ lastSealedAt }) => lastSealedAt)]).toEqual([1, [before]]);
});
