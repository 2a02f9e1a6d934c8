import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { systemContext } from '../../../../commands/handling/context';
import { deliveryIdOf } from '../../../../commands/handling/deterministic-ids';
import { holdCashin } from '../../../../commands/trouble/hold';
import { SIMULATED_USD } from '../../../../infra/chains/simulated/network';
import { openSession, type Session } from '../../../../src/bin/wiring/session';
import { readConfig } from '../../../../src/config';
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
const PAYER = { name: 'Maria da Silva', taxID: '40442820135' };
const WHY = ['--actor', 'ana', '--reason', 'the log was restored from a copy'];

interface Intent {
  readonly intentId: string;
  readonly status: string;
}

let service: RunningProcess;
let session: Session;
let key = '';
let token = '';

const at = (path: string): string => `${service.url}/api/v1/${path}`;
const ledger = (...words: readonly string[]) => runProgram('ledger', [...words, '--json'], environment);
const released = async (intentId: string): Promise<unknown> => {
  const { code, stdout, stderr } = await ledger('release', intentId, ...WHY);
  return code === 0 ? JSON.parse(stdout) : stderr;
};

beforeAll(async () => {
  service = await startProgram('start', environment);
  key = demoKeyOf(service);
  const body = { externalUserId: 'ana', pubkey: WALLET, blockchain: 'simulated' };
  const { userId } = (await ask<{ userId: string }>(at('users'), { token: key, body })).body.data;
  await ask(at(`users/${userId}/kyc`), { token: key, method: 'PATCH', body: { kycStatus: 'APPROVED' } });
  const issued = await ask<{ token: string }>(at('auth/token'), { token: key, body: { pubkey: WALLET } });
  ({ token } = issued.body.data);
  session = await openSession(readConfig({ ...process.env, ...environment }), pino({ level: 'silent' }));
});
afterAll(async () => {
  await session.close();
  await service.stop();
  remove();
});

const opened = async (): Promise<string> => {
  const quoted = await ask<{ quoteId: string }>(at('cashin/quote'), {
    token,
    body: { assetId: SIMULATED_USD, amount: 150 },
  });
  expect(quoted.body).toMatchObject({ success: true });
  const { quoteId } = quoted.body.data;
  return (await ask<Intent>(at('cashin/intent'), { token, body: { quoteId, customer: PAYER } })).body.data.intentId;
};

/** Simulates the payment of its charge. */
const pay = async (intentId: string): Promise<void> => {
  expect((await ask(at(`sandbox/charges/${intentId}/pay`), { token: key, body: {} })).status).toBe(200);
};

/** An intent that is held by a loss before anything came for it, and its simulated payment. */
const heldAndPaid = async (): Promise<string> => {
  const intentId = await opened();
  const { ports } = session.adapters;
  const context = systemContext('test', ports.ids.uuid(), intentId);
  const held = await holdCashin(ports)(intentId, new Date().toISOString(), context);
  expect(held).toBe(true);
  await pay(intentId);
  return intentId;
};

const shown = async (intentId: string) =>
  (await ask<Intent & { readonly payments: readonly unknown[] }>(at(`cashin/intent/${intentId}`), { token })).body.data;

const untilCompleted = async (intentId: string): Promise<void> => {
  const deadlineMs = Date.now() + 90_000;
  while ((await shown(intentId)).status !== 'COMPLETED') {
    if (Date.now() > deadlineMs) throw new Error('it was not completed');
    await pause(250);
  }
};

const sentIn = async (intentId: string): Promise<readonly string[]> =>
  (await session.adapters.ports.eventStore.readStream(`cashin-${intentId}`))
    .map(({ type }) => type)
    .filter((type) => type === 'DeliverySent');

test('delivers a paid cash-in only after its release', async () => {
  const intentId = await heldAndPaid();
  // The worker that delivers the later one has passed the held one.
  const later = await opened();
  await pay(later);
  await untilCompleted(later);
  expect(await shown(intentId)).toMatchObject({ status: 'ACTIVE', payments: [] });
  expect((await ledger('explain', intentId)).stdout).toContain('has been on hold since');
  expect(await ledger('release', intentId)).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('needs --actor and --reason') },
  });
  expect(await released(intentId)).toEqual({ paymentId: intentId, changed: true, outcome: 'RELEASED' });
  await untilCompleted(intentId);
  expect(await released(intentId)).toEqual({ paymentId: intentId, changed: false, outcome: 'UNCHANGED' });
});

test('finds a delivery that the ledger lost at a release, and delivers nothing twice', async () => {
  const intentId = await heldAndPaid();
  const { ports } = session.adapters;
  const [created] = await ports.eventStore.readStream(`cashin-${intentId}`);
  if (created?.type !== 'CashinIntentCreated') throw new Error('no intent');
  const { partnerId, assetId, network, amountBaseUnits, destination, amountCents } = created.data;
  const provider = ports.cryptoDeliveries.named('sandbox', 'sandbox');
  const call = { requestId: intentId, partnerId, mode: 'sandbox', deadlineMs: Date.now() + 10_000 } as const;
  const deliveryId = deliveryIdOf(intentId, 1);
  const prepared = await provider?.prepare(call, {
    ...{ idempotencyKey: deliveryId, assetId, network, destination, brlCents: BigInt(amountCents) },
    ...{
      amount: BigInt(amountBaseUnits),
      minimum: BigInt(amountBaseUnits),
      notAfter: new Date(call.deadlineMs).toISOString(),
    },
  });
  if (prepared?.ok !== true) throw new Error('it was not prepared');
  await provider?.broadcast(call, deliveryId, prepared.value.prepared);

  expect(await released(intentId)).toMatchObject({
    outcome: 'RECOVERED',
    found: [{ step: 'DELIVERY', key: deliveryId }],
  });
  await untilCompleted(intentId);
  expect(await sentIn(intentId)).toEqual(['DeliverySent']);
  expect(await released(intentId)).toMatchObject({ outcome: 'RELEASED' });
});

test('refuses to release an unknown cash-in', async () => {
  expect(await released('1a075c2c-347c-521d-a783-08e232a64616')).toContain('NOT_FOUND');
});
