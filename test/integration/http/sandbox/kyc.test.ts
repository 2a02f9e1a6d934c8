import request from 'supertest';
import { expectInvalid } from '../../../http/expect-problem';
import { httpSuite } from '../../../http/suite';
import { person } from '../../../http/tenancy/kyc-rows';

const suite = httpSuite({ fresh: true });

const authorization = () => ({ Authorization: `Bearer ${suite.partner.apiKey}` });
const post = (path: string, body: object = {}) => request(suite.world.app).post(path).set(authorization()).send(body);

const started = async (): Promise<string> => {
  const answer = await post('/api/v1/users/kyc/sessions/natural-person', person());
  await suite.world.project();
  return (answer.body as { readonly data: { readonly sessionId: string } }).data.sessionId;
};

const decide = (sessionId: string, body: object) => post(`/api/v1/sandbox/kyc/sessions/${sessionId}/decide`, body);

const synced = async (sessionId: string) => {
  const answer = await post(`/api/v1/users/kyc/sessions/${sessionId}/sync`);
  await suite.world.project();
  return answer.body.data as object;
};

const lastEvent = async (): Promise<object | undefined> => {
  const { body } = await request(suite.world.app).get('/api/v1/partners/me/events').set(authorization());
  return (body as { readonly data: readonly object[] }).data.at(-1);
};

test('rejects a session for the partner’s reason, in answers and notifications', async () => {
  const sessionId = await started();
  const decided = await decide(sessionId, { decision: 'REJECTED', reason: 'FACE_MISMATCH' });
  expect([decided.status, decided.body.data]).toEqual([200, { sessionId, decision: 'REJECTED' }]);
  const rejected = { status: 'REJECTED', rejectionReason: 'FACE_MISMATCH' };
  expect(await synced(sessionId)).toMatchObject(rejected);
  expect(await lastEvent()).toMatchObject({ event: 'KYC_REJECTED', sessionId, data: rejected });
});

test('a rejection without a reason gets the reason OTHER, and an approval has no reason', async () => {
  const [first, second] = [await started(), await started()];
  await decide(first, { decision: 'APPROVED' });
  expect(await synced(first)).toMatchObject({ status: 'APPROVED', rejectionReason: null });
  await decide(second, { decision: 'REJECTED' });
  expect(await synced(second)).toMatchObject({ status: 'REJECTED', rejectionReason: 'OTHER' });
});

test.each([
  ['reason', { decision: 'APPROVED', reason: 'FACE_MISMATCH' }],
  ['reason', { decision: 'REJECTED', reason: 'START_FAILED' }],
  ['reason', { decision: 'REJECTED', reason: '' }],
  ['decision', { decision: 'EXPIRED' }],
])('%s of %j is refused', async (field, body) => {
  const sessionId = await started();
  expectInvalid(await decide(sessionId, body), [field]);
  expect(await synced(sessionId)).toMatchObject({ status: 'PENDING', rejectionReason: null });
});
