import { seriesOf, seriesValue } from '../../../infra/metrics/series';
import {
  ask,
  demoKeyOf,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../support/run-service';

jest.setTimeout(360_000);

const PORT_TAKES_ANY = { METRICS_PORT: '0', LOG_LEVEL: 'info' };

/** Where the log says that metrics are. */
const metricsUrlOf = ({ stderr }: RunningProcess): string =>
  /"url":"(http:[^"]+\/metrics)"/.exec(stderr())?.[1] ?? 'no metrics';

const scrape = async (url: string): Promise<string> => (await fetch(url)).text();

/** The lines of requests in a log, once there are as many. */
const requestLines = async ({ stderr }: RunningProcess, count: number): Promise<readonly Record<string, unknown>[]> => {
  for (;;) {
    const lines = stderr()
      .split('\n')
      .filter((line) => line.endsWith('"msg":"request"}'));
    if (lines.length >= count) return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

describe('a service with metrics', () => {
  const { dataDir, remove } = temporaryDataDir();
  let service: RunningProcess;
  let api: RunningProcess;

  beforeAll(async () => {
    service = await startProgram('start', { DATA_DIR: dataDir, ...PORT_TAKES_ANY });
    api = await startProgram('api', { DATA_DIR: dataDir, ...PORT_TAKES_ANY });
  });
  afterAll(async () => {
    expect(await api.stop()).toBe(0);
    expect(await service.stop()).toBe(0);
    remove();
  });

  test('serves its metrics on a separate port, and prints it', async () => {
    expect(service.stdout()).toContain(`metrics   ${metricsUrlOf(service)}`);
    expect(new URL(metricsUrlOf(service)).port).not.toBe(new URL(service.url).port);
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  });

  test('shows requests, commands, appends and stores, without a failing source', async () => {
    const token = demoKeyOf(service);
    const body = {
      externalUserId: 'ana@example.com',
      pubkey: '0x00000000000000000000000000000000000000aa',
      blockchain: 'local',
    };
    const { status } = await ask(`${service.url}/api/v1/users`, { token, body });
    expect(status).toBe(201);
    const page = await scrape(metricsUrlOf(service));
    expect(seriesValue(page, 'lastro_http_requests_total{method="POST",route="/api/v1/users",code="201"}')).toBe(1);
    expect(seriesValue(page, 'lastro_commands_total{command="registerUser",outcome="done"}')).toBe(1);
    expect(seriesValue(page, 'lastro_append_duration_seconds_count')).toBeGreaterThan(0);
    expect(seriesValue(page, 'lastro_event_store_up')).toBe(1);
    expect(seriesValue(page, 'lastro_event_store_appends_total{outcome="appended"}')).toBeGreaterThan(0);
    expect(seriesValue(page, 'lastro_network_head_height{network="local"}')).toBeGreaterThan(0);
    const wanted = ['lastro_projection_lag_seconds', 'lastro_parked_streams', 'lastro_payouts', 'lastro_leases'];
    const stores = [...wanted, 'lastro_unmatched_deposits', 'lastro_webhook_outbox_due', 'process_cpu_seconds_total'];
    const series = seriesOf(page);
    expect(stores.filter((name) => !series.some((line) => line.startsWith(name)))).toEqual([]);
    const failures = series.filter((line) => line.startsWith('lastro_scrape_errors_total'));
    expect(failures.length).toBeGreaterThan(5);
    expect(failures.filter((line) => !line.endsWith(' 0'))).toEqual([]);
    for (const secret of ['ana@', '0x0000', token]) expect(page).not.toContain(secret);
  });

  test('logs one line for each request without query, body and name', async () => {
    const before = (await requestLines(api, 0)).length;
    await ask(`${api.url}/api/v1/users?limit=7`, { token: demoKeyOf(service) });
    await ask(`${api.url}/api/v1/users/ana@example.com/kyc?x=7`, { method: 'PATCH', token: 'sk_live_x', body: {} });
    const lines = await requestLines(api, before + 2);
    expect(lines.slice(before)).toEqual([
      {
        ...{ level: 30, time: expect.any(String), msg: 'request', requestId: expect.any(String) },
        ...{ method: 'GET', route: '/api/v1/users', status: 200 },
        ...{ durationMs: expect.any(Number), partnerId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      },
      expect.objectContaining({ method: 'PATCH', route: '/api/v1/users/:userId/kyc', status: 401, partnerId: null }),
    ]);
    expect(api.stderr()).not.toMatch(/ana@|limit=7/);
  });

  test('refuses to start when that port is in use, and names it', async () => {
    const { port } = new URL(metricsUrlOf(service));
    const { code, stderr } = await runProgram('api', [], { DATA_DIR: dataDir, METRICS_PORT: port });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`METRICS_PORT ${port} of METRICS_HOST 127.0.0.1 is in use`),
    ]);
  });
});
