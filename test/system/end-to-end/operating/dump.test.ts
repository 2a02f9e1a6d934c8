import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Client } from 'pg';
import { projections } from '../../../../projections/all';
import { describeWithPostgres, type OwnPostgres, startOwnPostgres } from '../../../stores/own-postgres';
import { openIntent, payIntent, registerApprovedUser } from '../support/pay';
import {
  ask,
  demoKeyOf,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../support/run-service';

jest.setTimeout(600_000);

const EXTERNAL_ID = 'maria@pessoa.example';
type Intent = Parameters<typeof payIntent>[2];

describeWithPostgres('a dump that was taken while the service ran', () => {
  const [origin, elsewhere] = [temporaryDataDir(), temporaryDataDir()];
  const MASTER_KEY = randomBytes(32).toString('base64');
  const JWT_KEYS = `k1:${randomBytes(32).toString('base64url')}`;
  let postgres: OwnPostgres;
  let service: RunningProcess;
  let key: string;
  let open: string;
  let registered = 0;

  const environmentOf = (database: string, dataDir: string) => ({
    ...{ DATABASE_URL: postgres.url('service', database), DATA_DIR: dataDir, MASTER_KEY, JWT_KEYS },
    ...{ SANDBOX_SETTLE_MS: '100', RATE_LIMITS: JSON.stringify({ ip: 0, credentialed: 0, partner: 0 }) },
  });

  const asAdmin = async (...statements: readonly string[]): Promise<void> => {
    const client = new Client({ connectionString: postgres.url('admin', 'postgres') });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };

  const registerUntil = async (isDone: () => boolean): Promise<void> => {
    for (; !isDone(); registered += 1) {
      const request = { token: key, body: { externalUserId: `user-${registered}` } };
      expect((await ask(`${service.url}/api/v1/users`, request)).status).toBe(201);
    }
  };

  beforeAll(async () => {
    postgres = await startOwnPostgres();
    await asAdmin('CREATE ROLE service LOGIN CREATEROLE', 'CREATE DATABASE original OWNER service');
    service = await startProgram('start', environmentOf('original', origin.dataDir));
    key = demoKeyOf(service);
    const { token } = await registerApprovedUser(service, key, EXTERNAL_ID);
    await payIntent(service, token, await openIntent(service, token, { key: 'one@pessoa.example', name: 'PRIMEIRA' }));
    open = (await openIntent(service, token, { key: 'two@pessoa.example', name: 'SEGUNDA' })).intentId;

    let isDone = false;
    const load = registerUntil(() => isDone);
    const dump = path.join(origin.dataDir, 'lastro.dump');
    await postgres.run('pg_dump', ['--format=custom', `--file=${dump}`, postgres.url('service', 'original')]);
    isDone = true;
    await load;
    await service.stop();
    await asAdmin('CREATE DATABASE restored OWNER service');
    const words = ['--no-owner', '--exit-on-error', `--dbname=${postgres.url('service', 'restored')}`, dump];
    await postgres.run('pg_restore', words);
    await asAdmin('DROP DATABASE original');
    service = await startProgram('start', environmentOf('restored', elsewhere.dataDir));
  });
  afterAll(async () => {
    await service.stop();
    await postgres.stop();
    origin.remove();
    elsewhere.remove();
  });

  test('continues the open payment, and opens sealed values', async () => {
    const api = `${service.url}/api/v1`;
    const issued = await ask<{ token: string }>(`${api}/auth/token`, { token: key, body: { uid: EXTERNAL_ID } });
    const { token } = issued.body.data;
    const asked = await ask<Intent>(`${api}/cashout/intent/${open}`, { token });
    expect(asked.body.data.status).toBe('PENDING');
    await payIntent(service, token, asked.body.data);
  });

  test.each(projections.map(({ name }) => name))('rebuilds %s and finds what was restored', async (name) => {
    const rebuilt = await runProgram(
      'ledger',
      ['rebuild', name, '--json'],
      environmentOf('restored', elsewhere.dataDir),
    );
    expect([rebuilt.code, JSON.parse(rebuilt.stdout)]).toMatchObject([0, { outcome: 'swapped', differences: [] }]);
  });
});
