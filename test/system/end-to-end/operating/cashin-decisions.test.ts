import { setTimeout as pause } from 'node:timers/promises';
import { SIMULATED_USD } from '../../../../infra/chains/simulated/network';
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
const REASON = ['--reason', 'the statement shows it'];

interface Shown {
  readonly intentId: string;
  readonly status: string;
  readonly payments: readonly { readonly endToEndId: string; readonly state: string; readonly valueCents: number }[];
}

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let service: RunningProcess;
let token = '';
let keys: { readonly ana: string; readonly bob: string };

const at = (path: string): string => `${service.url}/api/v1/${path}`;

/** As the operator whose key is given. */
const ledger = (operatorKey: string, ...words: readonly string[]): Promise<Ran> =>
  runProgram('ledger', [...words, '--json'], { ...environment, LASTRO_OPERATOR_KEY: operatorKey });

const addOperator = async (name: string, role: string): Promise<string> => {
  const { stdout } = await runProgram('ledger', ['operator', 'add', name, '--role', role, '--json'], environment);
  return (JSON.parse(stdout) as { readonly operatorKey: string }).operatorKey;
};

beforeAll(async () => {
  service = await startProgram('start', environment);
  const key = demoKeyOf(service);
  const body = { externalUserId: 'ana', pubkey: WALLET, blockchain: 'simulated' };
  const { userId } = (await ask<{ userId: string }>(at('users'), { token: key, body })).body.data;
  await ask(at(`users/${userId}/kyc`), { token: key, method: 'PATCH', body: { kycStatus: 'APPROVED' } });
  const issued = await ask<{ token: string }>(at('auth/token'), { token: key, body: { pubkey: WALLET } });
  ({ token } = issued.body.data);
  keys = { ana: await addOperator('ana', 'operator'), bob: await addOperator('bob', 'approver') };
});
afterAll(async () => {
  await service.stop();
  remove();
});

const quoted = async (scenario: string): Promise<string> => {
  const response = await fetch(at('cashin/quote'), {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-sandbox-scenario': scenario },
    },
    body: JSON.stringify({ assetId: SIMULATED_USD, amount: 150 }),
  });
  return ((await response.json()) as { readonly data: { readonly quoteId: string } }).data.quoteId;
};

const opened = async (scenario: string): Promise<string> => {
  const quoteId = await quoted(scenario);
  const body = { quoteId, customer: PAYER };
  return (await ask<Shown>(at('cashin/intent'), { token, body })).body.data.intentId;
};

const shown = async (intentId: string): Promise<Shown> =>
  (await ask<Shown>(at(`cashin/intent/${intentId}`), { token })).body.data;

const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const deadlineMs = Date.now() + 90_000;
  while (!(await isSo())) {
    if (Date.now() > deadlineMs) throw new Error(`not within 90 s: ${what}`);
    await pause(250);
  }
};

const paymentIn = async (intentId: string) => {
  const [payment] = (await shown(intentId)).payments;
  if (payment === undefined) throw new Error('nothing was paid');
  return payment;
};

/** Paid by its scenario, a cent too little; its refund is refused for good. */
const refusedRefund = async (): Promise<string> => {
  const intentId = await opened('REFUND_REFUSED');
  await until('the refund is refused', async () =>
    (await ledger(keys.ana, 'alerts')).stdout.includes(`cashin-${intentId}`),
  );
  return intentId;
};

const givenBack = (intentId: string, endToEndId: string): readonly string[] => [
  ...['decide', intentId, '--outcome', 'given-back', '--pix', endToEndId, '--transfer', 'E2E-by-hand-1', ...REASON],
];

test('returns a PIX by the decision of two operators when its provider refuses', async () => {
  const intentId = await refusedRefund();
  const { endToEndId, valueCents } = await paymentIn(intentId);
  expect([valueCents, (await paymentIn(intentId)).state]).toEqual([14_999, 'REFUND_DUE']);
  const words = givenBack(intentId, endToEndId);
  expect(JSON.parse((await ledger(keys.ana, 'trouble', 'list')).stdout)).toMatchObject({
    items: [{ paymentId: intentId, alerts: [expect.stringContaining('refus')], proposedBy: null }],
  });

  const first = await ledger(keys.ana, ...words);
  expect([first.code, JSON.parse(first.stdout)]).toEqual([0, { paymentId: intentId, decision: 'PROPOSED' }]);
  const listed = JSON.parse((await ledger(keys.ana, 'trouble', 'list')).stdout) as object;
  expect(listed).toMatchObject({ items: [{ paymentId: intentId, proposedBy: 'ana' }] });
  const again = await ledger(keys.ana, ...words);
  expect(JSON.parse(again.stdout)).toEqual({ paymentId: intentId, decision: 'PROPOSED' });
  expect((await paymentIn(intentId)).state).toBe('REFUND_DUE');

  const second = await ledger(keys.bob, ...words);
  expect([second.code, JSON.parse(second.stdout)]).toEqual([0, { paymentId: intentId, decision: 'DECIDED' }]);
  await until('the refund is shown', async () => (await paymentIn(intentId)).state === 'REFUNDED');
  expect(await ledger(keys.ana, ...words)).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('The PIX was already refunded') },
  });
  const { stdout } = await ledger(keys.ana, 'audit', intentId);
  const decided = (JSON.parse(stdout) as readonly { type: string; actor_id: string }[]).filter(({ type }) =>
    type.startsWith('CashinDeci'),
  );
  expect(decided.map(({ type, actor_id }) => [type, actor_id])).toEqual([
    ['CashinDecisionProposed', 'ana'],
    ['CashinDecided', 'bob'],
  ]);
});

test('refuses to return another PIX with the same transfer', async () => {
  const intentId = await refusedRefund();
  const { endToEndId } = await paymentIn(intentId);
  expect(await ledger(keys.ana, ...givenBack(intentId, endToEndId))).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('cannot pay another payment') },
  });
});

test('refuses to decide or settle a cash-in that its providers have ended', async () => {
  const intentId = await opened('CHARGE_PAID');
  await until('it is completed', async () => (await shown(intentId)).status === 'COMPLETED');
  const { endToEndId } = await paymentIn(intentId);
  const delivered = ['--outcome', 'delivered', '--transaction', '0xf1f2f3f4', '--base-units', '27000000', ...REASON];
  expect(await ledger(keys.ana, 'decide', intentId, ...delivered)).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('WRONG_STATE') },
  });
  const settled = ['--pix', endToEndId, '--transfer', 'E2E-by-hand-2', ...REASON];
  expect(await ledger(keys.ana, 'cashins', 'settle', intentId, ...settled)).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('WRONG_STATE') },
  });
});

test.each([
  ['no outcome', [], '--outcome'],
  ['evidence of another outcome', ['delivered', '--transaction', '0xf1', '--base-units', '1', '--pix', 'E1'], 'needs'],
  ['half the evidence', ['delivered', '--transaction', '0xf1'], 'needs --transaction, --base-units'],
  ['evidence of nothing', ['not-debited', '--transaction', '0xf1'], 'needs no evidence'],
])('refuses a decision with %s', async (_what, [outcome, ...evidence], why) => {
  const said = outcome === undefined ? [] : ['--outcome', outcome, ...evidence];
  expect(await ledger(keys.ana, 'decide', 'any', ...said, ...REASON)).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining(why) },
  });
});
