import path from 'node:path';
import { SIMULATED_USD } from '../../../infra/chains/simulated/network';
import { systemClock } from '../../../infra/clock';
import { removeDataDirectory } from '../../../infra/postgres/embedded/home';
import type { SandboxPorts } from '../../../infra/providers/sandbox/sandbox-ports';
import { createRemoteSandbox } from '../../../infra/providers/sandbox-remote/remote';
import { type Between, freePort, openBetween } from './support/between';
import { openIntent, registerApprovedUser, sendPayment, waitForStatus } from './support/pay';
import {
  ask,
  demoKeyOf,
  type Environment,
  type RunningProcess,
  runProgram,
  startProgram,
  temporaryDataDir,
} from './support/run-service';

jest.setTimeout(360_000);

const [ours, theirs] = [temporaryDataDir(), temporaryDataDir()];
const SECRETS = { SANDBOX_PROVIDERS_SECRET: 'known-to-both-programs', SANDBOX_CALLBACK_SECRET: 'signs-what-it-calls' };
const CREATE = 'POST /payouts.create ';

let between: Between;
let bank: Pick<SandboxPorts, 'payouts'>;
let service: RunningProcess;
let sandbox: RunningProcess;
let environments: { readonly service: Environment; readonly sandbox: Environment };
let token: string;

const partnerId = (): string => /demo partner +([\w-]+)/.exec(service.stdout())?.[1] ?? '';

const kill = async ({ child, exited }: RunningProcess): Promise<void> => {
  child.kill('SIGKILL');
  await exited;
};

beforeAll(async () => {
  const [servicePort, sandboxPort] = [await freePort(), await freePort()];
  between = await openBetween(sandboxPort);
  const both = { ...SECRETS, SANDBOX_SETTLE_MS: '1500' };
  environments = {
    service: { ...both, DATA_DIR: ours.dataDir, PORT: `${servicePort}`, SANDBOX_PROVIDERS_URL: between.url },
    sandbox: {
      ...{ ...both, DATA_DIR: theirs.dataDir, PORT: `${sandboxPort}` },
      SANDBOX_CALLBACK_URL: `http://127.0.0.1:${servicePort}`,
    },
  };
  [service, sandbox] = await Promise.all([
    startProgram('start', environments.service),
    startProgram('sandbox', environments.sandbox),
  ]);
  const secret = SECRETS.SANDBOX_PROVIDERS_SECRET;
  bank = createRemoteSandbox({ url: sandbox.url, secret, clock: systemClock, onTrouble: () => undefined });
  ({ token } = await registerApprovedUser(service, demoKeyOf(service), 'ana'));
});
afterAll(async () => {
  await Promise.all([service.stop(), sandbox.stop()]);
  await between.close();
  removeDataDirectory(path.join(theirs.dataDir, 'sandbox'));
  theirs.remove();
  ours.remove();
});

/** What the bank itself says that it paid to a key, whoever asks. */
const paidOut = async (): Promise<readonly (readonly [string, bigint])[]> => {
  const context = { requestId: 'r', partnerId: partnerId(), mode: 'sandbox', deadlineMs: Date.now() + 10_000 } as const;
  const [from, to] = [-600_000, 600_000].map((ms) => new Date(Date.now() + ms).toISOString()) as [string, string];
  const listed = await bank.payouts.list(context, from, to);
  if (!listed.ok) throw new Error(listed.message);
  return listed.value.map(({ state, amount }) => [state, amount]);
};

const at = (route: string): string => `${service.url}/api/v1/${route}`;

