import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import type { Recorded } from '../../../../../aggregates/events';
import { idsOf } from '../../../../../packages/testing/src/contracts/event-store/watermarks';

/** Processes that append to one log, and what they were acknowledged. */
export interface Appenders {
  /** By the id of the event: its stream. */
  readonly acknowledged: ReadonlyMap<string, string>;
  readonly start: () => Appender;
  /** Resolves once so many more were acknowledged, to all or to this one. */
  readonly untilMore: (count: number, by?: Appender) => Promise<void>;
  /** Ends all in order; rejects when one failed. */
  readonly stop: () => Promise<void>;
}

export interface Appender {
  readonly child: ChildProcess;
  readonly count: () => number;
  /** Ends without a shutdown. */
  readonly kill: () => Promise<void>;
}

const PROGRAM = ['--require', path.join(__dirname, '../../../../typescript.cjs'), path.join(__dirname, 'appender.ts')];

export const openAppenders = (databaseUrl: string): Appenders => {
  const acknowledged = new Map<string, string>();
  const running = new Set<ChildProcess>();
  const told = new EventEmitter();
  const failures: string[] = [];
  let started = 0;
  const start = (): Appender => {
    started += 1;
    const child = spawn(process.execPath, [...PROGRAM, `process-${started}`], {
      env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    running.add(child);
    let count = 0;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [id = '', stream = ''] = line.split(' ');
      acknowledged.set(id, stream);
      count += 1;
      told.emit('more');
    });
    child.once('close', (code) => {
      running.delete(child);
      if (code !== null && code !== 0) failures.push(`an appender ended with ${code}`);
      told.emit('more');
    });
    const kill = async (): Promise<void> => {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    };
    return { child, count: () => count, kill };
  };
  const mustGoOn = (): void => {
    if (failures.length > 0) throw new Error(failures.join(', '));
  };
  return {
    acknowledged,
    start,
    untilMore: async (count, by) => {
      const size = (): number => by?.count() ?? acknowledged.size;
      const wanted = size() + count;
      while (size() < wanted) {
        mustGoOn();
        await once(told, 'more');
      }
    },
    stop: async () => {
      const closed = [...running].map((child) => once(child, 'close'));
      for (const child of running) child.stdin?.end();
      await Promise.all(closed);
      mustGoOn();
    },
  };
};

interface Row {
  readonly id: string;
  readonly stream: string;
  readonly position: string;
  readonly revision: string;
}

const rowsOf = async (connectionString: string): Promise<readonly Row[]> => {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<Row>(
    'SELECT id, stream, position, revision FROM event_store.events ORDER BY position',
  );
  await client.end();
  return rows;
};

/** Each acknowledged event is in the log once, and neither the log nor a stream has a gap. */
export const expectWhole = async (
  databaseUrl: string,
  acknowledged: ReadonlyMap<string, string>,
  seen: readonly Recorded[],
): Promise<void> => {
  const rows = await rowsOf(databaseUrl);
  const written = new Map(rows.map(({ id, stream }) => [id, stream]));
  expect(written.size).toBe(rows.length);
  expect([...acknowledged].filter(([id, stream]) => written.get(id) !== stream)).toEqual([]);
  expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_, index) => index + 1));
  const lengths = new Map<string, number>();
  const holes = rows.filter(({ stream, revision }) => {
    const next = lengths.get(stream) ?? 0;
    lengths.set(stream, next + 1);
    return Number(revision) !== next;
  });
  expect(holes).toEqual([]);
  expect(idsOf(seen)).toEqual(idsOf(rows));
};

export const countRows = async (databaseUrl: string): Promise<number> => (await rowsOf(databaseUrl)).length;
