import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../../../infra/clock';
import { type DiditServer, openDidit } from '../../providers/didit';
import { PERSON_FLOW } from '../../providers/didit-books';
import { ask, type RunningProcess, runProgram, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(240_000);

const PERSON = {
  ...{ externalUserId: 'verified', documentNumber: '404.428.201-35', fullName: 'Fulana de Tal' },
  ...{ birthDate: '1970-11-14', motherName: 'Maria de Tal', email: 'fulana@exemplo.com' },
  isPoliticallyExposedPerson: false,
};

interface Session {
  readonly sessionId: string;
  readonly status: string;
  readonly webViewUrl: string;
}

describe('the KYC of live credentials at Didit', () => {
  const { dataDir, remove } = temporaryDataDir();
  let [didit, service] = [] as unknown as [DiditServer, RunningProcess];
  let environment: Record<string, string>;
  let apiKey = '';

  beforeAll(async () => {
    didit = await openDidit(systemClock);
    const providers = path.join(dataDir, '..', 'providers.json');
    const kyc = {
      ...{ name: 'didit', adapter: 'didit', url: didit.url, flows: { PF: PERSON_FLOW } },
      secrets: { apiKey: 'DIDIT_KEY', callbackSecrets: 'DIDIT_SECRETS' },
    };
    writeFileSync(providers, JSON.stringify({ providers: [kyc] }));
    environment = {
      ...{ DATA_DIR: dataDir, PROVIDERS_FILE: providers, REGULATORY_ROLE: 'none', LOG_LEVEL: 'debug' },
      ...{ DIDIT_KEY: didit.apiKey, DIDIT_SECRETS: `next, ${didit.callbackSecret}` },
    };
    service = await startProgram('start', environment);
    const words = 'partner create --name Acme --mode live --actor ana --reason May --json'.split(' ');
    const created = await runProgram('ledger', words, environment);
    ({ apiKey } = JSON.parse(created.stdout) as { readonly apiKey: string });
  });
  afterAll(async () => {
    await service.stop();
    await didit.close();
    remove();
  });

  const at = (words: string): string => `${service.url}/api/v1/users${words}`;
  const call = async (init: object): Promise<number> =>
    (await fetch(`${service.url}/webhooks/kyc/didit`, { method: 'POST', ...init })).status;

  test('approves a person after a signed callback, and erases the person at the provider', async () => {
    const opened = await ask<Session>(at('/kyc/sessions/natural-person'), { token: apiKey, body: PERSON });
    const { sessionId, status: first, webViewUrl } = opened.body.data;
    const [held] = didit.books.sessions;
    expect([first, webViewUrl]).toEqual(['PENDING', `https://verify.didit.me/session/${held?.id.slice(0, 12)}`]);
    expect(held?.told).toMatchObject({ vendor_data: sessionId, expected_details: { last_name: 'de Tal' } });
    didit.books.settle();
    const told = { event_id: 'e1', webhook_type: 'status.updated', vendor_data: sessionId, status: 'Declined' };
    const statuses = [
      await call({ body: JSON.stringify(told) }),
      await call(didit.signed({ ...told, environment: 'sandbox' })),
      await call(didit.signed(told)),
    ];
    expect(statuses).toEqual([401, 401, 200]);
    const read = async () => (await ask<Session>(at(`/kyc/sessions/${sessionId}`), { token: apiKey })).body.data.status;
    let status = await read();
    for (; status === 'PENDING'; status = await read()) await pause(100);
    expect([status, didit.books.sessions.length]).toEqual(['APPROVED', 1]);
    const { body } = await ask<readonly [{ userId: string }]>(at('?externalUserId=verified'), { token: apiKey });
    const erased = ['subject', 'erase', body.data[0].userId, '--actor', 'ana', '--reason', 'asked', '--json'];
    expect(await runProgram('ledger', erased, environment)).toMatchObject({ code: 0 });
    while (didit.books.sessions.length > 0) await pause(100);
  });

  test('shows the state of the provider', async () => {
    const { stdout } = await runProgram('ledger', ['providers', '--json'], environment);
    const { providers } = JSON.parse(stdout) as { readonly providers: readonly object[] };
    const state = { balance: null, tokens: null, error: null, isHealthy: true };
    expect(providers).toEqual([{ name: 'didit', adapter: 'didit', ...state }]);
  });

  test('logs each request to the provider, and neither a secret nor the person', () => {
    const logged = service.stdout() + service.stderr();
    expect(logged).toContain('"path":"/session/"');
    for (const secret of [didit.apiKey, didit.callbackSecret, '40442820135', 'Fulana'])
      expect(logged).not.toContain(secret);
  });
});
