import { ask, demoKeyOf, type RunningProcess, runProgram, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(360_000);

const { dataDir, remove } = temporaryDataDir();
const environment = { DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '200' };
let service: RunningProcess;
let token: string;

beforeAll(async () => {
  service = await startProgram('start', environment);
  token = demoKeyOf(service);
});
afterAll(async () => {
  await service.stop();
  remove();
});

interface Session {
  readonly sessionId: string;
  readonly status: string;
  readonly webViewUrl: string | null;
  readonly externalUserId: string | null;
}

const PERSON = {
  ...{ fullName: 'Ana Souza', birthDate: '1990-02-28', motherName: 'Maria Souza', email: 'ana@exemplo.com' },
  isPoliticallyExposedPerson: false,
};

const KYC = '/api/v1/users/kyc';
const started = async (externalUserId: string, documentNumber: string): Promise<Session> => {
  const body = { ...PERSON, externalUserId, documentNumber };
  const answer = await ask<Session>(`${service.url}${KYC}/sessions/natural-person`, { token, body });
  expect(answer.status).toBe(201);
  return answer.body.data;
};

/** The test sends no refresh: the service polls. */
const until = async <Value>(read: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value> => {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const value = await read();
    if (isThere(value) || Date.now() > giveUpAt) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const sessionOf = async (sessionId: string): Promise<Session> =>
  (await ask<Session>(`${service.url}${KYC}/sessions/${sessionId}`, { token })).body.data;

interface User {
  readonly userId: string;
  readonly kycStatus: string;
}
const userOf = async (externalUserId: string): Promise<User | undefined> =>
  (await ask<readonly User[]>(`${service.url}/api/v1/users?externalUserId=${externalUserId}`, { token })).body.data[0];

test('approves a person without a request, and the user may pay', async () => {
  const { sessionId, webViewUrl } = await started('ana', '404.428.201-35');
  expect(webViewUrl).toMatch(/^https:/);
  const approved = await until(
    () => sessionOf(sessionId),
    ({ status }) => status === 'APPROVED',
  );
  expect(approved.status).toBe('APPROVED');
  const user = await until(
    () => userOf('ana'),
    (found) => found?.kycStatus === 'APPROVED',
  );
  expect(user?.kycStatus).toBe('APPROVED');
  const explained = await runProgram('ledger', ['explain', sessionId, '--json'], environment);
  expect(JSON.parse(explained.stdout)).toMatchObject({ sessionId, status: 'APPROVED' });
  const audit = await runProgram('ledger', ['audit', sessionId, '--json'], environment);
  const types = (JSON.parse(audit.stdout) as readonly { readonly type: string }[]).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['KycSessionStarted', 'KycSessionStatusChanged', 'KycSessionFollowed']));
});

test('revokes an approval by a callback when the provider takes it back', async () => {
  const { sessionId } = await started('revoked', '40442820135');
  const statusOf = async () => (await sessionOf(sessionId)).status;
  await until(statusOf, (status) => status === 'APPROVED');
  const decide = `${service.url}/api/v1/sandbox/kyc/sessions/${sessionId}/decide`;
  expect((await ask(decide, { token, body: { decision: 'REJECTED' } })).status).toBe(200);
  // The service polls no ended session.
  expect(await until(statusOf, (status) => status === 'REJECTED')).toBe('REJECTED');
  const user = await until(
    () => userOf('revoked'),
    (found) => found?.kycStatus === 'REJECTED',
  );
  expect(user?.kycStatus).toBe('REJECTED');
});

test('erases the person at the provider, and the session shows no personal data', async () => {
  const { sessionId } = await started('gone', '01648527949');
  const { userId = '' } = (await userOf('gone')) ?? {};
  const erase = ['subject', 'erase', userId, '--actor', 'ana', '--reason', 'asked', '--json'];
  expect((await runProgram('ledger', erase, environment)).code).toBe(0);
  const typesOf = async () =>
    (await runProgram('ledger', ['audit', sessionId, '--json'], environment)).stdout.match(/KycDataErased/) ?? [];
  expect(await until(typesOf, (found) => found.length > 0)).toHaveLength(1);
  expect(await sessionOf(sessionId)).toMatchObject({ externalUserId: null, webViewUrl: null });
});
