import { serveMetrics } from '../../../infra/metrics/metrics-server';

const LOOPBACK = '127.0.0.1';

const serving = async (text: () => Promise<string>) => {
  const server = await serveMetrics({ contentType: 'text/plain; version=0.0.4', text }, LOOPBACK, 0);
  const ask = (path: string, method = 'GET') => fetch(`http://${LOOPBACK}:${server.port}${path}`, { method });
  return { ...server, ask };
};

test('serves metrics at /metrics to any GET, and nothing else', async () => {
  const { ask, stop } = await serving(async () => 'lastro_up 1\n');
  const page = await ask('/metrics?debug=1');
  expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
    200,
    'text/plain; version=0.0.4',
    'no-store',
  ]);
  expect(await page.text()).toBe('lastro_up 1\n');
  expect((await ask('/metrics', 'HEAD')).status).toBe(200);
  for (const path of ['/', '/metrics/', '/health/live', '//metrics', '/api/v1/users'])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  const posted = await ask('/metrics', 'POST');
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  await stop();
});

test('answers 500 for a page that cannot be built, without the reason', async () => {
  const { ask, stop } = await serving(async () => Promise.reject(new Error('postgres://user:secret@host')));
  const page = await ask('/metrics');
  expect([page.status, await page.text()]).toEqual([500, 'The metrics are not available\n']);
  await stop();
});

test('shares a page that is being built among its callers', async () => {
  let made = 0;
  let finish = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { ask, stop } = await serving(async () => {
    made += 1;
    await begun;
    return `${made}\n`;
  });
  const first = ask('/metrics');
  const others = Array.from({ length: 5 }, () => ask('/metrics'));
  const unknown = await ask('/other');
  expect(unknown.status).toBe(404);
  finish();
  const pages = await Promise.all([first, ...others].map(async (page) => (await page).text()));
  expect([made, new Set(pages)]).toEqual([1, new Set(['1\n'])]);
  await stop();
});

test('names a port that is in use', async () => {
  const { port, stop } = await serving(async () => '');
  await expect(serveMetrics({ contentType: 'text/plain', text: async () => '' }, LOOPBACK, port)).rejects.toThrow(
    `METRICS_PORT ${port} of METRICS_HOST 127.0.0.1 is in use`,
  );
  await stop();
});
