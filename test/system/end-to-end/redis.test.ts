import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { headerOf, keyOf } from '../../http/sign';
import { describeWithRedis, freePort, startRedis, type TestRedis } from '../../stores/redis';
import {
  type Answer,
  ask,
  askOnce,
  demoKeyOf,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from './support/run-service';

jest.setTimeout(360_000);

const KEYS = '/api/v1/partners/me/api-keys';

interface Health {
  readonly status: string;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>;
}

/** As soon as the process has found its Redis again, and has looked what that may have forgotten. */
const untilRedisAnswers = async (url: string): Promise<Answer<Health>> => {
  for (let look = 0; look < 600; look += 1) {
    const answer = await askOnce<Health>(`${url}/health/ready`);
    const { redis, signedRequests } = answer.body.data.checks;
    if (redis?.ok === true && signedRequests !== undefined) return answer;
    await pause(50);
  }
  throw new Error('the process never said for how long it refuses signed requests');
};

describeWithRedis('two processes with REDIS_URL', () => {
  const { dataDir, remove } = temporaryDataDir();
  let redis: TestRedis;
  let port: number;
  let environment: Record<string, string>;
  let service: RunningProcess;
  let api: RunningProcess;
  let partner: { readonly partnerId: string; readonly hmacSecret: string };

  beforeAll(async () => {
    port = await freePort();
    redis = await startRedis(port);
    environment = { DATA_DIR: dataDir, REDIS_URL: redis.url };
    service = await startProgram('start', environment);
    api = await startProgram('api', environment);
    const created = await runProgram('ledger', ['partner', 'create', '--name', 'Acme', '--json'], environment);
    partner = JSON.parse(created.stdout) as typeof partner;
  });
  afterAll(async () => {
    await api.stop();
    await service.stop();
    await redis.stop();
    remove();
  });

  const signed = (): string =>
    headerOf({
      partnerId: partner.partnerId,
      signingKey: keyOf(partner.hmacSecret, partner.partnerId),
      ...{ method: 'GET', path: KEYS, signedBody: '', timestamp: Math.floor(Date.now() / 1_000), nonce: randomUUID() },
    });
  const answerTo = async (url: string, authorization: string) => {
    const answer = await fetch(`${url}${KEYS}`, { headers: { authorization } });
    const { error } = (await answer.json()) as { readonly error: string | null };
    return { status: answer.status, error };
  };
  const send = async (url: string, authorization: string): Promise<number> =>
    (await answerTo(url, authorization)).status;

  it('accept a signed request once from the first start on, at any of them', async () => {
    const header = signed();
    const answers = await Promise.all([service.url, api.url].map((url) => answerTo(url, header)));
    answers.sort((one, other) => one.status - other.status);
    expect(answers).toEqual([
      { status: 200, error: null },
      { status: 401, error: expect.any(String) },
    ]);
  });

  it('refuse signed requests when Redis is away or was emptied, and serve all others', async () => {
    await redis.stop();
    expect(await send(api.url, signed())).toBe(503);
    expect((await ask(`${api.url}${KEYS}`, { token: demoKeyOf(service) })).status).toBe(200);
    const { status, body } = await askOnce<Health>(`${service.url}/health/ready`);
    expect([status, body.data.status]).toEqual([200, 'DEGRADED']);
    expect(body.data.checks['redis']?.detail).toContain('signed requests and wallet log-ins are refused');
    redis = await startRedis(port);
    expect(await send(service.url, signed())).toBe(503);
    expect(await send(api.url, signed())).toBe(503);
    const after = await untilRedisAnswers(api.url);
    expect([after.status, after.body.data.status]).toEqual([200, 'DEGRADED']);
    expect(after.body.data.checks['signedRequests']?.detail).toMatch(/^refused for \d+ s more/);
  });
});
