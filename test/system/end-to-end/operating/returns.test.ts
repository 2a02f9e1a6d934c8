import { setTimeout as pause } from 'node:timers/promises';
import { dayInBrasilia } from '../../../../aggregates/brasilia-day';
import { LOCAL_ETH, LOCAL_NETWORK } from '../../../../infra/catalog/local-network';
import { LOCAL_RECEIVER, localWallet, openIntent, payIntent, registerApprovedUser } from '../support/pay';
import {
  ask,
  demoKeyOf,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from '../support/run-service';

jest.setTimeout(240_000);

const { dataDir, remove } = temporaryDataDir();
const environment = { DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100' };
const WHY = ['--actor', 'ana', '--reason', 'as the payee asked'];
const TO = '0x00000000000000000000000000000000000000bb';

interface Refund {
  readonly amountBaseUnits: string;
  readonly transfers?: readonly object[];
}

let service: RunningProcess;
let token = '';
let intentId = '';

const ledger = (...words: readonly string[]) => runProgram('ledger', [...words, '--json'], environment);
const listed = async () => {
  const { stdout } = await ledger('payouts', 'returns');
  return (JSON.parse(stdout) as { readonly items: readonly { readonly cents: string }[] }).items;
};
const sendBack = async (amount?: number) => {
  const url = `${service.url}/api/v1/sandbox/payouts/${intentId}/return`;
  const body = amount === undefined ? {} : { amount };
  expect((await ask(url, { token: demoKeyOf(service), body })).status).toBeLessThan(300);
};
const refundOf = async (): Promise<Refund | undefined> => {
  const url = `${service.url}/api/v1/cashout/intent/${intentId}`;
  return (await ask<{ readonly refund?: Refund }>(url, { token })).body.data.refund;
};

interface Compared {
  readonly compared: readonly { readonly orders: number }[];
  readonly notCompared: readonly object[];
}
/** Times between which the payout was made. */
const timesOf = async (): Promise<readonly string[]> => {
  const url = `${service.url}/api/v1/cashout/intent/${intentId}`;
  const { createdAt, completedAt } = (
    await ask<{ readonly createdAt: string; readonly completedAt: string }>(url, { token })
  ).body.data;
  return [createdAt, completedAt];
};

const waitUntil = async (isSo: () => Promise<boolean>): Promise<void> => {
  const deadlineMs = Date.now() + 60_000;
  while (!(await isSo())) {
    if (Date.now() > deadlineMs) throw new Error('It did not become so');
    await pause(250);
  }
};

beforeAll(async () => {
  service = await startProgram('start', environment);
  ({ token } = await registerApprovedUser(service, demoKeyOf(service), 'maria@pessoa.example'));
  const intent = await openIntent(service, token, { key: 'maria@pessoa.example', name: 'MARIA' });
  ({ intentId } = intent);
  await payIntent(service, token, intent);
});
afterAll(async () => {
  await service.stop();
  remove();
});

test('compares the bank’s list of the day with the log', async () => {
  const days = [...new Set((await timesOf()).map((time) => dayInBrasilia(Date.parse(time))))];
  const orders: number[] = [];
  for (const day of days) {
    const { code, stdout } = await ledger('payouts', 'compare', '--day', day);
    const { compared, notCompared } = JSON.parse(stdout) as Compared;
    expect([code, notCompared]).toEqual([0, []]);
    expect(compared).toMatchObject([{ day, provider: 'sandbox', mode: 'sandbox', differences: [] }]);
    orders.push(...compared.map((each) => each.orders));
  }
  expect(orders.reduce((sum, each) => sum + each, 0)).toBe(1);
});

test('lists a return, and passes it to the partner by a recorded transfer', async () => {
  expect(await listed()).toEqual([]);
  await sendBack(20);
  await waitUntil(async () => (await listed()).length === 1);
  expect(await listed()).toMatchObject([{ paymentId: intentId, state: 'OPEN', cents: '2000', amount: '20.00' }]);
  const handOver = ['payouts', 'returns', 'hand-over', intentId, '--transfer', 'E2E-77'];
  expect(await ledger(...handOver, '--cents', '1999', ...WHY)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The open return has 2000 cents'),
  });
  expect(await ledger(...handOver, '--cents', '2000')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('needs --actor and --reason'),
  });
  const { code, stdout } = await ledger(...handOver, '--cents', '2000', ...WHY);
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { paymentId: intentId, how: 'PARTNER_PAID', transfer: 'E2E-77', cents: '2000' },
  ]);
  expect(await listed()).toEqual([]);
});

test('owes the rest in crypto, and records its refund once', async () => {
  await sendBack();
  await waitUntil(async () => (await listed()).length === 1);
  expect(await ledger('payouts', 'returns', 'refund', intentId, '--cents', '3000', ...WHY)).toMatchObject({ code: 0 });
  await waitUntil(async () => (await refundOf()) !== undefined);
  const { amountBaseUnits = '' } = (await refundOf()) ?? {};
  const sent = { to: TO, value: `0x${BigInt(amountBaseUnits).toString(16)}`, data: '0x' };
  const { txid: txHash } = await localWallet(service, LOCAL_RECEIVER).send(sent);
  const refund = (baseUnits: string, txid = txHash) => {
    const what = [
      '--network',
      LOCAL_NETWORK,
      '--asset',
      `${LOCAL_ETH}`,
      '--base-units',
      baseUnits,
      '--transaction',
      txid,
    ];
    return ledger('payouts', 'refund', intentId, ...what, '--to', TO, '--at', '2026-01-01T12:00:00Z', ...WHY);
  };
  expect(await refund(`${BigInt(amountBaseUnits) - 1n}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${amountBaseUnits} base units are due`),
  });
  expect(await refund('0')).toMatchObject({ code: 1 });
  expect(await refund(amountBaseUnits, `0x${'6f'.repeat(32)}`)).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('no endpoint of local knows') },
  });
  let recorded = await refund(amountBaseUnits);
  while (recorded.stderr.includes('not final yet')) recorded = await refund(amountBaseUnits);
  const { code, stdout } = recorded;
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { paymentId: intentId, changed: true, transaction: txHash }]);
  expect(JSON.parse((await refund(amountBaseUnits)).stdout)).toMatchObject({ changed: false });
  expect(await refund(amountBaseUnits, `0x${'6f'.repeat(32)}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already recorded'),
  });
  await waitUntil(async () => (await refundOf())?.transfers !== undefined);
  expect((await refundOf())?.transfers).toMatchObject([{ txHash, amountBaseUnits, to: TO }]);
  expect((await ledger('explain', intentId)).stdout).toContain(`Transaction ${txHash}`);
});
