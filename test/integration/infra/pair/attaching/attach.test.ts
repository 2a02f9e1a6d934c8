import { decideAttach } from '../../../../../commands/pair/attach';
import type { EventStore } from '../../../../../commands/ports/event-store';
import type { PairDeps } from '../../../../../infra/pair/deps';
import { settleOnce } from '../../../../../infra/pair/settle';
import { eventually, manualTime } from '../manual-time';
import { depsOn, identityOf, type Postgres, rowOf } from '../pair-world';
import { useServices } from '../services';

const { first, second, started, running } = useServices();
const QUIET_MS = 75_000;
const SECOND_LOOK_MS = 30_000;

const attach = (deps: PairDeps) =>
  settleOnce(deps, (look, { id, at }) => decideAttach(look, { id, at, actor: 'ana', reason: 'restored' }));

const commandOn = ({ pool }: Postgres, store: EventStore) => {
  const time = manualTime();
  return { deps: depsOn(pool, store, time), time };
};

const withVault = ({ pool }: Postgres) =>
  pool.query(`INSERT INTO vault.subject_keys (subject_id, wrapped_key) VALUES ('u1', 'k')`);

describe('the attachment of another PostgreSQL', () => {
  test('ends after the quiet time, and the former PostgreSQL is refused', async () => {
    const service = await running();
    await withVault(second());
    const { deps, time } = commandOn(second(), service.log);
    const attached = attach(deps);
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

  test('is refused without a restored vault, and writes nothing', async () => {
    const service = await running();
    const { deps, time } = commandOn(second(), service.log);
    const refused = attach(deps).catch((error: unknown) => (error as Error).message);
    await eventually(() => time.rests.includes(SECOND_LOOK_MS));
    time.pass(SECOND_LOOK_MS);
    expect(await refused).toContain('Restore the schema vault first');
    expect(await rowOf(second())).toBeNull();
    expect(await identityOf(service.log)).toEqual(['LedgerOpened', 'LedgerLed']);
  });

  test('appends nothing when the pair is already right', async () => {
    const service = await running();
    await attach(commandOn(first(), service.log).deps);
    expect(await identityOf(service.log)).toEqual(['LedgerOpened', 'LedgerLed']);
  });
});
