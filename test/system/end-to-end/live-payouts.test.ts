import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Wallet } from 'ethers';
import { buildStaticBrCode } from '../../../aggregates/codes/build-br-code';
import { buildGiftCardCode } from '../../../aggregates/codes/gift-card';
import { systemClock } from '../../../infra/clock';
import { type ApiPixServer, apiPixEntry, openApiPix } from '../../providers/api-pix';
import { payCharge } from '../../providers/api-pix-books';
import { issueCertificates } from '../../providers/certificates';
import { type Exchanges, openExchanges } from '../../providers/exchanges';
import { openReloadly, type ReloadlyServer } from '../../providers/reloadly';
import { costOf, PRODUCT_ID } from '../../providers/reloadly-books';
import { openWoovi, type WooviServer } from '../../providers/woovi';
import { boletoOf } from '../../samples/boletos';
import { type Anvil, anvil } from '../../stores/anvil';
import { installLive, quoteLive, startLive } from './support/live';
import { waitForStatus } from './support/pay';
import { ask, type Environment, type RunningProcess, runProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(240_000);

const ETH = 201;
const KEY = 'padaria@loja.example';
const BOLETO = boletoOf(7_001n);
const CARD = buildGiftCardCode('RELOADLY', PRODUCT_ID, 4_000n);
const CODE = buildStaticBrCode({ key: KEY, payeeName: 'LOJA', payeeCity: 'RECIFE', amountCents: 5_000n });

const CALLER = 'CN=bank,O=Banco de Teste';

interface Quoted {
  readonly quoteId: string;
  /** Amount of a cash-in. */
  readonly cryptoAmountBaseUnits: string;
}

interface Intent {
  readonly intentId: string;
  readonly invoiceValue: number;
  readonly endToEndId: string;
  readonly instruction: { readonly to: string; readonly value: string; readonly data: string };
  readonly deposits: readonly { readonly txHash: string }[];
}

/** Live credentials, a chain, sources of prices, two banks and a seller of gift cards, all on loopback. */
describe('live credentials with Woovi, Reloadly and a bank of the API Pix', () => {
  const { dataDir, remove } = temporaryDataDir();
  let [chain, exchanges, woovi, reloadly] = [] as unknown as [Anvil, Exchanges, WooviServer, ReloadlyServer];
  const [treasury, buyer] = [Wallet.createRandom(), Wallet.createRandom().address];
  let banco: ApiPixServer;
  let service: RunningProcess;
  let environment: Environment;
  let token = '';

  const install = (bancoEntry: object): Environment => {
    const bank = { name: 'woovi', adapter: 'woovi', url: woovi.url, secrets: { appId: 'WOOVI_APP_ID' } };
    const cards = {
      ...{ name: 'cards', adapter: 'reloadly', url: reloadly.url, authUrl: reloadly.url },
      ...{ secrets: { clientId: 'CARDS_ID', clientSecret: 'CARDS_SECRET' }, recipientEmail: 'cards@lastro.example' },
    };
    return {
      ...installLive({
        ...{ dataDir, chainUrl: chain.url, exchangesUrl: exchanges.url, providers: [bancoEntry, bank, cards] },
        network: { delivery: { signerKey: 'TREASURY_KEY', assetIds: [ETH] } },
      }),
      ...{ PIX_ID: banco.clientId, PIX_SECRET: banco.clientSecret, TREASURY_KEY: treasury.privateKey },
      ...{ CARDS_ID: reloadly.clientId, CARDS_SECRET: reloadly.clientSecret },
      // The test ends the TLS of the bank's callbacks, as a proxy.
      ...{ TRUSTED_PROXIES: '127.0.0.1', WOOVI_APP_ID: woovi.appId },
    };
  };

  const at = (words: string): string => `${service.url}/api/v1/${words}`;
  const read = async (intentId: string): Promise<Intent> =>
    (await ask<Intent>(at(`cashout/intent/${intentId}`), { token })).body.data;

  const quotedFor = (words: string, asked: object): Promise<Quoted> =>
    quoteLive({ service, token }, exchanges, words, { assetId: ETH, ...asked });

  /** Quotes, opens an intent and pays it on the chain. */
  const pay = async (payee: object): Promise<string> => {
    const { quoteId } = await quotedFor('cashout/quote', payee);
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
    reloadly = await openReloadly(systemClock);
    woovi.books.boletos.set(BOLETO, 7_001);
    const [bankIdentity, identity] = issueCertificates(['bank', 'lastro']);
    banco = await openApiPix(systemClock, bankIdentity!);
    await chain.rpc('anvil_setBalance', [treasury.address, '0x8ac7230489e80000']);
    environment = install(apiPixEntry(banco, identity!, path.join(dataDir, '..'), CALLER));
    ({ service, token } = await startLive(environment, buyer));
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all([chain.stop(), exchanges.close(), woovi.close(), reloadly.close(), banco.close()]);
    remove();
  });

  test('pays a key, a code and a boleto once each, according to the books of the bank', async () => {
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

  test('buys a gift card once, and shows the whole card to its user alone', async () => {
    const { books } = reloadly;
    const before = books.balance;
    const intentId = await pay({ invoiceCode: CARD });
    await waitForStatus(service, token, intentId, 'COMPLETED');
    expect(books.orders.map(({ cents, told }) => [cents, told['recipientEmail']])).toEqual([
      [4_000, 'cards@lastro.example'],
    ]);
    expect(before - books.balance).toBe(costOf(4_000));
    const [deposit] = (await read(intentId)).deposits;
    const path = `receipts/giftcard?tx=${deposit?.txHash}&chain=ethereum`;
    const { body } = await ask<{ giftCardPin: string }>(at(path), { token });
    expect(body.data.giftCardPin).toBe('Number: 6120200345149064, PIN: 0042');
  });

  test('charges a cash-in, receives its PIX after the callback of the bank, and delivers it', async () => {
    const { quoteId, cryptoAmountBaseUnits } = await quotedFor('cashin/quote', { amount: 150 });
    const customer = { name: 'Maria da Silva', taxID: '529.982.247-25' };
    const opened = await ask<{ intentId: string; status: string }>(at('cashin/intent'), {
      token,
      body: { quoteId, customer },
    });
    const { intentId } = opened.body.data;
    const txid = intentId.replaceAll('-', '');
    const { endToEndId, valor } = payCharge(banco.books, txid, systemClock.now());
    const told = { pix: [{ endToEndId, txid, valor, horario: systemClock.iso() }] };
    const verified = { 'x-client-verify': 'SUCCESS', 'x-client-subject': CALLER };
    for (const [headers, status] of [
      [{ ...verified, 'x-client-subject': 'CN=other' }, 401],
      [verified, 200],
    ] as const) {
      const answer = await fetch(`${service.url}/webhooks/bank/banco/pix`, {
        method: 'POST',
        headers,
        body: JSON.stringify(told),
      });
      expect(answer.status).toBe(status);
    }
    const shown = async () => (await ask<{ status: string }>(at(`cashin/intent/${intentId}`), { token })).body.data;
    for (let { status } = await shown(); status !== 'COMPLETED'; { status } = await shown()) {
      expect(status).toBe('ACTIVE');
      await pause(200);
    }
    expect(BigInt((await chain.rpc('eth_getBalance', [buyer, 'latest'])) as string)).toBe(
      BigInt(cryptoAmountBaseUnits),
    );
    const charges = [...banco.books.charges].map(([id, { status, pix }]) => [
      id,
      status,
      pix.length,
      pix[0]?.devolucoes,
    ]);
    expect([charges, valor]).toEqual([[[txid, 'CONCLUIDA', 1, []]], '150.00']);
  });

  test('records a return after the callback of its transfer, and refuses an unsigned callback', async () => {
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

  test('shows the state of the bank, and logs neither the secret nor the payee', async () => {
    const { stdout } = await runProgram('ledger', ['providers', '--json'], environment);
    const [pix, bank, cards] = (JSON.parse(stdout) as { readonly providers: readonly object[] }).providers;
    const balance = (woovi.books.balance / 100).toFixed(2);
    const tokens = { tokens: woovi.books.tokens, maxTokens: 500 };
    expect(bank).toEqual({ name: 'woovi', adapter: 'woovi', balance, tokens, error: null, isHealthy: true });
    expect([pix, cards]).toMatchObject([
      { name: 'banco', balance: null, isHealthy: true },
      { name: 'cards', isHealthy: true },
    ]);
    const logged = service.stdout() + service.stderr();
    expect(logged).toContain('/api/v1/payment/approve');
    const { clientSecret } = reloadly;
    for (const secret of [
      woovi.appId,
      KEY,
      clientSecret,
      banco.clientSecret,
      '52998224725',
      'token-of-a-test',
      '6120200345149064',
    ])
      expect(logged).not.toContain(secret);
  });
});
