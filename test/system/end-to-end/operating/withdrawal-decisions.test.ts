import { setTimeout as pause } from 'node:timers/promises';
import { redemptionKeyOf } from '../../../../commands/handling/deterministic-ids';
import { SIMULATED_BRL } from '../../../../infra/chains/simulated/network';
import { openLogStore } from '../../../../infra/event-store/log/log-store';
import { readRunFile } from '../../../../infra/run-file';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { happenedIn } from '../../../core';
import {
  ask,
  demoKeyOf,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../support/run-service';

jest.setTimeout(360_000);

const { dataDir, remove } = temporaryDataDir();
const environment = { DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100' };
const WALLET = '0x8ba1f109551bd432803012645ac136ddd64dba72';
const REASON = ['--reason', 'the explorer shows it'];

interface Withdrawn {
  readonly withdrawId: string;
  readonly status: string;
}

let service: RunningProcess;
let token = '';
let keys: { readonly ana: string; readonly bob: string };

const at = (path: string): string => `${service.url}/api/v1/${path}`;

const until = async <Value>(what: string, read: () => Promise<Value | undefined>): Promise<Value> => {
  const deadlineMs = Date.now() + 90_000;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    if (Date.now() > deadlineMs) throw new Error(`not within 90 s: ${what}`);
    await pause(250);
  }
};

/** As the operator whose key is given. */
const ledger = (operatorKey: string, ...words: readonly string[]) =>
  runProgram('ledger', [...words, '--json'], { ...environment, LASTRO_OPERATOR_KEY: operatorKey });

const addOperator = async (name: string, role: string): Promise<string> => {
  const { stdout } = await runProgram('ledger', ['operator', 'add', name, '--role', role, '--json'], environment);
  return (JSON.parse(stdout) as { readonly operatorKey: string }).operatorKey;
};

const allowed = async (key: string): Promise<void> => {
  const listed = await runProgram('ledger', ['partner', 'list', '--json'], environment);
  const { items } = JSON.parse(listed.stdout) as { readonly items: readonly { readonly partnerId: string }[] };
  const words = ['partner', 'set', items[0]?.partnerId ?? '', '--feature', 'pegged-withdraw=on', ...REASON];
  expect(await runProgram('ledger', [...words, '--actor', 'ana'], environment)).toMatchObject({ code: 0 });
  const body = { externalUserId: 'ana', pubkey: WALLET, blockchain: 'simulated' };
  const { userId } = (await ask<{ userId: string }>(at('users'), { token: key, body })).body.data;
  await ask(at(`users/${userId}/kyc`), { token: key, method: 'PATCH', body: { kycStatus: 'APPROVED' } });
  const issued = await ask<{ token: string }>(at('auth/token'), { token: key, body: { pubkey: WALLET } });
  ({ token } = issued.body.data);
  const credit = { assetId: SIMULATED_BRL, amount: '500.00', allowance: '500.00' };
  expect((await ask(at(`sandbox/wallets/${WALLET}/credit`), { token: key, body: credit })).status).toBe(200);
};

beforeAll(async () => {
  service = await startProgram('start', environment);
  await allowed(demoKeyOf(service));
  keys = { ana: await addOperator('ana', 'operator'), bob: await addOperator('bob', 'approver') };
});
afterAll(async () => {
  await service.stop();
  remove();
});

const stateOf = async (withdrawId: string): Promise<string> =>
  (await ask<Withdrawn>(at(`cashout/withdraw/${withdrawId}`), { token })).body.data.status;

/** Runs a withdrawal to its end. A credit belongs to the wallet once it is final. */
const ended = async (scenario: string, status: string): Promise<string> => {
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-sandbox-scenario': scenario },
  };
  const body = JSON.stringify({ amount: 100, pixKey: 'fulano@exemplo.com', walletAddress: WALLET });
  const withdrawId = await until('it is accepted', async () => {
    const answer = await fetch(at('cashout/withdraw'), { method: 'POST', headers, body });
    const { data } = (await answer.json()) as { readonly data: Withdrawn | null };
    return data?.withdrawId;
  });
  await until(`it is ${status}`, async () => ((await stateOf(withdrawId)) === status ? true : undefined));
  return withdrawId;
};

/** Appends a debit that its redemption reports after its end. */
const contradicted = async (withdrawId: string): Promise<void> => {
  const databaseUrl = (await readRunFile(dataDir))?.databaseUrl ?? '';
  const store = openLogStore({ databaseUrl, logger: { warn: () => undefined } });
  const about = { withdrawId, redemptionKey: redemptionKeyOf(withdrawId), detail: 'debited after all' };
  await happenedIn(store, `withdrawal-${withdrawId}`, event('RedemptionContradicted', about));
  await store.close();
};

test('decides a debit that its redemption contradicts by two operators, named in the audit', async () => {
  const withdrawId = await ended('REDEMPTION_REVERTED', 'FAILED');
  const words = ['decide', withdrawId, '--outcome', 'not-debited', ...REASON];
  expect(await ledger(keys.ana, ...words)).toMatchObject({ code: 1, stderr: expect.stringContaining('WRONG_STATE') });
  await contradicted(withdrawId);

  const evidence = ['--transaction', '0xe9', '--asset', String(SIMULATED_BRL), '--base-units', '1', ...REASON];
  expect(await ledger(keys.ana, 'decide', withdrawId, '--outcome', 'debited', ...evidence)).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('reports that the debit is FAILED') },
  });
  for (const [key, decision] of [
    [keys.ana, 'PROPOSED'],
    [keys.ana, 'PROPOSED'],
    [keys.bob, 'DECIDED'],
  ] as const) {
    const { code, stdout } = await ledger(key, ...words);
    expect([code, JSON.parse(stdout)]).toEqual([0, { paymentId: withdrawId, decision }]);
  }
  const { stdout } = await ledger(keys.ana, 'audit', withdrawId);
  const told = JSON.parse(stdout) as readonly { readonly type: string; readonly actor_id: string }[];
  expect(told.filter(({ type }) => type.startsWith('RedemptionDeci')).map((one) => [one.type, one.actor_id])).toEqual([
    ['RedemptionDecisionProposed', 'ana'],
    ['RedemptionDecided', 'bob'],
  ]);
  expect(await stateOf(withdrawId)).toBe('FAILED');
});

test('refuses to decide or settle a withdrawal that was debited and paid', async () => {
  const withdrawId = await ended('REDEMPTION', 'COMPLETED');
  for (const words of [['not-debited'], ['made-good', '--transfer', 'case-7']])
    expect(await ledger(keys.ana, 'decide', withdrawId, '--outcome', ...words, ...REASON)).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining('WRONG_STATE') },
    });
});