const until = async <Value>(read: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value> => {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    const value = await read();
    if (isThere(value) || Date.now() > giveUpAt) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

test('a service that is killed between an order and its answer finds it paid once, at a bank that lived on', async () => {
  const intent = await openIntent(service, token, { key: 'ana@exemplo.com', name: 'ANA' });
  between.keepAnswersTo(CREATE);
  const ordered = between.answered(CREATE);
  await sendPayment(service, intent);
  await ordered;
  await kill(service);
  between.passAll();
  service = await startProgram('start', environments.service);
  await waitForStatus(service, token, intent.intentId, 'COMPLETED');
  expect(await paidOut()).toEqual([['SETTLED', 5_000n]]);
});

test('a bank that is killed during a payout has it in its books, and the payment ends once', async () => {
  const intent = await openIntent(service, token, { key: 'bia@exemplo.com', name: 'BIA' });
  const ordered = between.answered(CREATE);
  await sendPayment(service, intent);
  await ordered;
  await kill(sandbox);
  sandbox = await startProgram('sandbox', environments.sandbox);
  await waitForStatus(service, token, intent.intentId, 'COMPLETED');
  expect(await paidOut()).toEqual([
    ['SETTLED', 5_000n],
    ['SETTLED', 5_000n],
  ]);
});

test('of two sandboxes over the same books the second is refused', async () => {
  const second = await runProgram('sandbox', [], { ...environments.sandbox, PORT: '0' });
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('A sandbox runs on') });
});

test('what nothing but a callback tells comes from the bank', async () => {
  const intent = await openIntent(service, token, { key: 'eva@exemplo.com', name: 'EVA' });
  await sendPayment(service, intent);
  await waitForStatus(service, token, intent.intentId, 'COMPLETED');
  const back = at(`sandbox/payouts/${intent.intentId}/return`);
  expect((await ask(back, { token: demoKeyOf(service), body: {} })).status).toBe(200);
  const read = async () => {
    const shown = await ask<{ timeline: readonly { event: string }[] }>(at(`cashout/intent/${intent.intentId}`), {
      token,
    });
    return shown.body.data.timeline.map(({ event }) => event);
  };
  expect(await until(read, (events) => events.includes('PayoutReturned'))).toContain('PayoutReturned');
});

test('a PIX that comes in there buys what is delivered here', async () => {
  const key = demoKeyOf(service);
  const wallet = '0x8ba1f109551bd432803012645ac136ddd64dba72';
  const body = { externalUserId: 'ivo', pubkey: wallet, blockchain: 'simulated' };
  const { userId } = (await ask<{ userId: string }>(at('users'), { token: key, body })).body.data;
  await ask(at(`users/${userId}/kyc`), { token: key, method: 'PATCH', body: { kycStatus: 'APPROVED' } });
  const issued = await ask<{ token: string }>(at('auth/token'), { token: key, body: { pubkey: wallet } });
  const own = issued.body.data.token;
  const quoted = await ask<{ quoteId: string }>(at('cashin/quote'), {
    token: own,
    body: { assetId: SIMULATED_USD, amount: 150 },
  });
  const customer = { name: 'Maria da Silva', taxID: '40442820135' };
  const created = await ask<{ intentId: string }>(at('cashin/intent'), {
    ...{ token: own, body: { quoteId: quoted.body.data.quoteId, customer } },
  });
  const { intentId } = created.body.data;
  expect((await ask(at(`sandbox/charges/${intentId}/pay`), { token: key, body: {} })).status).toBe(200);
  const read = async () =>
    (await ask<{ status: string }>(at(`cashin/intent/${intentId}`), { token: own })).body.data.status;
  expect(await until(read, (status) => status === 'COMPLETED')).toBe('COMPLETED');
});

test('a person is verified there', async () => {
  const key = demoKeyOf(service);
  const person = {
    ...{ fullName: 'Ana Souza', birthDate: '1990-02-28', motherName: 'Maria Souza', email: 'ana@exemplo.com' },
    ...{ isPoliticallyExposedPerson: false, externalUserId: 'leo', documentNumber: '404.428.201-35' },
  };
  const sessions = 'users/kyc/sessions';
  const started = await ask<{ sessionId: string }>(at(`${sessions}/natural-person`), { token: key, body: person });
  expect(started.body.data).toMatchObject({ status: 'PENDING' });
  const { sessionId } = started.body.data;
  const read = async () =>
    (await ask<{ status: string }>(at(`${sessions}/${sessionId}`), { token: key })).body.data.status;
  expect(await until(read, (status) => status === 'APPROVED')).toBe('APPROVED');
});

test('both stop when they are told to, and have said nothing of persons or secrets', async () => {
  expect(await Promise.all([service.stop(), sandbox.stop()])).toEqual([0, 0]);
  const said = [service, sandbox].map(({ stdout, stderr }) => stdout() + stderr()).join('\n');
  expect(said).not.toMatch(/40442820135|Souza|exemplo\.com|known-to-both|signs-what/);
});
