import request from 'supertest';
import { systemContext } from '../../../commands/handling/context';
import { reactions } from '../../../commands/reactions';
import { documentOf } from '../../../src/http/partner/kyc/document-of-request';
import { expectInvalid } from '../expect-problem';
import { createWorld, type HttpWorld, type Partner } from '../world';
import { COMPANY, OWNER, PERSON } from './kyc-bodies';

let world: HttpWorld;
let partner: Partner;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  partner = await world.partner();
});
afterAll(() => world.close());

const BASE = '/api/v1/users/kyc';
interface Told {
  readonly code?: string;
  readonly data: Readonly<Record<string, unknown>> & readonly { readonly sessionId: string }[];
  readonly error: { readonly fieldErrors: object };
}
const bodyOf = ({ body }: { readonly body: unknown }): Told => body as Told;
const seen = (answers: readonly { readonly status: number; readonly body: unknown }[]) =>
  answers.map((answer) => [answer.status, bodyOf(answer).code]);

const post = (path: string, body: object = {}) =>
  request(world.app).post(`${BASE}${path}`).set('Authorization', `Bearer ${partner.apiKey}`).send(body);
const get = (path: string) => request(world.app).get(`${BASE}${path}`).set('Authorization', `Bearer ${partner.apiKey}`);

const started = async (body: object = PERSON, kind = 'natural-person') => {
  const answer = await post(`/sessions/${kind}`, body);
  await world.project();
  return bodyOf(answer).data as unknown as { readonly sessionId: string; readonly webViewUrl: string };
};

test('verifies a person by session, sync, list and check', async () => {
  const session = await started();
  expect(session).toMatchObject({
    ...{ status: 'PENDING', externalUserId: 'ana', type: 'PF', provider: 'sandbox' },
    ...{ documentMasked: '***.***.***-35', rejectionReason: null, completedAt: null },
  });
  expect(session.webViewUrl).toMatch(/^https:/);
  world.clock.advance(6_000);
  const synced = await post(`/sessions/${session.sessionId}/sync`);
  expect(synced.body.data).toMatchObject({ status: 'APPROVED', sessionId: session.sessionId });
  await world.project();
  expect((await get(`/sessions/${session.sessionId}`)).body.data).toMatchObject({ status: 'APPROVED' });
  expect((await get('/users/ana/check')).body.data).toMatchObject({ hasSession: true, status: 'APPROVED' });
  expect((await get('/users/nobody/check')).body.data).toEqual({ hasSession: false });
  const listed = await get('/sessions?status=APPROVED&externalUserId=ana&limit=1');
  expect(bodyOf(listed).data.map(({ sessionId }) => sessionId)).toEqual([session.sessionId]);
  expect((await get('/sessions?externalUserId=nobody')).body.data).toEqual([]);
});

test('notifies each change with the external id, the first without a previous status', async () => {
  const { sessionId } = await started();
  world.clock.advance(6_000);
  await post(`/sessions/${sessionId}/sync`);
  await world.project();
  const { body } = await request(world.app)
    .get('/api/v1/partners/me/events')
    .set('Authorization', `Bearer ${partner.apiKey}`);
  const told = { externalUserId: 'ana', type: 'PF', provider: 'sandbox', documentMasked: '***.***.***-35' };
  expect(body.data).toMatchObject([
    { event: 'KYC_PENDING', sessionId, data: { ...told, status: 'PENDING', previousStatus: null } },
    { event: 'KYC_APPROVED', sessionId, data: { ...told, status: 'APPROVED', previousStatus: 'PENDING' } },
  ]);
});

test('verifies a company with its owners, and seals them in the log', async () => {
  const session = await started(COMPANY, 'legal-person');
  expect(session).toMatchObject({ status: 'PENDING', type: 'PJ', documentMasked: '**.***.***/01DE-35' });
  const events = await world.eventStore.readStream(`kycSession-${session.sessionId}`);
  expect(JSON.stringify(events.map(({ data }) => data))).not.toMatch(/12ABC34501DE35|40442820135|Souza|Paulista/);
});

test('opens only a session that has not ended by document-url', async () => {
  const { sessionId, webViewUrl } = await started();
  const fresh = await post(`/sessions/${sessionId}/document-url`);
  expect([fresh.status, fresh.body.data.webViewUrl === webViewUrl]).toEqual([200, false]);
  world.clock.advance(6_000);
  await post(`/sessions/${sessionId}/sync`);
  const ended = await post(`/sessions/${sessionId}/document-url`);
  expect([ended.status, ended.body.code]).toEqual([422, 'SESSION_ENDED']);
});

test('answers a start, a fresh link and each sync with the state that a GET shows afterwards', async () => {
  const reviewed = { ...PERSON, documentNumber: '91708635203' };
  const openedAt = world.clock.iso();
  const begun = await post('/sessions/natural-person', reviewed);
  const { sessionId } = bodyOf(begun).data as unknown as { readonly sessionId: string };
  const asGot = async (answer: request.Response): Promise<Readonly<Record<string, unknown>>> => {
    await world.project();
    const got = bodyOf(await get(`/sessions/${sessionId}`)).data;
    expect(bodyOf(answer).data).toEqual(got);
    return got;
  };
  const asked = async (what: string) => asGot(await post(`/sessions/${sessionId}/${what}`));
  expect(await asGot(begun)).toMatchObject({ updatedAt: openedAt, lastSyncAt: openedAt });
  world.clock.advance(1_000);
  const reopenedAt = world.clock.iso();
  expect(await asked('document-url')).toMatchObject({ updatedAt: reopenedAt, lastSyncAt: reopenedAt });
  world.clock.advance(500);
  expect(await asked('sync')).toMatchObject({ status: 'PENDING', updatedAt: reopenedAt, lastSyncAt: reopenedAt });
  world.clock.advance(6_000);
  const changedAt = world.clock.iso();
  expect(await asked('sync')).toMatchObject({ status: 'IN_REVIEW', updatedAt: changedAt, lastSyncAt: changedAt });
  world.clock.advance(1_000);
  expect(await asked('sync')).toMatchObject({ updatedAt: changedAt, lastSyncAt: changedAt });
});

