import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import { systemClock } from '../../../infra/clock';
import { type Exchanges, openExchanges } from '../../providers/exchanges';
import { openWoovi, type WooviServer } from '../../providers/woovi';
import { boletoOf } from '../../samples/boletos';
import { type Anvil, anvil, RECEIVER } from '../../stores/anvil';
import { registerApprovedUser, waitForStatus } from './support/pay';
import { ask, type RunningProcess, runProgram, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(240_000);

const ETH = 201;
const KEY = 'padaria@loja.example';
const BOLETO = boletoOf(7_001n);
const CODE = buildStaticBrCode({ key: KEY, payeeName: 'LOJA', payeeCity: 'RECIFE', amountCents: 5_000n });

interface Intent {
  readonly intentId: string;
  readonly invoiceValue: number;
  readonly endToEndId: string;
  readonly instruction: { readonly to: string; readonly value: string; readonly data: string };
  readonly timeline: readonly { readonly event: string }[];
}

/** Live credentials, a chain, sources of prices and a bank, all on loopback. */
describe('payouts of live credentials through Woovi', () => {
  const { dataDir, remove } = temporaryDataDir();
  let [chain, exchanges, woovi] = [] as unknown as [Anvil, Exchanges, WooviServer];
  let service: RunningProcess;
  let environment: Record<string, string>;
  let token = '';

  const install = (): Record<string, string> => {
    const [networks, providers] = ['networks', 'providers'].map((name) => path.join(dataDir, '..', `${name}.json`));
    const ethereum = { name: 'ethereum', family: 'evm', chainId: 1, mode: 'live', rpcUrls: [chain.url] };
    const watched = { ...ethereum, receiver: RECEIVER, finality: 'finalized', pollIntervalMs: 200 };
    writeFileSync(networks!, JSON.stringify({ networks: [watched] }));
    const sources = ['mercado-bitcoin', 'binance', 'foxbit', 'ptax'].map((adapter) => ({
      ...{ name: adapter, adapter, url: exchanges.url },
    }));
    const bank = { name: 'woovi', adapter: 'woovi', url: woovi.url, secrets: { appId: 'WOOVI_APP_ID' } };
    writeFileSync(providers!, JSON.stringify({ providers: [...sources, bank] }));
    return {
      ...{ DATA_DIR: dataDir, NETWORKS_FILE: networks!, PROVIDERS_FILE: providers! },
      ...{ WOOVI_APP_ID: woovi.appId, LOG_LEVEL: 'debug' },
    };
  };

  const at = (words: string): string => `${service.url}/api/v1/${words}`;
  const read = async (intentId: string): Promise<Intent> =>
    (await ask<Intent>(at(`cashout/intent/${intentId}`), { token })).body.data;

  /** Quotes, opens an intent and pays it on the chain. */
  const pay = async (payee: object): Promise<string> => {
    const quoted = async () =>
      ask<{ quoteId: string }>(at('cashout/quote'), { token, body: { assetId: ETH, ...payee } });
    let answer = await quoted();
    // The first prices are on their way.
    for (let tries = 0; answer.status === 502 && tries < 100; tries += 1) {
      await pause(200);
      answer = await quoted();
    }
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    const { quoteId } = answer.body.data;
    const { body } = await ask<Intent>(at('cashout/intent'), { token, body: { quoteId } });
    const { to, value, data } = body.data.instruction;
    await chain.wallet(0).send({ to, value, data });
    return body.data.intentId;
  };

  const callBack = async (body: object): Promise<number> => {
    const signed = woovi.signed(body);
    const answer = await fetch(`${service.url}/webhooks/bank/woovi`, { method: 'POST', ...signed });
    return answer.status;
  };

  beforeAll(async () => {
    chain = await anvil({ chainId: 1, blockTimeSeconds: 1 });
    [exchanges, woovi] = [await openExchanges(), await openWoovi(systemClock)];
    woovi.books.boletos.set(BOLETO, 7_001);
    environment = install();
    service = await startProgram('start', environment);
    const words = [
      'partner',
      'create',
      '--name',
      'Acme',
      '--mode',
      'live',
      '--actor',
      'ana',
      '--reason',
      'May',
      '--json',
    ];
    const created = await runProgram('ledger', words, environment);
    const { apiKey } = JSON.parse(created.stdout) as { readonly apiKey: string };
    const registered = await registerApprovedUser(service, apiKey, 'user-1');
    ({ token } = registered);
    // Live credentials set no status themselves.
    const approved = ['user', 'kyc', registered.userId, 'APPROVED', '--actor', 'ana', '--reason', 'May'];
    expect(await runProgram('ledger', approved, environment)).toMatchObject({ code: 0 });
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all([chain.stop(), exchanges.close(), woovi.close()]);
    remove();
  });

  test('pays a key, a code and a boleto once each, as the books of the bank say', async () => {
    const paid = [
      await pay({ pixKey: KEY, pixKeyType: 'EMAIL', amount: 30.5 }),
      await pay({ invoiceCode: CODE }),
      await pay({ invoiceCode: BOLETO }),
    ];
    await Promise.all(paid.map((intentId) => waitForStatus(service, token, intentId, 'COMPLETED')));
    const intents = await Promise.all(paid.map(read));
    const logged = intents.map(({ endToEndId, invoiceValue }) => [endToEndId, Math.round(invoiceValue * 100)]);
    const booked = woovi.books.transfers.map(({ endToEndId, value }) => [endToEndId, value]);
    expect(logged.toSorted()).toEqual(booked.toSorted());
    expect(booked.map(([, value]) => value).toSorted()).toEqual([3_050, 5_000, 7_001].toSorted());
  });

  test('books what came back after the callback that names its transfer, and refuses an unsigned one', async () => {
    const [transfer] = woovi.books.transfers;
    const { endToEndId = '', value = 0 } = transfer ?? {};
    woovi.books.returns.set(endToEndId, [value]);
    const told = {
      refundTransaction: { value, endToEndId: `D${endToEndId.slice(1)}` },
      originalTransaction: { endToEndId },
    };
    const unsigned = await fetch(`${service.url}/webhooks/bank/woovi`, { method: 'POST', body: JSON.stringify(told) });
    expect([unsigned.status, await callBack(told)]).toEqual([401, 200]);
    const open = async () => {
      const { stdout } = await runProgram('ledger', ['payouts', 'returns', 'list', '--json'], environment);
      return (JSON.parse(stdout) as { readonly items: readonly { readonly cents: string }[] }).items;
    };
    let items = await open();
    for (; items.length === 0; items = await open()) await pause(200);
    expect(items).toMatchObject([{ cents: value.toString(), provider: 'woovi' }]);
  });

  test('shows the state of the bank, and tells the secret and the payee to no log', async () => {
    const { stdout } = await runProgram('ledger', ['providers', '--json'], environment);
    const [bank] = (JSON.parse(stdout) as { readonly providers: readonly object[] }).providers;
    const balance = (woovi.books.balance / 100).toFixed(2);
    const tokens = { tokens: woovi.books.tokens, maxTokens: 500 };
    expect(bank).toEqual({ name: 'woovi', adapter: 'woovi', balance, tokens, error: null, isHealthy: true });
    const logged = service.stdout() + service.stderr();
    expect(logged).toContain('/api/v1/payment/approve');
    for (const secret of [woovi.appId, KEY]) expect(logged).not.toContain(secret);
  });
});
