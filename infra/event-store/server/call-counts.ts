import type { Handler } from './grpc/grpc-server';
import { STATUS, statusOf } from './grpc/refusal';
import type { Writer } from './log/writer';

export interface ServerCounters {
  readonly residentMemoryBytes: number;
  readonly cpuSeconds: number;
  readonly requests: readonly { readonly call: string; readonly code: string; readonly count: number }[];
}

/** Counts by our own names, so that callers cannot invent any. */
export interface CallCounts {
  readonly count: (call: string, code: string) => void;
  readonly all: () => ServerCounters['requests'];
}

export const createCallCounts = (): CallCounts => {
  const counts = new Map<string, { readonly call: string; readonly code: string; count: number }>();
  return {
    count: (call, code) => {
      const key = `${call} ${code}`;
      const counted = counts.get(key) ?? { call, code, count: 0 };
      counted.count += 1;
      counts.set(key, counted);
    },
    all: () => [...counts.values()],
  };
};

export const countersOf = (counts: CallCounts): ServerCounters => {
  const { user, system } = process.cpuUsage();
  return {
    residentMemoryBytes: process.memoryUsage.rss(),
    cpuSeconds: (user + system) / 1_000_000,
    requests: counts.all(),
  };
};

const CODES: ReadonlyMap<number, string> = new Map(Object.entries(STATUS).map(([name, status]) => [status, name]));

/** Counts a call when it ends. */
export const countedCall =
  (counts: CallCounts, call: string, handler: Handler): Handler =>
  async (request) => {
    try {
      await handler(request);
      counts.count(call, 'OK');
    } catch (error) {
      counts.count(call, CODES.get(statusOf(error)) ?? 'UNKNOWN');
      throw error;
    }
  };

/** Counts appends instead of calls, since one BatchAppend call carries many. */
export const countedWriter = (counts: CallCounts, writer: Writer): Writer => ({
  ...writer,
  submit: (request) =>
    writer.submit({
      ...request,
      answer: (reply) => {
        counts.count('append', reply.outcome);
        request.answer(reply);
      },
    }),
});

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isRequest = (value: unknown): boolean => {
  const { call, code, count } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof call === 'string' && typeof code === 'string' && isCount(count);
};

/** Throws when the text is not counters as JSON. */
export const readCounters = (text: string): ServerCounters => {
  const { residentMemoryBytes, cpuSeconds, requests } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (isCount(residentMemoryBytes) && isCount(cpuSeconds) && Array.isArray(requests) && requests.every(isRequest)) {
    return { residentMemoryBytes, cpuSeconds, requests: requests as ServerCounters['requests'] };
  }
  throw new Error('The event store told no counters');
};
