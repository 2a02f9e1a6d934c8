import fs from 'node:fs';
import path from 'node:path';
import { signedHeaders } from '../../infra/callbacks/schemes/own';
import { openIntent, payIntent, registerApprovedUser } from './support/pay';
import { ask, demoKeyOf, type RunningProcess, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(180_000);

/** PIX key of the scenario in which the bank gives the money back: nothing but its callback tells of that. */
const RETURNED = '00000000-0000-4000-8000-000000000008';
const POLL_MS = 100;

describe("a running service takes its sandbox bank's callbacks over HTTP", () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: RunningProcess;

  beforeAll(async () => {
    service = await startProgram('start', { DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100' });
  });
  afterAll(async () => {
    expect(await service.stop()).toBe(0);
    remove();
  });

  const secretFile = (): string => path.join(dataDir, 'secrets', 'sandbox-callbacks');
  const call = async (body: string, secret: string): Promise<number> => {
    const headers = signedHeaders(secret, Buffer.from(body), Date.now());
    return (await fetch(`${service.url}/webhooks/bank/sandbox`, { method: 'POST', headers, body })).status;
  };

  test('signed by a secret of its own, which nobody else may read', async () => {
    expect(fs.statSync(secretFile()).mode & 0o777).toBe(0o600);
    const secret = fs.readFileSync(secretFile(), 'utf8');
    expect([await call('', secret), await call('{}', secret), await call('{}', 'somebody else')]).toEqual([
      200, 200, 401,
    ]);
  });

  test('and learns from one that a payment that was completed has come back', async () => {
    const { token } = await registerApprovedUser(service, demoKeyOf(service), 'ana');
    const intent = await openIntent(service, token, { key: RETURNED, name: 'ANA' });
    await payIntent(service, token, intent);
    const url = `${service.url}/api/v1/cashout/intent/${intent.intentId}`;
    const steps = async () => {
      const { body } = await ask<{ timeline: readonly object[] }>(url, { token });
      return JSON.stringify(body.data.timeline);
    };
    while (!(await steps()).includes('PayoutReturned')) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  });
});
