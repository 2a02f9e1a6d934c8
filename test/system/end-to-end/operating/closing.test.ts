import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { readRunFile } from '../../../../infra/run-file';
import { openIntent, registerApprovedUser } from '../support/pay';
import {
  ask,
  askOnce,
  demoKeyOf,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../support/run-service';

jest.setTimeout(360_000);

interface Ready {
  readonly checks: Readonly<Record<string, { readonly detail: string }>>;
}

const { dataDir, remove } = temporaryDataDir();
const environment = { DATA_DIR: dataDir };
const BY_ANA = ['--actor', 'ana', '--reason', 'deleted by hand'];

let service: RunningProcess;
let client: Client;
let token: string;
let lost = '';

const ledger = (...words: readonly string[]) => runProgram('ledger', [...words, '--json'], environment);
const answerOf = async <Answer>(...words: readonly string[]): Promise<Answer> => {
  // A command that opens an alert also writes to stderr.
  const { code, stdout, stderr } = await ledger(...words);
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Answer;
};
const parked = async (): Promise<string> => {
  const { body } = await askOnce<Ready>(`${service.url}/health/ready`);
  return body.data.checks['parked']?.detail ?? 'nothing';
};

/** The last considered stream must not be deleted: then the pair would be wrong. */
const untilConsideredFurther = async (stream: string): Promise<void> => {
  for (;;) {
    const { rowCount } = await client.query('SELECT FROM lastro.named_checkpoints WHERE stream = $1', [stream]);
    if (rowCount === 0) return;
    await pause(100);
  }
};

beforeAll(async () => {
  service = await startProgram('start', environment);
  ({ token } = await registerApprovedUser(service, demoKeyOf(service), 'user-1'));
  const payee = { key: 'payee@loja.example', name: 'LOJA' };
  lost = (await openIntent(service, token, payee)).intentId;
  await openIntent(service, token, payee);
  client = new Client({ connectionString: (await readRunFile(dataDir))?.databaseUrl });
  await client.connect();
  await untilConsideredFurther(`cashout-${lost}`);
});
afterAll(async () => {
  await client.end();
  await service.stop();
  remove();
});

test('parks a payment whose stream was deleted until an operator closes it', async () => {
  const stream = `cashout-${lost}`;
  await client.query('ALTER TABLE event_store.events DISABLE TRIGGER only_added_to');
  await client.query('DELETE FROM event_store.events WHERE stream = $1', [stream]);
  expect(await ledger('explain', lost)).toMatchObject({ code: 1 });
  expect(await parked()).toContain(stream);
  const listed = await answerOf<{ parked: unknown[] }>('streams');
  expect(listed.parked).toEqual([
    expect.objectContaining({ stream, projections: expect.arrayContaining(['payouts']) }),
  ]);

  const closed = await answerOf('streams', 'close', stream, ...BY_ANA);
  expect(closed).toMatchObject({
    stream,
    intentId: lost,
    closedFor: 'GONE',
    actor: 'ana',
    lastKnown: { status: 'PENDING' },
  });
  expect(await parked()).toBe('nothing');
  expect(await answerOf('streams')).toEqual({ parked: [], closed: [closed] });
  expect(await answerOf('streams', 'close', stream, ...BY_ANA)).toEqual(closed);

  const shown = await ask<{ status: string }>(`${service.url}/api/v1/cashout/intent/${lost}`, { token });
  expect([shown.status, shown.body.data.status]).toEqual([200, 'PENDING']);
  expect(await answerOf('explain', lost)).toMatchObject({ status: 'CLOSED', movesWhen: [] });
  const alerts = await answerOf<{ kind: string; subject: string }[]>('alerts');
  expect(alerts).toContainEqual(expect.objectContaining({ kind: 'stream-closed', subject: stream }));
});
