import { setTimeout as pause } from 'node:timers/promises';
import { type AloneHold, holdAlone } from '../../../../../infra/pair/holding/hold-alone';
import { createSharedHold, type SharedHold, type Unheld } from '../../../../../infra/pair/holding/shared-hold';
import { silent } from '../../../../infra/projections/fixture';
import { openSilentProxy } from '../../event-store/silent-proxy';
import { createProxy } from '../../postgres/proxy';
import { eventually } from '../manual-time';
import { openPostgres, type Postgres } from '../pair-world';

let rests = 0;
const rest = (ms: number, signal: AbortSignal): Promise<void> => {
  rests += 1;
  return pause(Math.min(ms, 10), undefined, { signal }).catch(() => undefined);
};

const END_SESSIONS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name LIKE 'lastro %@%' AND datname = current_database()`;

describe('the lock of the ledger', () => {
  let postgres: Postgres;
  const opened: (() => Promise<void>)[] = [];
  let aheadMs = 0;
  const nowMs = (): number => aheadMs;

  beforeAll(async () => {
    postgres = await openPostgres();
  });
  afterEach(async () => {
    aheadMs = 0;
    for (const close of opened.splice(0).reverse()) await close();
  });
  afterAll(() => postgres.close());

  const shared = (databaseUrl = postgres.url): SharedHold => {
    const hold = createSharedHold({ databaseUrl, nowMs, logger: silent, rest });
    opened.push(hold.close);
    return hold;
  };
  const taken = async (onChange = (): void => undefined): Promise<SharedHold> => {
    const hold = shared();
    await hold.begin(onChange);
    return hold;
  };
  const alone = async (): Promise<AloneHold> => {
    const hold = await holdAlone({ databaseUrl: postgres.url, nowMs });
    opened.push(hold.release);
    return hold;
  };

  test('is shared by processes', async () => {
    const [one, other] = [await taken(), await taken()];
    expect([one.isHeld(), other.isHeld(), one.unheld()]).toEqual([true, true, null]);
  });

  test('is not held exclusively beside another process, which is named', async () => {
    await taken();
    const refused = alone();
    await eventually(() => {
      aheadMs += 100;
      return aheadMs > 6_000;
    });
    await expect(refused).rejects.toThrow(
      new RegExp(`still running: lastro \\S+ ${process.pid}@.*session \\d+\\).*End them first`),
    );
  });

  test('is shared again when an exclusive command returns it', async () => {
    const move = await alone();
    expect(move.isAlone()).toBe(true);
    const waiting = await taken();
    expect([waiting.isHeld(), waiting.unheld()]).toEqual([
      false,
      { because: expect.stringContaining('has the exclusive lock'), isTaken: true, sinceMs: expect.any(Number) },
    ]);
    await move.release();
    await eventually(waiting.isHeld);
    expect(move.isAlone()).toBe(false);
  });

  test('is not kept for two hours by a host that is gone', async () => {
    const proxy = await openSilentProxy(postgres.url);
    opened.push(proxy.close);
    const hold = shared(proxy.url);
    await Promise.all([hold.begin(() => undefined), proxy.untilTold("set_config('tcp_keepalives_idle', '10'")]);
    expect(hold.isHeld()).toBe(true);
  });

  test('is lost with its connection and restored, and its holder learns of both', async () => {
    const held: boolean[] = [];
    const hold: SharedHold = await taken(() => held.push(hold.isHeld()));
    await postgres.pool.query(END_SESSIONS);
    await eventually(() => held.length > 1);
    await eventually(hold.isHeld);
    expect(held).toEqual([false, false]);
  });

  test('is reported missing since its loss, after any number of tries', async () => {
    const proxy = await createProxy(postgres.url);
    opened.push(proxy.close);
    const lost: (Unheld | null)[] = [];
    const hold = shared(proxy.url);
    await hold.begin(() => lost.push(hold.unheld()));
    aheadMs = 1_000;
    const before = nowMs();
    await proxy.close();
    await eventually(() => lost.length > 0);
    const { sinceMs = 0 } = lost[0] ?? {};
    expect(sinceMs).toBeGreaterThanOrEqual(before);
    aheadMs = 9_000;
    const triedBefore = rests;
    await eventually(() => rests > triedBefore + 2);
    expect(hold.unheld()).toEqual({ because: expect.stringContaining('ECONNREFUSED'), isTaken: false, sinceMs });
  });

  test('is lost for good when an exclusive holder loses its connection', async () => {
    const move = await alone();
    await postgres.pool.query(END_SESSIONS);
    await eventually(() => !move.isAlone());
    const process = await taken();
    expect(process.isHeld()).toBe(true);
  });

  test('counts as lost in a process that paused for 7 s, until PostgreSQL answers again', async () => {
    const proxy = await createProxy(postgres.url);
    opened.push(proxy.close);
    const hold = shared(proxy.url);
    await hold.begin(() => undefined);
    proxy.forget();
    expect(hold.isHeld()).toBe(true);
    aheadMs = 6_999;
    expect(hold.isHeld()).toBe(true);
    aheadMs = 7_000;
    expect(hold.isHeld()).toBe(false);
  });
});
