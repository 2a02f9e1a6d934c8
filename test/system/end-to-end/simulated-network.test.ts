import { Client } from 'pg';
import { SIMULATED_USD } from '../../../infra/chains/simulated/network';
import { readRunFile } from '../../../infra/run-file';
import { openIntent, registerApprovedUser, waitForStatus } from './support/pay';
import { ask, askOnce, demoKeyOf, type RunningProcess, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(360_000);

const { dataDir, remove } = temporaryDataDir();
let service: RunningProcess;
let database: Client;
let key: string;
let token: string;

beforeAll(async () => {
  service = await startProgram('start', {
    ...{ DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '1000', QUOTE_WINDOW_SECONDS: '60' },
    RATE_LIMITS: JSON.stringify({ userGet: 0, cashoutPost: 0, partner: 0, ip: 0 }),
  });
  database = new Client({ connectionString: (await readRunFile(dataDir))?.databaseUrl });
  await database.connect();
  key = demoKeyOf(service);
  ({ token } = await registerApprovedUser(service, key, 'ana'));
});
afterAll(async () => {
  await database.end();
  expect(await service.stop()).toBe(0);
  remove();
});

interface Placed {
  readonly transactions: readonly { readonly txid: string }[];
}

const played = async (kind: string) => {
  const { intentId } = await openIntent(service, token, { key: 'ana@exemplo.com', name: 'ANA' }, SIMULATED_USD);
  const body = { intentId, kind };
  const placed = await ask<Placed>(`${service.url}/api/v1/sandbox/deposits`, { token: key, body });
  expect(placed.status).toBe(200);
  return { intentId, txids: placed.body.data.transactions.map(({ txid }) => txid) };
};

/** As the inbox shows them: the status, or why none was paid. */
const untilDeposits = async (txids: readonly string[], isEnd: (ends: readonly string[]) => boolean) => {
  for (let attempt = 0; attempt < 900; attempt += 1) {
    const { rows } = await database.query<{ status: string; reason: string | null }>(
      'SELECT status, reason FROM lastro.deposits WHERE txid = ANY ($1)',
      [txids],
    );
    const ends = rows.map(({ status, reason }) => reason ?? status).sort();
    if (isEnd(ends)) return ends;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The deposits never ended: ${txids.join(', ')}`);
};

const isEnded = (ends: readonly string[]): boolean =>
  ends.length > 0 && ends.every((end) => !['OBSERVED', 'FINALISED', 'CLAIMED'].includes(end));

test('the network is watched beside the others, and readiness knows it', async () => {
  const ready = await askOnce<{ checks: Readonly<Record<string, { ok: boolean }>> }>(`${service.url}/health/ready`);
  expect([ready.status, ready.body.data.checks['network:simulated']?.ok]).toEqual([200, true]);
});

test.each([
  ['exact', ['MATCHED']],
  ['overpaid', ['MATCHED']],
  ['duplicate', ['DUPLICATE', 'MATCHED']],
])('%s: the intent is COMPLETED', async (kind, ends) => {
  const { intentId, txids } = await played(kind);
  await waitForStatus(service, token, intentId, 'COMPLETED');
  expect(await untilDeposits(txids, (seen) => isEnded(seen) && seen.length === txids.length)).toEqual(ends);
});

test('every kind that pays nothing ends where it is documented to, and the intent expires', async () => {
  const expected = {
    ...{ underpaid: ['UNDERPAID'], 'wrong-memo': ['UNKNOWN_MEMO'], 'wrong-asset': ['WRONG_ASSET'] },
    reverted: ['REVERTED'],
  };
  const late = await played('late');
  for (const [kind, ends] of Object.entries(expected)) {
    const { txids } = await played(kind);
    expect([kind, await untilDeposits(txids, isEnded)]).toEqual([kind, ends]);
  }
  const ends = await untilDeposits(late.txids, isEnded);
  expect(['LATE', 'INTENT_CLOSED']).toContain(ends[0]);
  await waitForStatus(service, token, late.intentId, 'EXPIRED');
});