test.each([
  ['documentNumber', 'natural-person', { ...PERSON, documentNumber: '40442820136' }],
  ['documentNumber', 'natural-person', { ...PERSON, documentNumber: '11222333000181' }],
  ['birthDate', 'natural-person', { ...PERSON, birthDate: '1990-02-30' }],
  ['birthDate', 'natural-person', { ...PERSON, birthDate: '2990-01-01' }],
  ['birthDate', 'natural-person', { ...PERSON, birthDate: '1890-01-01' }],
  ['externalUserId', 'natural-person', { ...PERSON, externalUserId: '' }],
  ['documentNumber', 'legal-person', { ...COMPANY, documentNumber: '404.428.201-35' }],
  ['owners', 'legal-person', { ...COMPANY, owners: Array.from({ length: 51 }, () => OWNER) }],
  ['owners', 'legal-person', { ...COMPANY, owners: [] }],
  ['owners.1.birthDate', 'legal-person', { ...COMPANY, owners: [OWNER, { ...OWNER, birthDate: '1990-13-01' }] }],
  ['owners.0.birthDate', 'legal-person', { ...COMPANY, owners: [{ ...OWNER, birthDate: '2990-01-01' }] }],
])('checks by meaning: %s of a %s', async (field, kind, body) => {
  const answer = await post(`/sessions/${kind}`, body);
  expect([answer.status, Object.keys(bodyOf(answer).error.fieldErrors)]).toEqual([400, [field]]);
});

test('refuses an id of two users under the name in the request', async () => {
  const [one, other] = [await world.user(partner), await world.user(partner)];
  const { partnerId, mode } = partner;
  await world.ports.vault.claim({ partnerId, mode, kind: 'EXTERNAL_USER_ID', value: one.userId }, other.userId);
  const answers = [
    await post('/sessions/natural-person', { ...PERSON, externalUserId: one.userId }),
    await post('/sessions/legal-person', { ...COMPANY, externalUserId: one.userId }),
    await get(`/sessions?externalUserId=${one.userId}`),
    await get(`/users/${one.userId}/check`),
  ];
  for (const answer of answers) expectInvalid(answer, ['externalUserId']);
});

test('hides KYC from a sandbox partner with the feature kyc-none alone', async () => {
  const { partnerId } = partner;
  await world.service.changePartnerTerms(
    { partnerId, features: { 'kyc-none': true } },
    systemContext('test', world.deps.ids.uuid(), 'test'),
  );
  await world.project();
  const without = [await post('/sessions/natural-person', PERSON), await get('/health'), await lookUp('40442820135')];
  expect(seen(without)).toEqual(Array.from({ length: 3 }, () => [503, 'PROVIDER_NOT_CONFIGURED']));
  partner = await world.partner();
  const others = [await post('/sessions/natural-person', PERSON), await get('/health')];
  expect(others.map(({ status }) => status)).toEqual([201, 200]);
});

const lookUp = (documentNumber: string, documentType = 'CPF', country = 'BR') =>
  post('/lookup', { documentType, documentNumber, country });

test('looks up documents', async () => {
  expect((await lookUp('404.428.201-35')).body.data).toMatchObject({
    ...{ documentType: 'CPF', documentNumber: '***.***.***-35', taxIdStatus: 'REGULAR' },
  });
  const refused = [await lookUp('07691852312'), await lookUp('47123586964'), await lookUp('12345678', 'DNI', 'AR')];
  expect(seen(refused)).toEqual([
    [404, 'KYC_DOCUMENT_NOT_FOUND'],
    [502, 'PROVIDER_FAILURE'],
    [503, 'PROVIDER_NOT_CONFIGURED'],
  ]);
  expect((await lookUp('11111111111')).status).toBe(400);
});

test('looks a document up with the birth date of its owner, which must be a date', async () => {
  const asked = { documentType: 'CPF', documentNumber: '404.428.201-35', country: 'BR' } as const;
  const answers = ['1970-11-14', '1970-02-30', '14/11/1970'].map((birthDate) =>
    post('/lookup', { ...asked, birthDate }),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 400, 400]);
  expect(documentOf({ ...asked, birthDate: '1970-11-14' }).document).toMatchObject({ birthDate: '1970-11-14' });
});

test('verifies documents, by their form alone without a registry', async () => {
  const verify = async (documentType: string, documentNumber: string, country = 'BR') =>
    bodyOf(await post('/verify', { documentType, documentNumber, country })).data;
  expect(await verify('CPF', '40442820135')).toEqual({ valid: true, status: 'REGULAR', source: 'sandbox' });
  expect(await verify('DNI', '12345678', 'AR')).toEqual({ valid: true, status: 'UNKNOWN', source: 'format' });
  expect(await verify('CNPJ', '12ABC34501DE36')).toEqual({ valid: false, status: 'UNKNOWN', source: 'format' });
});

test('reports that the provider is up', async () => {
  expect((await get('/health')).body.data).toEqual({ provider: 'sandbox', status: 'UP' });
});

test('has a reaction for every kind of work', () => {
  expect(Object.keys(world.service.reactions)).toEqual(Object.keys(reactions(world.ports as never)));
});
