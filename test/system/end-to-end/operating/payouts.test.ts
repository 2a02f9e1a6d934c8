import { setTimeout as pause } from 'node:timers/promises';
import { openIntent, registerApprovedUser, sendPayment } from '../support/pay';
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
const environment = { DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '100', PAYOUT_ATTEMPT_DELAYS_MS: '600000' };
/** The sandbox's bank has no funds for it: the next attempt is ten minutes away. */
const PAYEE = { key: '00000000-0000-4000-8000-000000000001', name: 'MARIA' };
const WHY = ['--actor', 'ana', '--reason', 'asked by compliance'];

let service: RunningProcess;
let intentId = '';

const ledger = (...words: readonly string[]) => runProgram('ledger', [...words, '--json'], environment);
const explained = async (): Promise<string> => (await ledger('explain', intentId)).stdout;

beforeAll(async () => {
  service = await startProgram('start', environment);
  const { token } = await registerApprovedUser(service, demoKeyOf(service), 'maria@pessoa.example');
  const intent = await openIntent(service, token, PAYEE);
  ({ intentId } = intent);
  expect(await ledger('hold', intentId, ...WHY)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('WRONG_STATE'),
  });
  await sendPayment(service, intent);
  const deadlineMs = Date.now() + 60_000;
  for (let isRejected = false; !isRejected; ) {
    if (Date.now() > deadlineMs) throw new Error('no attempt was rejected');
    const { body } = await ask<{ timeline: readonly { event: string }[] }>(
      `${service.url}/api/v1/cashout/intent/${intentId}`,
      { token },
    );
    await pause(250);
    isRejected = body.data.timeline.some(({ event }) => event === 'PayoutRejected');
  }
});
afterAll(async () => {
  await service.stop();
  remove();
});

test('holds and releases a payout by its payment while the service runs', async () => {
  const held = await ledger('hold', intentId, ...WHY);
  expect([held.code, JSON.parse(held.stdout)]).toEqual([0, { paymentId: intentId, changed: true }]);
  expect(await explained()).toContain('The payment has been on hold since');
  expect(JSON.parse((await ledger('trouble', 'list')).stdout)).toEqual({ items: [] });
  expect(JSON.parse((await ledger('hold', intentId, ...WHY)).stdout)).toMatchObject({ changed: false });
  expect(JSON.parse((await ledger('release', intentId, ...WHY)).stdout)).toMatchObject({ changed: true });
  expect(await explained()).not.toContain('The payment has been on hold since');
});

test('halts new payouts of a method, shows the halt, and ends it', async () => {
  const method = ['--method', 'BOLETO'];
  const halted = async () => (JSON.parse((await ledger('providers')).stdout) as { halts: object[] }).halts;
  expect(JSON.parse((await ledger('hold', ...method, ...WHY)).stdout)).toEqual({ scope: 'METHOD', changed: true });
  expect(await halted()).toMatchObject([{ scope: 'METHOD', value: 'BOLETO' }]);
  expect(JSON.parse((await ledger('release', ...method, ...WHY)).stdout)).toEqual({ scope: 'METHOD', changed: true });
  expect(await halted()).toEqual([]);
  expect((await ledger('hold', intentId, ...method, ...WHY)).stderr).toContain('Give exactly one payment, --method');
});

test('requires and records actor and reason', async () => {
  const { stdout } = await ledger('audit', intentId);
  const events = JSON.parse(stdout) as readonly { type: string; actor_id: string; reason: string }[];
  expect(events.filter(({ type }) => type === 'PayoutHeld')).toMatchObject([
    { actor_id: 'ana', reason: 'asked by compliance' },
  ]);
  expect(await ledger('hold', intentId)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('needs --actor and --reason'),
  });
});

test('requires a key for a decision, and an unknown outcome', async () => {
  expect(await ledger('decide', intentId, '--outcome', 'not-paid', ...WHY)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('LASTRO_OPERATOR_KEY'),
  });
  const added = await ledger('operator', 'add', 'ana', '--role', 'operator');
  const { operatorKey } = JSON.parse(added.stdout) as { readonly operatorKey: string };
  const words = ['decide', intentId, '--outcome', 'not-paid', '--reason', 'lost', '--json'];
  expect(await runProgram('ledger', words, { ...environment, LASTRO_OPERATOR_KEY: operatorKey })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The outcome of this payout is not unknown'),
  });
});
