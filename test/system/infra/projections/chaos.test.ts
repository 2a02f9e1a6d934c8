import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from '../../../../infra/logger';
import { keyOf, type Projection, put } from '../../../../projections/projection';
import type { Table } from '../../../../read-models/table';
import { createWorld, expectedRows, rowsOf, silent, type World } from '../../../infra/projections/fixture';
import { tallyProjection } from '../../../infra/projections/tallies';

/** A generator of its own, so that a failing seed can be run again. */
const randomOf = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

/** A pool whose connections are cut at random: before a statement, or after it and before its answer. */
const fragile = (pool: Pool, random: () => number, share: number): Pool =>
  new Proxy(pool, {
    get: (target, name) => {
      if (name !== 'connect') {
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      }
      return async () => {
        const client = await target.connect();
        const query = client.query.bind(client) as (...values: unknown[]) => Promise<unknown>;
        const cut = (): never => {
          (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
          throw new Error('Connection terminated unexpectedly');
        };
        const broken = async (...values: unknown[]): Promise<unknown> => {
          const dice = random();
          if (dice < share / 2) cut();
          const answer = await query(...values);
          if (dice < share) cut();
          return answer;
        };
        const release = client.release.bind(client);
        return Object.assign(client, {
          query: broken,
          release: (error?: Error | boolean) => {
            Object.assign(client, { query, release });
            release(error);
          },
        });
      };
    },
  });

/** Longer than a test may last. */
const WITHOUT_LIMIT_MS = 3_600_000;

describe('the projector under many faults', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const write = (random: () => number, count: number): void => {
    for (let n = 0; n < count; n += 1) {
      const isClosing = random() < 0.05;
      const stream = `tally-${Math.floor(random() * 9)}`;
      world.log.write(stream, { owner: `owner-${Math.floor(random() * 3)}`, amount: `${n}`, isClosing });
    }
  };

  it.each([
    1, 2, 3,
  ])('applies every event exactly once through cut connections and restarts (seed %i)', async (seed) => {
    const random = randomOf(seed);
    const { options, log, board } = { ...world, board: world.options.board };
    const pool = fragile(options.pool, random, 0.1);
    const limits = { ...options.limits, batchEvents: 7, cachedRows: 5 };
    for (let round = 0; round < 4; round += 1) {
      const projector = world.start({ pool, limits });
      write(random, 60);
      const middle = log.events[Math.floor(log.events.length * (0.5 + random() / 2))]!;
      await board.waitUntilApplied(['tallies'], middle.position, WITHOUT_LIMIT_MS);
      await projector.stop();
    }
    const projector = world.start();
    expect(await board.waitUntilApplied(['tallies'], log.events.at(-1)!.position, WITHOUT_LIMIT_MS)).toBe(true);
    await projector.stop();
    expect(await rowsOf(options.pool)).toEqual(expectedRows(tallyProjection(), log.events));
  });

  it('is exact with two leaders at once', async () => {
    const { options, log } = world;
    const random = randomOf(4);
    const limits = { ...options.limits, batchEvents: 5 };
    // Each believes that it holds the lock: it is asked for in a database of its own.
    const other = await createWorld();
    const first = world.start({ limits });
    const second = world.start({ limits, databaseUrl: other.database.url });
    for (let round = 0; round < 20; round += 1) {
      write(random, 40);
      const last = log.events.at(-1)!.position;
      expect(await options.board.waitUntilApplied(['tallies'], last, WITHOUT_LIMIT_MS)).toBe(true);
    }
    expect([first.status().isLeading, second.status().isLeading]).toEqual([true, true]);
    await Promise.all([first.stop(), second.stop()]);
    await other.close();
    expect(await rowsOf(options.pool)).toEqual(expectedRows(tallyProjection(), log.events));
  });

  it('waits while another process leads, and leads when the other has lost its session', async () => {
    const { options, log, pool } = world;
    const first = world.start();
    const before = log.write('tally-1', { owner: 'a', amount: '1' });
    expect(await options.board.waitUntilApplied(['tallies'], before, WITHOUT_LIMIT_MS)).toBe(true);
    const second = world.start();
    expect(second.status().isLeading).toBe(false);
    await pool.query(`SELECT pg_terminate_backend(backend_pid) FROM lastro.projector_leader`);
    const after = log.write('tally-1', { owner: 'a', amount: '2' });
    expect(await options.board.waitUntilApplied(['tallies'], after, WITHOUT_LIMIT_MS)).toBe(true);
    await Promise.all([first.stop(), second.stop()]);
    expect(await rowsOf(pool)).toEqual(expectedRows(tallyProjection(), log.events));
  });

  it('logs no error once another leads, after any end of its own lead', async () => {
    const { log, pool } = world;
    await pool.query('ALTER TABLE lastro.test_owners RENAME TO elsewhere');
    const logged = new EventEmitter();
    const error = (_details: object, said: string): void => void logged.emit(said);
    const [hasFailed, hasStopped] = ['a projection does not advance', 'the projector starts again'].map((said) =>
      once(logged, said),
    );
    const projector = world.start({ logger: { ...silent, error } as unknown as Logger });
    log.write('tally-1', { owner: 'a', amount: '1' });
    await hasFailed;
    expect(projector.status().projections).toContainEqual(expect.objectContaining({ error: expect.any(String) }));
    const other = await pool.connect();
    other.on('error', () => undefined);
    // The other client queues for the lock, and gets it when the leader's session ends.
    const taken = other.query('SELECT pg_advisory_lock(1279350868, 1)');
    await pool.query('SELECT pg_terminate_backend(backend_pid) FROM lastro.projector_leader');
    await Promise.all([taken, hasStopped]);
    // The projector asks for the lock, and finds another leader, without an error.
    while (projector.status().error !== null) await pause(5);
    const status = projector.status();
    await projector.stop();
    other.release(true);
    expect(status).toMatchObject({ isLeading: false, projections: [] });
  });

  it('ends the session of a silent leader', async () => {
    const { options, log, pool } = world;
    const frozen = await pool.connect();
    frozen.on('error', () => undefined);
    await frozen.query('SELECT pg_advisory_lock(1279350868, 1)');
    await frozen.query(`INSERT INTO lastro.projector_leader VALUES (true, pg_backend_pid(), now() - interval '10 s')`);
    const projector = world.start();
    const position = log.write('tally-1', { owner: 'a', amount: '1' });
    expect(await options.board.waitUntilApplied(['tallies'], position, WITHOUT_LIMIT_MS)).toBe(true);
    await projector.stop();
    frozen.release(true);
  });

  it('starts again when the checkpoint has gone back, as after a crash of the database', async () => {
    const { options, log, pool } = world;
    const projector = world.start();
    write(randomOf(5), 50);
    const place = log.events.at(-1)!.position;
    expect(await options.board.waitUntilApplied(['tallies'], place, WITHOUT_LIMIT_MS)).toBe(true);
    await pool.query(`BEGIN; TRUNCATE lastro.test_tallies, lastro.test_owners;
      UPDATE lastro.named_checkpoints SET position_commit = -1, position_prepare = -1, stream = null,
        revision = null, event_id = null, event_commit = null, event_prepare = null; COMMIT`);
    write(randomOf(6), 50);
    const last = log.events.at(-1)!.position;
    expect(await options.board.waitUntilApplied(['tallies'], last, WITHOUT_LIMIT_MS)).toBe(true);
    await projector.stop();
    expect(await rowsOf(pool)).toEqual(expectedRows(tallyProjection(), log.events));
  });

  it('subscribes again when the subscription is silent while the log continues', async () => {
    const { options, log } = world;
    const projector = world.start({ limits: { ...options.limits, silenceMs: 50 } });
    const first = log.write('tally-1', { owner: 'a', amount: '1' });
    expect(await options.board.waitUntilApplied(['tallies'], first, WITHOUT_LIMIT_MS)).toBe(true);
    log.mute();
    const unheard = log.write('tally-1', { owner: 'a', amount: '2' });
    expect(await options.board.waitUntilApplied(['tallies'], unheard, WITHOUT_LIMIT_MS)).toBe(true);
    expect(log.subscriptions()).toBe(2);
    await projector.stop();
  });

  it('reports why it does not advance, and continues when the cause is gone', async () => {
    const { options, log, pool } = world;
    await pool.query('ALTER TABLE lastro.test_owners RENAME TO elsewhere');
    const errors: unknown[] = [];
    const failed = new Promise<void>((resolve) => {
      const error = (said: unknown): void => {
        errors.push(said);
        resolve();
      };
      Object.assign(options, { logger: { ...silent, error } });
    });
    const projector = world.start();
    const position = log.write('tally-1', { owner: 'a', amount: '1' });
    await failed;
    expect(projector.status().projections[0]).toMatchObject({
      name: 'tallies',
      error: expect.stringContaining('test_owners'),
    });
    await pool.query('ALTER TABLE lastro.elsewhere RENAME TO test_owners');
    expect(await options.board.waitUntilApplied(['tallies'], position, WITHOUT_LIMIT_MS)).toBe(true);
    await projector.stop();
  });

  it('lets the others continue when one lags, and updates it later', async () => {
    const { options, log, pool } = world;
    const counts: Table<{ readonly stream: string; readonly events: number }> = {
      name: 'test_counts',
      key: 'stream',
      columns: { stream: 'text', events: 'integer' },
    };
    const counting: Projection = {
      name: 'counting',
      tables: [counts],
      streamPrefixes: ['tally-'],
      keys: ({ stream }) => [keyOf(counts, stream)],
      apply: ({ stream }, get) => [put(counts, { stream, events: (get(counts, stream)?.events ?? 0) + 1 })],
    };
    const limits = { ...options.limits, queuedEvents: 20, batchEvents: 10 };
    const projector = world.start({ limits, projections: [tallyProjection(), counting] });
    write(randomOf(7), 100);
    const first = log.events.at(-1)!.position;
    expect(await options.board.waitUntilApplied(['tallies'], first, WITHOUT_LIMIT_MS)).toBe(true);
    await pool.query('CREATE TABLE lastro.test_counts (stream text PRIMARY KEY, events integer)');
    write(randomOf(8), 100);
    const last = log.events.at(-1)!.position;
    expect(await options.board.waitUntilApplied(['tallies', 'counting'], last, WITHOUT_LIMIT_MS)).toBe(true);
    await projector.stop();
    expect(await rowsOf(pool)).toEqual(expectedRows(tallyProjection(), log.events));
    const { rows } = await pool.query<{ count: number }>('SELECT sum(events)::int AS count FROM lastro.test_counts');
    expect(rows).toEqual([{ count: log.events.length }]);
  });
});
