import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { projectRoot } from '../../../../infra/project-root';
import { openIntent, payIntent, registerApprovedUser } from '../support/pay';
import {
  ask,
  demoKeyOf,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../support/run-service';

jest.setTimeout(300_000);

const NO_LIMITS = { ip: 0, credentialed: 0, partner: 0, partnerUsers: 0, userGet: 0, cashoutPost: 0, authFailure: 0 };
const USERS = 240;
const AT_ONCE = 6;
const LEDGER = path.join(projectRoot(), 'dist', 'src', 'bin', 'programs', 'ledger.js');

describe('The keys of the vault', () => {
  const { dataDir, remove } = temporaryDataDir();
  const [oldKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')] as const;
  const environmentOf = (masterKey: string) => ({
    ...{ DATA_DIR: dataDir, MASTER_KEY: masterKey, SANDBOX_SETTLE_MS: '100' },
    RATE_LIMITS: JSON.stringify(NO_LIMITS),
  });
  const users = new Map<string, string>();
  let service: RunningProcess;

  const register = async (externalUserId: string): Promise<void> => {
    const token = demoKeyOf(service);
    const body = { externalUserId };
    const answer = await ask<{ userId: string }>(`${service.url}/api/v1/users`, { token, body });
    if (answer.status > 201) throw new Error(JSON.stringify(answer.body));
    const { userId } = answer.body.data;
    const known = users.get(externalUserId);
    if (known !== undefined && known !== userId) throw new Error(`${externalUserId} has become another user`);
    users.set(externalUserId, userId);
  };

  /** Registers new users, and earlier ones once more, until a command. Answers the number of requests. */
  const load = async (name: string, isDone: () => boolean): Promise<number> => {
    let n = 0;
    for (; !isDone(); n += 1) {
      await register(`${name}-${n}`);
      await register(`user-${n % USERS}`);
    }
    return n;
  };

  /** The command, killed as soon as it has said that it is at work. */
  const killedAtWork = async (masterKey: string): Promise<void> => {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environmentOf(masterKey) };
    const words = [LEDGER, 'vault', 'rewrap', '--lookups'];
    const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const exited = once(child, 'exit');
    const [said] = (await once(child.stderr, 'data')) as [Buffer];
    child.kill('SIGKILL');
    await exited;
    expect(said.toString()).toMatch(/^\d+ of \d+ keys/);
  };

  /** A registration is left whose id was claimed just before the new key, and logged just after the read of the log. */
  const rewrapAll = async (masterKey: string) => {
    const words = ['vault', 'rewrap', '--lookups', '--json'];
    const first = await runProgram('ledger', words, environmentOf(masterKey));
    return first.stdout.includes('"left":0') ? first : runProgram('ledger', words, environmentOf(masterKey));
  };

  beforeAll(async () => {
    service = await startProgram('start', environmentOf(oldKey));
    for (let n = 0; n < USERS; n += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => register(`user-${n + index}`)));
    }
    await service.stop();
  });
  afterAll(async () => {
    await service.stop();
    remove();
  });

  test('`ledger vault rewrap --lookups` continues after a kill under load while payments work', async () => {
    service = await startProgram('start', environmentOf(`${newKey},${oldKey}`));
    const { token } = await registerApprovedUser(service, demoKeyOf(service), 'maria');
    const intent = await openIntent(service, token, { key: 'payee@example.com', name: 'JOSE' });
    let isDone = false;
    const loads = ['one', 'two'].map((name) => load(name, () => isDone));
    await killedAtWork(`${newKey},${oldKey}`);
    const rewrapped = await rewrapAll(`${newKey},${oldKey}`);
    isDone = true;
    const requests = await Promise.all(loads);
    expect([rewrapped.code, rewrapped.stderr.split('\n')[0]]).toEqual([0, expect.stringMatching(/ of \d+ keys$/)]);
    expect(JSON.parse(rewrapped.stdout)).toMatchObject({ lookups: { version: 2, left: 0 } });
    expect(Math.min(...requests)).toBeGreaterThan(0);
    await payIntent(service, token, intent);
    await service.stop();
  });

  test('know every earlier user by the new key alone, and refuse the old key by its id', async () => {
    const refused = await runProgram('ledger', ['networks'], environmentOf(oldKey));
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/needs the key [0-9a-f]{16}/)]);
    service = await startProgram('start', environmentOf(newKey));
    for (const externalUserId of [...users.keys()]) await register(externalUserId);
    const uid = { uid: 'user-7' };
    const issued = await ask(`${service.url}/api/v1/auth/token`, { token: demoKeyOf(service), body: uid });
    expect(issued.status).toBe(200);
    const again = await runProgram('ledger', ['vault', 'rewrap', '--json'], environmentOf(newKey));
    expect(JSON.parse(again.stdout)).toMatchObject({ rewrapped: 0 });
  });
});
