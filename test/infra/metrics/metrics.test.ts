import { createMetrics } from '../../../infra/metrics/metrics';
import { seriesOf, seriesValue } from './series';

const silent = { warn: () => undefined };

describe('requests', () => {
  const requests = (
    count: number,
    of: (index: number) => { readonly method: string; readonly route: string | null },
  ) => {
    const metrics = createMetrics();
    for (let index = 0; index < count; index += 1) metrics.requestEnded({ ...of(index), status: 404, durationMs: 30 });
    return metrics.page([], silent).text();
  };

  test('are counted by method, route and code, and timed by method and route', async () => {
    const page = await requests(3, () => ({ method: 'GET', route: '/api/v1/users/:userId' }));
    const labels = 'method="GET",route="/api/v1/users/:userId"';
    expect(seriesValue(page, `lastro_http_requests_total{${labels},code="404"}`)).toBe(3);
    expect(seriesValue(page, `lastro_http_request_duration_seconds_bucket{le="0.025",${labels}}`)).toBe(0);
    expect(seriesValue(page, `lastro_http_request_duration_seconds_bucket{le="0.05",${labels}}`)).toBe(3);
    expect(seriesValue(page, `lastro_http_request_duration_seconds_sum{${labels}}`)).toBeCloseTo(0.09);
  });

  test('to unknown paths form one series, and by unknown methods another', async () => {
    const page = await requests(2_000, (index) => ({ method: index % 2 ? 'GET' : `M${index}`, route: null }));
    expect(seriesOf(page).filter((line) => line.startsWith('lastro_http_requests_total'))).toEqual([
      'lastro_http_requests_total{method="GET",route="unmatched",code="404"} 1000',
      'lastro_http_requests_total{method="other",route="unmatched",code="404"} 1000',
    ]);
  });
});

test('commands are counted by result, appends are timed, failed scans are counted', async () => {
  const metrics = createMetrics();
  const { commandEnded, appendTook, lookFailed } = metrics.work;
  commandEnded('issueQuote', 'done');
  commandEnded('issueQuote', 'done');
  commandEnded('issueQuote', 'refused');
  appendTook(2);
  appendTook(200);
  lookFailed('polygon');
  const page = await metrics.page([], silent).text();
  expect(seriesValue(page, 'lastro_commands_total{command="issueQuote",outcome="done"}')).toBe(2);
  expect(seriesValue(page, 'lastro_commands_total{command="issueQuote",outcome="refused"}')).toBe(1);
  expect(seriesValue(page, 'lastro_append_duration_seconds_bucket{le="0.0025"}')).toBe(1);
  expect(seriesValue(page, 'lastro_append_duration_seconds_count')).toBe(2);
  expect(seriesValue(page, 'lastro_network_errors_total{network="polygon"}')).toBe(1);
});

test('skipped foreign records are counted', async () => {
  const metrics = createMetrics();
  metrics.work.foreignSeen(2);
  metrics.work.foreignSeen(5);
  expect(seriesValue(await metrics.page([], silent).text(), 'lastro_foreign_records_total')).toBe(7);
});

test('a process reports its memory, its CPU and its event loop', async () => {
  const page = await createMetrics().page([], silent).text();
  for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds'])
    expect(seriesValue(page, name)).toBeGreaterThanOrEqual(0);
});
