import { Client } from 'pg';
import { SIMULATED_BRL, SIMULATED_USD } from '../../../infra/chains/simulated/network';
import { readRunFile } from '../../../infra/run-file';
import { ask, demoKeyOf, type RunningProcess, runProgram, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(360_000);

const { dataDir, remove } = temporaryDataDir();
const environment = {
  ...{ DATA_DIR: dataDir, SANDBOX_SETTLE_MS: '2000' },
  RATE_LIMITS: JSON.stringify({ userGet: 0, withdraw: 0, partner: 0, ip: 0 }),
};
const WALLET = '0x8ba1f109551bd432803012645ac136ddd64dba72';
const BODY = { amount: 100, pixKey: 'fulano@exemplo.com', walletAddress: WALLET };

let service: RunningProcess;
let key: string;
let token: string;

const at = (path: string): string => `${service.url}/api/v1/${path}`;
const partnersOwn = <Data>(path: string, request: object = {}) => ask<Data>(at(path), { token: key, ...request });

const query = async <Row extends object>(text: string): Promise<readonly Row[]> => {
  const client = new Client({ connectionString: (await readRunFile(dataDir))?.databaseUrl });
  await client.connect();
  return (await client.query<Row>(text).finally(() => client.end())).rows;
};

const until = async <Value>(what: string, read: () => Promise<Value | undefined>): Promise<Value> => {
  for (let attempt = 0; attempt < 900; attempt += 1) {
    const value = await read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Never happened: ${what}`);
};

beforeAll(async () => {
  service = await startProgram('start', environment);
  key = demoKeyOf(service);
  const [partner] = await query<{ partner_id: string }>('SELECT partner_id FROM lastro.partners');
  const words = ['partner', 'set', partner?.partner_id ?? '', '--feature', 'pegged-withdraw=on'];
  const set = await runProgram('ledger', [...words, '--actor', 'ana', '--reason', 'contract of May'], environment);
  expect([set.code, set.stderr]).toEqual([0, '']);
  const body = { externalUserId: 'ana', pubkey: WALLET, blockchain: 'simulated' };
  const registered = await partnersOwn<{ userId: string }>('users', { body });
  expect([registered.status, registered.body]).toMatchObject([201, { success: true }]);
  const { userId } = registered.body.data;
  await partnersOwn(`users/${userId}/kyc`, { method: 'PATCH', body: { kycStatus: 'APPROVED' } });
  const issued = await partnersOwn<{ token: string }>('auth/token', { body: { pubkey: WALLET } });
  ({ token } = issued.body.data);
  const credit = { assetId: SIMULATED_BRL, amount: '250.00', allowance: '250.00' };
  expect((await partnersOwn(`sandbox/wallets/${WALLET}/credit`, { body: credit })).status).toBe(200);
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  remove();
});

interface Withdrawn {
  readonly withdrawId: string;
  readonly status: string;
}

/** Repeats the withdrawal until its credit is final and belongs to the wallet. */
const withdrawn = () =>
  until('the withdrawal is accepted', async () => {
    const answer = await ask<Withdrawn>(at('cashout/withdraw'), { token, body: BODY });
    return answer.status === 422 ? undefined : answer;
  });

const untilCompleted = (withdrawId: string) =>
  until('the withdrawal is COMPLETED', async () => {
    const { body } = await ask<Withdrawn>(at(`cashout/withdraw/${withdrawId}`), { token });
    return body.data.status === 'COMPLETED' ? true : undefined;
  });

interface Told {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly receiptUrl: string; readonly netAmount: number };
}

const toldOf = (paymentId: string) =>
  until('the partner is told', async () => {
    const { body } = await partnersOwn<readonly (Told & { readonly intentId?: string })[]>('partners/me/events');
    const told = body.data.filter((one) => JSON.stringify(one).includes(paymentId));
    return told.length === 0 ? undefined : told;
  });

const receiptStatus = async ([told]: readonly Told[]): Promise<number> =>
  (await fetch(told?.data.receiptUrl ?? '')).status;

const killed = async (): Promise<void> => {
  service.child.kill('SIGKILL');
  await service.exited;
  service = await startProgram('start', environment);
};

test('a withdrawal killed between debit and payout is completed once by the next process', async () => {
  const asked = withdrawn().catch(() => undefined);
  const sent = "SELECT withdraw_id FROM lastro.redemption_steps WHERE step = 'RESOLVE'";
  const withdrawId = await until('its debit is sent', async () => {
    const [step] = await query<{ withdraw_id: string }>(sent);
    return step?.withdraw_id;
  });
  await killed();
  await asked;
  await untilCompleted(withdrawId);
  const told = await toldOf(withdrawId);
  expect(told.map(({ event }) => event)).toEqual(['WITHDRAW_COMPLETED']);
  expect(await receiptStatus(told)).toBe(200);
  const payouts = await query(`SELECT status FROM lastro.payouts WHERE stream = 'withdrawal-${withdrawId}'`);
  expect(payouts).toEqual([{ status: 'SETTLED' }]);
});

/** Opened, and its charge paid by its payer. */
const paidCashin = async (): Promise<string> => {
  const quote = { token, body: { assetId: SIMULATED_USD, amount: 150 } };
  const { quoteId } = (await ask<{ quoteId: string }>(at('cashin/quote'), quote)).body.data;
  const customer = { name: 'Maria da Silva', taxID: '40442820135' };
  const opened = await ask<{ intentId: string }>(at('cashin/intent'), { token, body: { quoteId, customer } });
  const { intentId } = opened.body.data;
  expect((await partnersOwn(`sandbox/charges/${intentId}/pay`, { body: {} })).status).toBe(200);
  return intentId;
};

test('a cash-in killed between PIX and delivery is completed once by the next process', async () => {
  const intentId = await paidCashin();
  await until('its delivery is sent', async () => {
    const steps = `SELECT step FROM lastro.cashin_steps WHERE intent_id = '${intentId}' AND step = 'RESOLVE'`;
    return (await query(steps))[0];
  });
  await killed();
  await until('the cash-in is COMPLETED', async () => {
    const { body } = await ask<{ readonly status: string }>(at(`cashin/intent/${intentId}`), { token });
    return body.data.status === 'COMPLETED' ? true : undefined;
  });
  const [told, ...more] = await toldOf(intentId);
  expect([told, more]).toMatchObject([{ event: 'CASHIN_COMPLETED', id: expect.stringMatching(/^evt_/) }, []]);
  const queued = `SELECT delivery_id AS id FROM lastro.webhook_outbox WHERE correlation_key = '${intentId}'`;
  expect(await query(queued)).toEqual([{ id: told?.id }]);
  const delivered = "SELECT state->>'destination' AS wallet FROM lastro.sandbox_book WHERE kind = 'delivery'";
  expect(await query(delivered)).toEqual([{ wallet: WALLET }]);
});
