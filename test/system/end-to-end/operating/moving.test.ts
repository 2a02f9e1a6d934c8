import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectRoot } from '../../../../infra/project-root';
import { openServedStore, type ServedStore } from '../../../integration/infra/event-store/served-store';
import { openIntent, payIntent, registerApprovedUser } from '../support/pay';
import {
  demoKeyOf,
  type Environment,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../support/run-service';

jest.setTimeout(300_000);

/** A move waits for 75 s until nobody can still write to the store that the ledger leaves. */
const MOVED_WITHIN_MS = 180_000;
const BY_ANA = ['--actor', 'ana', '--reason', 'wrong machine'];
/** Whose rows tell positions, and whose do not. */
const REBUILT = ['audit-trail', 'webhook-outbox', 'payouts'];

const { dataDir, remove } = temporaryDataDir();
const embedded = { DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100' };
const on = (store: ServedStore) => ({ ...embedded, EVENTSTORE_URL: store.connectionString });

let first: ServedStore;
let second: ServedStore;
let token = '';
let intents: readonly Awaited<ReturnType<typeof openIntent>>[] = [];

const ledger = (environment: Environment, ...words: readonly string[]) =>
  runProgram('ledger', words, environment, MOVED_WITHIN_MS);

const atWork = async (environment: Environment, work: (service: RunningProcess) => Promise<void>): Promise<void> => {
  const service = await startProgram('start', environment);
  try {
    await work(service);
  } finally {
    await service.stop();
  }
};

/** Ends the move, and whatever it has started, without a word as soon as it has told `word`. */
const killedMove = async (to: string, word: string): Promise<void> => {
  const file = path.join(projectRoot(), 'dist', 'src', 'bin', 'ledger.js');
  const child: ChildProcess = spawn(process.execPath, [file, 'store', 'move'], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...embedded, MOVE_TO: to },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    told += chunk.toString();
    if (told.includes(word)) child.kill('SIGKILL');
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect([code, signal, told]).toEqual([null, 'SIGKILL', expect.stringContaining(word)]);
};

beforeAll(async () => {
  [first, second] = [await openServedStore(), await openServedStore()];
  await atWork(embedded, async (service) => {
    ({ token } = await registerApprovedUser(service, demoKeyOf(service), 'maria@pessoa.example'));
    const payee = (number: number) => ({ key: `${number}@pessoa.example`, name: `MARIA ${number}` });
    intents = [await openIntent(service, token, payee(1)), await openIntent(service, token, payee(2))];
  });
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  remove();
});

describe('E13: a ledger that moves to another store', () => {
  test('and is killed on its way goes on or is cancelled, and nothing starts meanwhile', async () => {
    await killedMove(first.connectionString, 'copying events');
    const { code, stderr } = await runProgram('start', [], embedded, MOVED_WITHIN_MS);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/Move \S+ to localhost:\d+ has begun and not ended/)]);
    const to = ['--to', first.connectionString];
    const cancelled = await ledger(embedded, 'store', 'move', '--cancel', ...to, ...BY_ANA, '--json');
    expect([cancelled.code, cancelled.stdout]).toEqual([0, '{"cancelled":true}\n']);
  });

  test('and was cancelled pays where it was, and never comes to that store', async () => {
    await atWork(embedded, (service) => payIntent(service, token, intents[0]!));
    const again = await ledger({ ...embedded, MOVE_TO: first.connectionString }, 'store', 'move');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('holds ledger')]);
  });

  test('has its history there, each rebuild finds its rows, and what was open is paid', async () => {
    const moved = await ledger({ ...embedded, MOVE_TO: second.connectionString }, 'store', 'move', '--json');
    expect([moved.code, JSON.parse(moved.stdout)]).toEqual([0, { moved: expect.stringMatching(/^localhost:\d+$/) }]);
    for (const name of REBUILT) {
      const { stdout } = await ledger(on(second), 'rebuild', name, '--json');
      expect(JSON.parse(stdout)).toMatchObject({ outcome: 'swapped', differences: [] });
    }
    await atWork(on(second), (service) => payIntent(service, token, intents[1]!));
    const compared = await ledger(on(second), 'store', 'compare', '--json');
    expect([compared.code, compared.stdout]).toEqual([0, '']);
  });

  test('is no more where it was, and the store there says where it is', async () => {
    const { code, stdout } = await ledger(embedded, 'store', 'check');
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/FAULT +pair +.* has moved from this event store to localhost:\d+ .*set EVENTSTORE_URL/),
    ]);
  });
});
