import { openServedStore, type ServedStore } from '../../../integration/infra/event-store/served-store';
import { runProgram, temporaryDataDir } from '../support/run-service';

jest.setTimeout(360_000);

const { dataDir, remove } = temporaryDataDir();
let store: ServedStore;

beforeAll(async () => {
  store = await openServedStore();
});
afterAll(async () => {
  await store.close();
  remove();
});

const ledger = (key: string | null, ...words: readonly string[]) =>
  runProgram('ledger', [...words, '--json'], {
    ...{ DATA_DIR: dataDir, DATABASE_URL: store.databaseUrl, EVENTSTORE_URL: store.connectionString },
    ...(key === null ? {} : { LASTRO_OPERATOR_KEY: key }),
  });
const create = ['partner', 'create', '--name', 'Acme'] as const;
const refused = (stderr: string) => ({ code: 1, stdout: '', stderr: expect.stringContaining(stderr) });

const keyOf = async (added: ReturnType<typeof ledger>): Promise<string> => {
  const { code, stdout, stderr } = await added;
  expect([code, stderr]).toEqual([0, '']);
  return (JSON.parse(stdout) as { readonly operatorKey: string }).operatorKey;
};

let ana = '';
let bob = '';

test('needs a key for a changing command outside embedded mode, and none for reading', async () => {
  expect(await ledger(null, ...create)).toMatchObject(refused('needs the key of an operator in LASTRO_OPERATOR_KEY'));
  expect(await ledger(`op_${'0'.repeat(64)}`, ...create)).toMatchObject(refused('belongs to no approved operator'));
  expect((await ledger(null, 'partner', 'list')).code).toBe(0);
});

test('adds the first admin without a key, and every later one by an admin', async () => {
  ana = await keyOf(ledger(null, 'operator', 'add', 'ana', '--role', 'admin'));
  const nobody = await ledger(null, 'operator', 'add', 'kim', '--role', 'admin');
  expect(nobody).toMatchObject(refused('Only an admin can add an operator'));
  bob = await keyOf(ledger(ana, 'operator', 'add', 'bob', '--role', 'operator'));
  expect(await ledger(bob, 'operator', 'add', 'kim', '--role', 'admin')).toMatchObject(
    refused('without the permission administer'),
  );
});

test('takes the actor from the key, despite --actor', async () => {
  const created = await ledger(ana, ...create, '--reason', 'a new partner');
  const { partnerId } = JSON.parse(created.stdout) as { readonly partnerId: string };
  const [opened] = await store.store.readStream(`partner-${partnerId}`);
  expect(opened?.metadata).toMatchObject({ actor: { kind: 'operator', id: 'ana' }, reason: 'a new partner' });
  expect(await ledger(bob, ...create)).toMatchObject(
    refused('bob has the role operator without the permission administer'),
  );
  expect(await ledger(ana, ...create, '--actor', 'eva')).toMatchObject(refused('the key belongs to ana'));
});

const LEAVING_NO_EVENT = [
  'rebuild accounts --accept-difference',
  'rebuild accounts --from-start',
  'replay-parked',
  'vault rewrap',
  'vault rewrap --lookups',
];

test.each(LEAVING_NO_EVENT)('`ledger %s` writes no event, and still needs the key of an admin', async (command) => {
  const words = command.split(' ');
  expect(await ledger(null, ...words)).toMatchObject(refused('LASTRO_OPERATOR_KEY'));
  expect(await ledger(bob, ...words)).toMatchObject(
    refused('bob has the role operator without the permission administer'),
  );
  expect(await ledger(ana, ...words)).toMatchObject({ code: 0 });
});

test('needs no key for a rebuild that shows nothing else', async () => {
  expect(await ledger(null, 'rebuild', 'accounts')).toMatchObject({ code: 0 });
});

test('lists keys without their secrets, and refuses a revoked key at once', async () => {
  const listed = await ledger(null, 'operator', 'list');
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { operatorName: 'ana', role: 'admin', status: 'ACTIVE' },
    { operatorName: 'bob', role: 'operator', status: 'ACTIVE', addedBy: 'ana' },
  ]);
  expect(listed.stdout).not.toMatch(/[0-9a-f]{64}/);
  expect(await ledger(null, 'operator', 'revoke', 'bob')).toMatchObject(refused('LASTRO_OPERATOR_KEY'));
  expect((await ledger(ana, 'operator', 'revoke', 'bob')).code).toBe(0);
  const closing = ['alerts', 'close', 'x', 'y', '--reason', 'over'] as const;
  expect(await ledger(bob, ...closing)).toMatchObject(refused('belongs to no approved operator'));
  expect(await ledger(ana, 'operator', 'revoke', 'ana')).toMatchObject(refused('is the last admin'));
  const history = (await store.store.readStream('operators-all')).map(({ type, metadata }) => [
    type,
    metadata.actor.id,
  ]);
  expect(history.slice(1)).toEqual([
    ['OperatorAdded', 'ana'],
    ['OperatorRevoked', 'ana'],
  ]);
});

test('requires a second admin’s approval for what one admin has added', async () => {
  const eva = await keyOf(ledger(ana, 'operator', 'add', 'eva', '--role', 'admin'));
  const kim = await keyOf(ledger(eva, 'operator', 'add', 'kim', '--role', 'admin'));
  expect(await ledger(kim, ...create)).toMatchObject(refused('belongs to no approved operator'));
  expect(await ledger(eva, 'operator', 'approve', 'kim', '--role', 'admin')).toMatchObject(
    refused('An admin other than eva'),
  );
  expect(await ledger(ana, 'operator', 'approve', 'kim')).toMatchObject({ code: 1 });
  expect(await ledger(ana, 'operator', 'approve', 'kim', '--role', 'viewer')).toMatchObject(
    refused('has the role admin'),
  );
  expect((await ledger(ana, 'operator', 'approve', 'kim', '--role', 'admin')).code).toBe(0);
  expect((await ledger(kim, ...create)).code).toBe(0);
});
