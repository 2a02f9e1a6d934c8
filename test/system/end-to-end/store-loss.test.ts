import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openIntent, registerApprovedUser, tryIntent, waitForStatus } from './support/pay';
import {
  type Answer,
  askOnce,
  demoKeyOf,
  type RunningProcess,
  startProgram,
  temporaryDataDir,
} from './support/run-service';

jest.setTimeout(360_000);

const BETWEEN_MS = 100;

describe('a service whose database is unreachable', () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: RunningProcess;
  let token: string;
  let intentId: string;

  beforeAll(async () => {
    service = await startProgram('start', { DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    const user = await registerApprovedUser(service, demoKeyOf(service), 'user-1');
    token = user.token;
    const intent = await openIntent(service, token, { key: 'payee@loja.example', name: 'LOJA' });
    intentId = intent.intentId;
  });
  afterAll(async () => {
    await service.stop();
    remove();
  });

  const databasePid = (): number => {
    const home = path.join(dataDir, 'postgres', 'data', 'postmaster.pid');
    return Number(readFileSync(home, 'utf8').split('\n')[0]);
  };

  test('answers 503, loses nothing, and recovers by itself', async () => {
    process.kill(databasePid(), 'SIGKILL');
    const look = () => askOnce(`${service.url}/api/v1/cashout/intent/${intentId}`, { token });
    const away = await look();
    expect([200, 503]).toContain(away.status);
    await waitUntilAnswered(200, look);
    await waitForStatus(service, token, intentId, 'PENDING');
    // The lock of the ledger was lost with the database, and nothing is written until it is back.
    const again = () => tryIntent(service, token, { key: 'payee@loja.example', name: 'LOJA' });
    expect((await waitUntilAnswered(201, again)).status).toBe('PENDING');
  });
});

/** Every answer until then is a 503. */
const waitUntilAnswered = async <Data>(expected: 200 | 201, request: () => Promise<Answer<Data>>): Promise<Data> => {
  for (;;) {
    const { status, body } = await request();
    if (status === expected) return body.data;
    expect(status).toBe(503);
    await pause(BETWEEN_MS);
  }
};
