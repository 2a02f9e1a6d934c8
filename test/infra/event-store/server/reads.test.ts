import type { Call } from '../../../../infra/event-store/server/call';
import { createLog } from '../../../../infra/event-store/server/log';
import type { Queries } from '../../../../infra/event-store/server/queries';
import { readAll } from '../../../../infra/event-store/server/read-pages';
import type { Signal } from '../../../../infra/event-store/server/signal';
import { subscribeToAll, subscribeToStream } from '../../../../infra/event-store/server/subscriptions';
import { createTail } from '../../../../infra/event-store/server/tail';
import { createWakeUps } from '../../../../infra/event-store/server/wake-ups';
import type { ReadOptions } from '../../../../infra/event-store/server/wire';

const everything: ReadOptions = { all: { from: 'start' }, direction: 0, count: 0 };

const callOf = (isClosed: boolean): Call =>
  ({ isClosed: () => isClosed, onClosed: () => undefined, write: async () => undefined }) as unknown as Call;

describe('reads whose caller wants nothing any more', () => {
  it('do not end the process when the database is away', async () => {
    const between = async (): Promise<never> => {
      throw new Error('the database is away');
    };
    const queries = { between, betweenBackwards: between } as unknown as Queries;
    const log = createLog(queries, createTail(0), createWakeUps());
    log.reload(10);
    await readAll(callOf(false), log, everything);
    await readAll(callOf(true), log, { ...everything, direction: 1, all: { from: 'end' }, count: 5 });
    // A rejection that nobody handles would fail the test here.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('leave nothing behind when a subscription is cancelled before it began', async () => {
    const followers = new Set<Signal>();
    const register = (signal: Signal): (() => void) => {
      followers.add(signal);
      return () => void followers.delete(signal);
    };
    const queries = { ofStream: async () => [] } as unknown as Queries;
    const log = createLog(queries, createTail(0), { ...createWakeUps(), register });
    await subscribeToAll(callOf(true), log, everything);
    await subscribeToStream(callOf(true), log, { stream: { name: Buffer.from('one') }, from: 'start', revision: 0 });
    expect(followers.size).toBe(0);
  });
});
