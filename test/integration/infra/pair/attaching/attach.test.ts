import type { EventStore } from '../../../../../commands/ports/event-store';
import { systemClock } from '../../../../../infra/clock';
import { createMemoryEventStore } from '../../../../../infra/event-store/memory';
import { randomIds } from '../../../../../infra/ids';
import { attachPair } from '../../../../../infra/pair/attaching/attach';
import { forgetOpening } from '../../../../../infra/pair/attaching/forget-opening';
import type { BindDeps } from '../../../../../infra/pair/bind';
import { createLooking } from '../../../../../infra/pair/looking';
import { writePairRow } from '../../../../../infra/pair/pair-row';
import { checkpointKeeper } from '../../../../../infra/projections/waiting/checkpoint-keeper';
import { BOUND, OPENING } from '../../../../commands/pair/sample-look';
import { silent } from '../../../../infra/projections/fixture';
import { eventually, manualTime } from '../manual-time';
import { HELD, identityOf, type Postgres, rowOf } from '../pair-world';
import { useServices } from '../services';

const { first, second, started, running } = useServices();
const QUIET_MS = 75_000;
const SECOND_LOOK_MS = 30_000;
const ASKED = { actor: 'ana', reason: 'restored', differences: 0 };

const commandOn = ({ pool }: Postgres, store: EventStore) => {
  const time = manualTime();
  const { signal } = new AbortController();
  const keeper = checkpointKeeper({ pool, onParked: () => undefined });
  const connect = () => ({ ...store, close: async () => undefined });
  const deps: BindDeps = {
    ...{ pool, store, keeper, hold: HELD, clock: systemClock, ids: randomIds, logger: silent, nowMs: time.nowMs },
    takeLook: createLooking({ pool, store, connect, keeper, nowMs: time.nowMs }),
    ...{ rest: (ms) => time.rest(ms, signal), isStopping: () => false, isAway: () => false, onHeld: () => undefined },
  };
  return { deps, time };
};

const withVault = ({ pool }: Postgres) =>
  pool.query(`INSERT INTO vault.subject_keys (subject_id, wrapped_key) VALUES ('u1', 'k')`);

describe('E7: another PostgreSQL is attached', () => {
  test('after the quiet time, and the one before is refused', async () => {
    const service = await running();
    await withVault(second());
    const { deps, time } = commandOn(second(), service.log);
    const attached = attachPair(deps, ASKED);
    await eventually(() => time.rests.includes(QUIET_MS));
    expect((await rowOf(second()))?.state).toBe('ATTACHING');
    time.pass(QUIET_MS);
    const { ledgerId } = await attached;
    expect(await rowOf(second())).toMatchObject({ ledgerId, state: 'BOUND', coming: null });
    expect(await identityOf(service.log)).toEqual(['LedgerOpened', 'LedgerLed', 'LedgerAttached']);
    const next = started(second(), service.log);
    await next.start();
    const before = started(first(), service.log);
    const refused = before.start().catch((error: unknown) => (error as Error).message);
    await eventually(() => before.time.rests.includes(SECOND_LOOK_MS));
    before.time.pass(SECOND_LOOK_MS);
    expect(await refused).toContain('ana attached the ledger to another PostgreSQL ("restored")');
  });

  test('not, where anything differs: nothing is written', async () => {
    const service = await running();
    const { deps, time } = commandOn(second(), service.log);
    const refused = attachPair(deps, { ...ASKED, differences: 3 }).catch((error: unknown) => (error as Error).message);
    await eventually(() => time.rests.includes(SECOND_LOOK_MS));
    time.pass(SECOND_LOOK_MS);
    expect(await refused).toContain('differ in 3 ways');
    expect(await rowOf(second())).toBeNull();
    expect(await identityOf(service.log)).toEqual(['LedgerOpened', 'LedgerLed']);
  });

  test('not, where the pair is right: nothing is appended', async () => {
    const service = await running();
    await attachPair(commandOn(first(), service.log).deps, ASKED);
    expect(await identityOf(service.log)).toEqual(['LedgerOpened', 'LedgerLed']);
  });
});

describe('E7: an opening is forgotten', () => {
  const forget = () => forgetOpening(commandOn(first(), createMemoryEventStore()).deps);

  test('where nothing is beside it, and the next start opens a ledger', async () => {
    await writePairRow(first().pool, { do: 'WRITE_ROW', from: null, to: OPENING });
    await forget();
    expect(await rowOf(first())).toBeNull();
    await started(first(), createMemoryEventStore()).start();
    expect((await rowOf(first()))?.state).toBe('BOUND');
  });

  test('not, where keys are beside it, or it is no opening', async () => {
    await writePairRow(first().pool, { do: 'WRITE_ROW', from: null, to: OPENING });
    await withVault(first());
    await expect(forget()).rejects.toThrow('no opening to forget');
    await writePairRow(first().pool, { do: 'WRITE_ROW', from: OPENING, to: BOUND });
    await expect(forget()).rejects.toThrow('no opening to forget');
  });
});
