import {
  ask,
  askOnce,
  demoKeyOf,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from './support/run-service';

jest.setTimeout(360_000);

describe('npm start', () => {
  const { dataDir, remove } = temporaryDataDir();
  const environment = { DATA_DIR: dataDir };
  let service: RunningProcess;
  let key: string;

  beforeAll(async () => {
    service = await startProgram('start', environment);
    key = demoKeyOf(service);
  });
  afterAll(async () => {
    await service.stop();
    remove();
  });

  const keysAt = (url: string) => ask<readonly object[]>(`${url}/api/v1/partners/me/api-keys`, { token: key });

  test('becomes ready, and its printed demo key works', async () => {
    expect((await askOnce(`${service.url}/health/ready`)).status).toBe(200);
    expect((await keysAt(service.url)).status).toBe(200);
  });

  test('refuses a second start on the same directory and names the first one', async () => {
    const second = await runProgram('start', [], environment);
    expect({ code: second.code, stderr: second.stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(service.url),
    });
  });

  /** Waits until the key works: its row may come later than the second that an issue waits, on a busy machine. */
  const onceKnown = async (token: string) => {
    for (;;) {
      const seen = await ask(`${service.url}/api/v1/partners/me/api-keys`, { token });
      if (seen.status !== 401) return seen;
    }
  };

  test('loses no acknowledged event when it is killed', async () => {
    const issued = await ask<{ apiKey: string }>(`${service.url}/api/v1/partners/me/api-keys`, {
      token: key,
      body: {},
    });
    service.child.kill('SIGKILL');
    await service.exited;
    service = await startProgram('start', environment);
    const seen = await onceKnown(issued.body.data.apiKey);
    expect([issued.status, seen.status, demoKeyOf(service)]).toEqual([201, 200, key]);
  });

  test('exits with 0 at a stop', async () => {
    expect(await service.stop()).toBe(0);
  });
});

describe('npm run api', () => {
  test('names the missing service when none runs', async () => {
    const { dataDir, remove } = temporaryDataDir();
    const { code, stderr } = await runProgram('api', [], { DATA_DIR: dataDir });
    remove();
    expect([code, stderr]).toEqual([1, expect.stringContaining('npm start')]);
  });
});
