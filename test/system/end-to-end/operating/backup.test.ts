import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { openIntent, payIntent, registerApprovedUser } from '../support/pay';
import { ask, demoKeyOf, type RunningProcess, startProgram, temporaryDataDir } from '../support/run-service';

jest.setTimeout(600_000);

const EXTERNAL_ID = 'maria@pessoa.example';
const PAYEES = [
  { key: 'first@pessoa.example', name: 'PRIMEIRA' },
  { key: 'second@pessoa.example', name: 'SEGUNDA' },
] as const;

describe('a data directory that was copied while its service was stopped', () => {
  const origin = temporaryDataDir();
  const elsewhere = temporaryDataDir();
  const environmentOf = (dataDir: string) => ({ DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100' });
  let service: RunningProcess;
  let before: { readonly key: string; readonly userId: string; readonly paid: string; readonly open: string };

  /** The steps of docs/operations/backup.md. */
  const backUpAndRestore = (): void => {
    const archive = path.join(path.dirname(origin.dataDir), 'backup.tar');
    execFileSync('tar', ['--numeric-owner', '-cpf', archive, '-C', origin.dataDir, '.']);
    mkdirSync(elsewhere.dataDir, { mode: 0o711 });
    execFileSync('tar', ['--numeric-owner', '-xpf', archive, '-C', elsewhere.dataDir]);
    // The restored copy must not need the old place.
    renameSync(origin.dataDir, `${origin.dataDir}-gone`);
  };

  const tokenOf = async (uid: string): Promise<string> => {
    const request = { token: before.key, body: { uid } };
    const { status, body } = await ask<{ token: string }>(`${service.url}/api/v1/auth/token`, request);
    expect(status).toBe(200);
    return body.data.token;
  };

  beforeAll(async () => {
    service = await startProgram('start', environmentOf(origin.dataDir));
    const key = demoKeyOf(service);
    const { userId, token } = await registerApprovedUser(service, key, EXTERNAL_ID);
    const paid = await openIntent(service, token, PAYEES[0]);
    await payIntent(service, token, paid);
    const open = await openIntent(service, token, PAYEES[1]);
    before = { key, userId, paid: paid.intentId, open: open.intentId };
    expect(await service.stop()).toBe(0);
    backUpAndRestore();
    service = await startProgram('start', environmentOf(elsewhere.dataDir));
  });
  afterAll(async () => {
    await service.stop();
    renameSync(`${origin.dataDir}-gone`, origin.dataDir);
    origin.remove();
    elsewhere.remove();
  });

  test('opens sealed values: the same credential, and the same user by the external id', async () => {
    expect(demoKeyOf(service)).toBe(before.key);
    const users = `${service.url}/api/v1/users`;
    const found = await ask<{ userId: string }>(users, { token: before.key, body: { externalUserId: EXTERNAL_ID } });
    expect([found.status, found.body.data.userId]).toEqual([200, before.userId]);
  });

  test('continues the open payment to its sealed payee', async () => {
    const token = await tokenOf(EXTERNAL_ID);
    type Intent = Parameters<typeof payIntent>[2];
    const asked = await ask<Intent>(`${service.url}/api/v1/cashout/intent/${before.open}`, { token });
    expect(asked.body.data.status).toBe('PENDING');
    await payIntent(service, token, asked.body.data);
    const paid = await ask<Intent>(`${service.url}/api/v1/cashout/intent/${before.paid}`, { token });
    expect(paid.body.data.status).toBe('COMPLETED');
  });
});
