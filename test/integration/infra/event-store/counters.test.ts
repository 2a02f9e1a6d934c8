import { randomUUID } from 'node:crypto';
import { readCounters, type ServerCounters } from '../../../../infra/event-store/server/call-counts';
import { eventStoreGauges } from '../../../../infra/metrics/sources/event-store';
import { watermarks } from '../../../infra/event-store/contract/watermarks';
import { type EmbeddedStore, openEmbeddedStore } from './embedded-store';

const countOf = ({ requests }: ServerCounters, call: string, code: string): number =>
  requests.find((request) => request.call === call && request.code === code)?.count ?? 0;

describe('D5: the embedded event store', () => {
  let opened: EmbeddedStore;
  beforeAll(async () => {
    opened = await openEmbeddedStore();
  });
  afterAll(() => opened.close());

  test('tells what was asked of it, appends one by one, and what that took', async () => {
    const stream = `watcher-${randomUUID()}`;
    const before = await opened.embedded.counters();
    const events = watermarks(0, 1);
    await opened.store.append(stream, 'no_stream', events.slice(0, 1));
    await opened.store.append(stream, 0, events.slice(1));
    await opened.store.append(stream, 'no_stream', watermarks(7));
    await opened.store.readStream(stream);
    // They share an answer, and each gets it.
    const [after, same] = await Promise.all([opened.embedded.counters(), opened.embedded.counters()]);
    expect(same).toEqual(after);
    const grown = (call: string, code: string) => countOf(after, call, code) - countOf(before, call, code);
    expect([grown('append', 'appended'), grown('append', 'wrong_revision')]).toEqual([2, 1]);
    expect(grown('Read', 'OK')).toBeGreaterThanOrEqual(1);
    expect(after.residentMemoryBytes).toBeGreaterThan(10_000_000);
    expect(after.cpuSeconds).toBeGreaterThanOrEqual(before.cpuSeconds);
  });

  test('that was killed tells nothing, and begins anew when it is there again', async () => {
    process.kill(opened.embedded.pid(), 'SIGKILL');
    await expect(opened.embedded.counters()).rejects.toThrow('SIGKILL');
    const head = await untilAnswered(() => opened.store.head());
    expect(head.commit).toBeGreaterThan(0n);
    expect(countOf(await untilAnswered(opened.embedded.counters), 'append', 'appended')).toBe(0);
  });
});

/** It starts again within moments; nothing says when. */
const untilAnswered = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

const TOLD: ServerCounters = {
  residentMemoryBytes: 50_000_000,
  cpuSeconds: 1.5,
  requests: [{ call: 'append', code: 'appended', count: 3 }],
};

test('D5: what the process says of itself is read, and anything else refused', () => {
  expect(readCounters(JSON.stringify(TOLD))).toEqual(TOLD);
  const wrong = [
    {},
    { ...TOLD, cpuSeconds: '1' },
    { ...TOLD, residentMemoryBytes: -1 },
    { ...TOLD, cpuSeconds: null },
    { ...TOLD, requests: {} },
    { ...TOLD, requests: [null] },
    { ...TOLD, requests: [{ call: 'append', code: 1, count: 3 }] },
    { ...TOLD, requests: [{ call: 'append', code: 'appended' }] },
  ];
  for (const one of wrong) expect(() => readCounters(JSON.stringify(one))).toThrow('told no counters');
  for (const text of ['', '{', 'null']) expect(() => readCounters(text)).toThrow();
});

describe('D5: gauges of the event store', () => {
  test('are what it tells', async () => {
    expect(await eventStoreGauges(async () => TOLD).read()).toEqual([
      { name: 'lastro_event_store_up', value: 1 },
      { name: 'lastro_event_store_resident_memory_bytes', value: 50_000_000 },
      { name: 'lastro_event_store_cpu_seconds_total', value: 1.5 },
      { name: 'lastro_event_store_requests_total', labels: { call: 'append', code: 'appended' }, value: 3 },
    ]);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('SIGKILL'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('say that it is down when it %s', async (_how, counters) => {
    expect(await eventStoreGauges(counters).read()).toEqual([{ name: 'lastro_event_store_up', value: 0 }]);
  });
});
