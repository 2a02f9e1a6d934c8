import type { Handler } from './grpc/grpc-server';
import { asRefusal, STATUS } from './grpc/refusal';
import type { Writer } from './log/writer';

/** What the server's process tells of itself. */
export interface ServerCounters {
  readonly residentMemoryBytes: number;
  readonly cpuSeconds: number;
  readonly requests: readonly { readonly call: string; readonly code: string; readonly count: number }[];
}

/** Counts by names of our own: a caller can make up neither. */
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

/** A call counts when it ends. */
export const countedCall =
  (counts: CallCounts, call: string, handler: Handler): Handler =>
  async (request) => {
    try {
      await handler(request);
      counts.count(call, 'OK');
    } catch (error) {
      counts.count(call, CODES.get(asRefusal(error).status) ?? 'UNKNOWN');
      throw error;
    }
  };

/** One call of the client carries many appends: they are counted, and the calls that carry them are not. */
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

/** What a process has said of itself, read from JSON; throws when it is something else. */
export const readCounters = (text: string): ServerCounters => {
  const { residentMemoryBytes, cpuSeconds, requests } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (isCount(residentMemoryBytes) && isCount(cpuSeconds) && Array.isArray(requests) && requests.every(isRequest)) {
    return { residentMemoryBytes, cpuSeconds, requests: requests as ServerCounters['requests'] };
  }
  throw new Error('The event store told no counters');
};
