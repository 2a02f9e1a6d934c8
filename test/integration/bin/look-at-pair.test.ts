import { pino } from 'pino';
import { createPair } from '../../../infra/pair/pair';
import { lookAtPair } from '../../../src/bin/ledger/store/look-at-pair';
import { connectPair } from '../../../src/bin/pair';
import { useScriptedCluster } from '../../infra/event-store/scripted/cluster';
import type { ScriptedNode } from '../../infra/event-store/scripted/node';
import { ANSWERS } from '../../infra/event-store/scripted/script';
import { testDatabase } from '../../stores/postgres';
import { emptied, openPostgres, type Postgres, rowOf } from '../infra/pair/pair-world';

const silent = pino({ level: 'silent' });
const cluster = useScriptedCluster();
let postgres: Postgres;

beforeAll(async () => {
  postgres = await openPostgres();
});
afterEach(() => emptied(postgres));
afterAll(() => postgres.close());

const placesOf = ({ connectionString }: ScriptedNode, databaseUrl = postgres.url) => ({
  ...{ databaseUrl, eventStoreUrl: connectionString, isEmbedded: false },
});
const lookAt = (node: ScriptedNode, databaseUrl?: string) => lookAtPair(placesOf(node, databaseUrl), silent);

const bind = async (node: ScriptedNode): Promise<string> => {
  const { deps, close } = connectPair(placesOf(node), silent);
  const pair = createPair(deps);
  await pair.start();
  await pair.close();
  await close();
  return (await rowOf(postgres))?.ledgerId ?? '';
};

describe('E14: `ledger store check` looks at the pair', () => {
  test('a bound one is named, and nothing is written', async () => {
    const node = await cluster.node();
    const ledgerId = await bind(node);
    const before = [await rowOf(postgres), await cluster.connect(node).head()];
    expect(await lookAt(node)).toEqual({
      ...{ check: 'pair', outcome: 'ok' },
      says: `bound to ledger ${ledgerId}, format 1`,
    });
    expect([await rowOf(postgres), await cluster.connect(node).head()]).toEqual(before);
  });

  test('an unbound one is not opened', async () => {
    const node = await cluster.node();
    expect(await lookAt(node)).toMatchObject({ outcome: 'warning', says: expect.stringContaining('not bound yet') });
    expect(await rowOf(postgres)).toBeNull();
    expect(await cluster.connect(node).readStream('ledger-identity')).toEqual([]);
  });

  test('another store is a fault that names the ledger', async () => {
    const ledgerId = await bind(await cluster.node());
    expect(await lookAt(await cluster.node())).toMatchObject({
      outcome: 'fault',
      says: expect.stringMatching(`^PostgreSQL belongs to ledger ${ledgerId}, but the event store holds no events`),
    });
  });

  test('what does not answer is a fault that says so', async () => {
    const node = await cluster.node();
    await bind(node);
    node.script.instead = () => ANSWERS.denied();
    const says = expect.stringMatching(/^cannot be read: the event store: .*Access Denied/i);
    expect(await lookAt(node)).toMatchObject({ outcome: 'fault', says });
  });
});

describe('E14: a PostgreSQL without tables is looked at, and none are made', () => {
  test('beside an empty store it is not bound yet; beside a ledger it is refused', async () => {
    const { url, drop } = await testDatabase();
    const node = await cluster.node();
    const says = async () => (await lookAt(node, url)).says;
    expect(await says()).toContain('not bound yet: a start opens a new ledger');
    const ledgerId = await bind(node);
    expect(await says()).toContain(`PostgreSQL is new, but the event store holds ledger ${ledgerId}`);
    await drop();
  });

  test('with the tables of the version before it is not bound yet', async () => {
    await postgres.pool.query('ALTER TABLE lastro.pair RENAME TO pair_to_come');
    expect(await lookAt(await cluster.node())).toMatchObject({
      outcome: 'warning',
      says: expect.stringContaining('the version before'),
    });
    await postgres.pool.query('ALTER TABLE lastro.pair_to_come RENAME TO pair');
  });
});
