import fs from 'node:fs';
import path from 'node:path';
import { signedHeaders } from '../../../infra/callbacks/schemes/own';
import { openIntent, payIntent, registerApprovedUser, sendPayment, waitForStatus } from './support/pay';
import { ask, demoKeyOf, type RunningProcess, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(360_000);

/** PIX key of the scenario in which the bank gives the money back: only its callback reports that. */
const RETURNED = '00000000-0000-4000-8000-000000000008';
/** The bank waits with this one until a command. */
const STUCK = '00000000-0000-4000-8000-000000000005';
const POLL_MS = 100;

describe('a running service that receives the callbacks of its sandbox bank', () => {
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

  test('verifies them by a secret of its own, which no other user may read', async () => {
    expect(fs.statSync(secretFile()).mode & 0o777).toBe(0o600);
    const secret = fs.readFileSync(secretFile(), 'utf8');
    expect([await call('', secret), await call('{}', secret), await call('{}', 'somebody else')]).toEqual([
      200, 200, 401,
    ]);
  });

  const timelineHas = async (intentId: string, token: string, event: string): Promise<void> => {
    for (;;) {
      const { body } = await ask<{ timeline: readonly { readonly event: string }[] }>(
        `${service.url}/api/v1/cashout/intent/${intentId}`,
        { token },
      );
      if (body.data.timeline.some((step) => step.event === event)) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };

  test('learns from them that a completed payment was returned', async () => {
    const { token } = await registerApprovedUser(service, demoKeyOf(service), 'ana');
    const intent = await openIntent(service, token, { key: RETURNED, name: 'ANA' });
    await payIntent(service, token, intent);
    await timelineHas(intent.intentId, token, 'PayoutReturned');
  });

  test('learns from them the decisions of the partner in the sandbox', async () => {
    const key = demoKeyOf(service);
    const { token } = await registerApprovedUser(service, key, 'bia');
    const { intentId, ...intent } = await openIntent(service, token, { key: STUCK, name: 'BIA' });
    await sendPayment(service, { intentId, ...intent });
    await timelineHas(intentId, token, 'PayoutDispatched');
    const decide = (what: string) =>
      ask<{ state: string }>(`${service.url}/api/v1/sandbox/payouts/${intentId}/${what}`, { token: key, body: {} });
    // The order may still be on its way to the bank.
    while ((await decide('settle')).status !== 200) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    await waitForStatus(service, token, intentId, 'COMPLETED');
    expect((await decide('return')).body.data.state).toBe('RETURNED');
    await timelineHas(intentId, token, 'PayoutReturned');
  });
});
