import { Client } from 'pg';
import { SIMULATED_USD } from '../../../../infra/chains/simulated/network';
import { readRunFile } from '../../../../infra/run-file';
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
const WHY = ['--actor', 'ana', '--reason', 'contract of May'];

interface Intent {
  readonly intentId: string;
  readonly status: string;
  readonly splitApplied: boolean;
  readonly splitValueCents: number;
  readonly payments: readonly { readonly endToEndId: string }[];
  readonly completedAt: string;
}

let service: RunningProcess;
let key = '';
let token = '';

const at = (path: string): string => `${service.url}/api/v1/${path}`;
const ledger = (...words: readonly string[]) => runProgram('ledger', [...words, '--json'], environment);

const partnerId = async (): Promise<string> => {
  const client = new Client({ connectionString: (await readRunFile(dataDir))?.databaseUrl });
  await client.connect();
  const found = await client.query<{ partner_id: string }>('SELECT partner_id FROM lastro.partners');
  await client.end();
  return found.rows[0]?.partner_id ?? '';
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
  const terms = ['--cashin-delivery', 'PARTNER', '--cashin-pix-key', 'fees@acme.example'];
  expect(await ledger('partner', 'set', await partnerId(), ...terms, ...WHY)).toMatchObject({ code: 0, stderr: '' });
  const body = { externalUserId: 'ana', pubkey: WALLET, blockchain: 'simulated' };
  const { userId } = (await ask<{ userId: string }>(at('users'), { token: key, body })).body.data;
  await ask(at(`users/${userId}/kyc`), { token: key, method: 'PATCH', body: { kycStatus: 'APPROVED' } });
  const issued = await ask<{ token: string }>(at('auth/token'), { token: key, body: { pubkey: WALLET } });
  ({ token } = issued.body.data);
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  remove();
});

const opened = async (amount: number): Promise<Intent> => {
  const quoted = await ask<{ quoteId: string }>(at('cashin/quote'), {
    token,
    body: { assetId: SIMULATED_USD, amount },
  });
  const { quoteId } = quoted.body.data;
  return (await ask<Intent>(at('cashin/intent'), { token, body: { quoteId, customer: PAYER } })).body.data;
};

const untilCompleted = ({ intentId }: Intent): Promise<Intent> =>
  until('the cash-in is COMPLETED', async () => {
    const { data } = (await ask<Intent>(at(`cashin/intent/${intentId}`), { token })).body;
    return data.status === 'COMPLETED' ? data : undefined;
  });

/** What the partner is told of the end. */
const toldOf = ({ intentId }: Intent): Promise<object> =>
  until('the partner is told', async () => {
    const told = await ask<readonly { event: string; data: { correlationID?: string } }[]>(
      at('partners/me/events?limit=100'),
      { token: key },
    );
    const isEnd = (each: { event: string; data: { correlationID?: string } }): boolean =>
      each.event === 'CASHIN_COMPLETED' && each.data.correlationID === intentId;
    return told.body.data.find(isEnd)?.data;
  });

const toCredit = ({ intentId, payments, completedAt, splitApplied, splitValueCents }: Intent, valueCents: number) => ({
  ...{ correlationID: intentId, walletAddress: WALLET, valueCents, transactionID: payments[0]?.endToEndId },
  ...{ splitApplied, splitValueCents, completedAt },
});

test('what the partner delivers pays it its part with the charge', async () => {
  const intent = await opened(150);
  expect(intent).toMatchObject({ splitApplied: true, splitValueCents: 14_778 });
  await ask(at(`sandbox/charges/${intent.intentId}/pay`), { token: key, body: {} });
  const done = await untilCompleted(intent);
  expect(done).toMatchObject({ splitApplied: true, splitValueCents: 14_778 });
  expect(await toldOf(intent)).toEqual(toCredit(done, 15_000));
  expect((await ledger('explain', intent.intentId)).stdout).not.toContain('owed');
});

test('a part that the bank did not split off is owed, and an operator is told to pay it', async () => {
  // The sandbox pays this amount by itself, and refuses its split.
  const intent = await opened(777.07);
  const done = await untilCompleted(intent);
  const { splitValueCents } = intent;
  expect(done).toMatchObject({ splitApplied: false, splitValueCents, splitOwedCents: splitValueCents });
  expect(await toldOf(intent)).toEqual(toCredit(done, 77_707));
  expect((await ledger('explain', intent.intentId)).stdout).toContain(`The partner is owed ${splitValueCents} cents`);
  const subject = `${intent.intentId} ${splitValueCents}`;
  const alert = await until('the alert is raised', async () => {
    const listed = JSON.parse((await ledger('alerts')).stdout) as readonly { kind: string; subject: string }[];
    return listed.find(({ kind }) => kind === 'split-owed');
  });
  expect(alert).toMatchObject({ kind: 'split-owed', subject });
});
