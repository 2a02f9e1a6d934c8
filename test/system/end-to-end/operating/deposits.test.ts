import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../../infra/project-root';
import {
  chainUrlOf,
  LOCAL_RECEIVER,
  localWallet,
  openIntent,
  registerApprovedUser,
  waitForStatus,
} from '../support/pay';
import {
  ask,
  demoKeyOf,
  LEDGER_IN_SHELL,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../support/run-service';

jest.setTimeout(300_000);

const SIMULATED_USD = 9102;
const page = fs.readFileSync(path.join(projectRoot(), 'docs', 'operations', 'deposits.md'), 'utf8');
const [, section = ''] = /^## Deposits that nobody claims\n(.*?)^## /ms.exec(page) ?? [];
const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text);

const { dataDir, remove } = temporaryDataDir();
const environment = { DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100' };
const WHY = ['--actor', 'ana', '--reason', 'nobody answers'];

let service: RunningProcess;
let token = '';

beforeAll(async () => {
  service = await startProgram('start', environment);
  ({ token } = await registerApprovedUser(service, demoKeyOf(service), 'maria@pessoa.example'));
});
afterAll(async () => {
  await service.stop();
  remove();
});

const open = () => openIntent(service, token, { key: 'maria@pessoa.example', name: 'MARIA' }, SIMULATED_USD);
const ledger = (...words: readonly string[]) => runProgram('ledger', [...words, '--json'], environment);

interface Item {
  readonly depositId: string;
  readonly reason: string;
  readonly sender: string;
  readonly amountBaseUnits: string;
  readonly candidates: readonly { readonly intentId: string; readonly because: readonly string[] }[];
}
const inbox = async (...words: readonly string[]) =>
  JSON.parse((await ledger('deposits', ...words)).stdout) as {
    readonly items: readonly Item[];
    readonly nextCursor: string | null;
  };

const hasShell = spawnSync('bash', ['-c', 'curl --fail-with-body --version']).status === 0;
if (!hasShell) process.stderr.write('The example of deposits is NOT run: it needs bash and curl\n');

(hasShell ? test : test.skip)('runs the example of docs/operations/deposits.md, with two operators', async () => {
  expect(blocks).toHaveLength(3);
  const { intentId } = await open();
  const env = {
    ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    ...{ LASTRO: service.url, API_KEY: demoKeyOf(service), INTENT: intentId, CHAIN: chainUrlOf(service) },
    ...{ PAYER: localWallet(service, 0).address, RECEIVER: localWallet(service, LOCAL_RECEIVER).address },
  };
  const script = [LEDGER_IN_SHELL, ...blocks].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    ...{ env, cwd: projectRoot(), timeout: 290_000 },
  });
  expect(stdout).toContain(`${intentId}  PENDING`);
  expect(stdout).toContain('proposed by ana; a second operator must give the same command; set aside: MEMO');
  expect(stdout).toContain(`pays ${intentId}; set aside: MEMO`);
  expect(stdout).toMatch(/proposed by ana; a second operator must give the same command\n.*: refunded by 0x/);
  await waitForStatus(service, token, intentId, 'COMPLETED');
  expect((await inbox()).items).toEqual([]);
});

const unmatched = async (kind: string): Promise<void> => {
  const { intentId } = await open();
  const url = `${service.url}/api/v1/sandbox/deposits`;
  await ask(url, { token: demoKeyOf(service), body: { intentId, kind } });
};

/** Asks until they are listed: the test's own limit ends the wait. */
const untilListed = async (count: number): Promise<readonly Item[]> => {
  for (;;) {
    const { items } = await inbox();
    if (items.length === count) return items;
  }
};

test('lists the inbox by pages, and writes off one deposit for good', async () => {
  await unmatched('underpaid');
  await unmatched('wrong-asset');
  const items = await untilListed(2);
  const first = await inbox('--limit', '1');
  const second = await inbox('--limit', '1', '--cursor', first.nextCursor ?? '');
  expect([...first.items, ...second.items].map(({ depositId }) => depositId)).toEqual(
    items.map(({ depositId }) => depositId),
  );
  expect(second.nextCursor).toBeNull();
  const short = items.find(({ reason }) => reason === 'UNDERPAID');
  expect(short?.candidates[0]).toMatchObject({ because: ['MEMO', 'SENDER', 'IN_TIME'], refusal: 'UNDERPAID' });
  const { depositId = '', candidates: [named] = [] } = short ?? {};
  expect(await ledger('deposits', 'write-off', depositId)).toMatchObject({ code: 1 });
  const { stdout } = await ledger('deposits', 'write-off', depositId, ...WHY);
  expect(JSON.parse(stdout)).toEqual({ depositId, resolution: 'RESOLVED' });
  expect(await ledger('deposits', 'assign', depositId, named?.intentId ?? '', ...WHY)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('DEPOSIT_TAKEN'),
  });
  expect(JSON.parse((await ledger('deposits', 'show', depositId)).stdout)).toMatchObject({
    ...{ status: 'WRITTEN_OFF', reason: 'UNDERPAID', candidates: [], proposal: null },
    transaction: [{ depositId }],
  });
  expect((await ledger('audit', depositId)).stdout).toContain('DepositWrittenOff');
  expect((await inbox()).items).toHaveLength(1);
});

test('refunds a deposit on the simulated network once, after the refund is final', async () => {
  await unmatched('underpaid');
  await unmatched('underpaid');
  const [first, second] = (await untilListed(3)).filter(({ reason }) => reason === 'UNDERPAID');
  const { depositId = '', sender = '', amountBaseUnits = '' } = first ?? {};
  const body = { assetId: SIMULATED_USD, amount: (Number(amountBaseUnits) / 1e6).toFixed(6) };
  const url = `${service.url}/api/v1/sandbox/wallets/${sender}/credit`;
  const credited = await ask<{ transaction: { txid: string } }>(url, { token: demoKeyOf(service), body });
  const { txid } = credited.body.data.transaction;
  const refund = (deposit: string, ...words: readonly string[]) =>
    ledger('deposits', 'refund', deposit, '--transaction', txid, ...words, ...WHY);
  expect(await refund(depositId, '--to', '0x00000000000000000000000000000000000000cc')).toMatchObject({ code: 1 });
  let done = await refund(depositId);
  while (done.stderr.includes('not final yet')) done = await refund(depositId);
  expect(JSON.parse(done.stdout)).toEqual({ depositId, resolution: 'RESOLVED', transaction: txid });
  expect(await refund(second?.depositId ?? '')).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining(`is assigned to ${depositId}`) },
  });
  expect(await ledger('deposits', 'write-off', depositId, ...WHY)).toMatchObject({ code: 1 });
  expect((await ledger('audit', depositId)).stdout).toContain('DepositRefunded');
  expect((await inbox()).items.map((item) => item.depositId)).not.toContain(depositId);
});
