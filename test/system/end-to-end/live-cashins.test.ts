import { setTimeout as pause } from 'node:timers/promises';
import { Wallet } from 'ethers';
import { systemClock } from '../../../infra/clock';
import { type Exchanges, openExchanges } from '../../providers/exchanges';
import { openWoovi, type WooviServer } from '../../providers/woovi';
import { payCharge } from '../../providers/woovi-charges';
import { hashOf } from '../../providers/woovi-stablecoin';
import { type Anvil, anvil } from '../../stores/anvil';
import { installLive, type Live, quoteLive, startLive } from './support/live';
import { ask, temporaryDataDir } from './support/run-service';

jest.setTimeout(240_000);

const USDT = 202;

interface Cashin {
  readonly intentId: string;
  readonly status: string;
}

/** Live credentials, a chain, sources of prices and Woovi, all on loopback. */
describe('live cash-ins with Woovi alone', () => {
  const { dataDir, remove } = temporaryDataDir();
  const buyer = Wallet.createRandom().address.toLowerCase();
  let [chain, exchanges, woovi, live] = [] as unknown as [Anvil, Exchanges, WooviServer, Live];

  beforeAll(async () => {
    chain = await anvil({ chainId: 1, blockTimeSeconds: 1 });
    [exchanges, woovi] = [await openExchanges(), await openWoovi(systemClock)];
    const account = { url: woovi.url, secrets: { appId: 'WOOVI_APP_ID' } };
    const providers = [
      { name: 'woovi', adapter: 'woovi', kinds: ['PIX_CHARGE'], ...account },
      { name: 'coins', adapter: 'woovi-stablecoin', ...account },
    ];
    const environment = installLive({ dataDir, chainUrl: chain.url, exchangesUrl: exchanges.url, providers });
    live = await startLive({ ...environment, WOOVI_APP_ID: woovi.appId, CASHIN_SLIPPAGE_BPS: '300' }, buyer);
  });
  afterAll(async () => {
    await live.service.stop();
    await Promise.all([chain.stop(), exchanges.close(), woovi.close()]);
    remove();
  });

  const shown = async (intentId: string): Promise<object & Pick<Cashin, 'status'>> =>
    (await ask<Cashin>(`${live.service.url}/api/v1/cashin/intent/${intentId}`, { token: live.token })).body.data;

  const callBack = async (provider: string, body: object): Promise<void> => {
    const url = `${live.service.url}/webhooks/bank/${provider}`;
    expect((await fetch(url, { method: 'POST', ...woovi.signed(body) })).status).toBe(200);
  };

  /** A cash-in of R$ 150 whose PIX has come, and its key at Woovi. */
  const paid = async () => {
    const asked = { assetId: USDT, amount: 150 };
    const { quoteId } = await quoteLive<{ readonly quoteId: string }>(live, exchanges, 'cashin/quote', asked);
    const customer = { name: 'Maria da Silva', taxID: '529.982.247-25' };
    const url = `${live.service.url}/api/v1/cashin/intent`;
    const { body } = await ask<Cashin>(url, { token: live.token, body: { quoteId, customer } });
    const correlationID = [...woovi.chargeBooks.charges.keys()].at(-1)!;
    payCharge(woovi.chargeBooks, correlationID, systemClock.now());
    await callBack('woovi', { event: 'OPENPIX:CHARGE_COMPLETED', charge: { correlationID } });
    return { intentId: body.data.intentId, charge: woovi.chargeBooks.charges.get(correlationID)! };
  };

  const ended = async (intentId: string) => {
    let intent = await shown(intentId);
    for (; intent.status === 'ACTIVE'; intent = await shown(intentId)) await pause(200);
    return intent;
  };

  test('charges a cash-in, buys its coins for the wallet of the user, and learns the transaction by a callback', async () => {
    const { stablecoinBooks: books } = woovi;
    Object.assign(books, { rate: 5.54, showsHash: false });
    const { intentId, charge } = await paid();
    while (books.sent.length === 0) await pause(200);
    const { correlationId: correlationID, wallet } = books.sent[0]!;
    const { id } = books.deposits.get(correlationID)!;
    await callBack('coins', { stableDeposit: { id, correlationID, txHash: hashOf(id) } });
    const intent = await ended(intentId);
    expect([books.sent.length, wallet]).toEqual([1, buyer]);
    expect(intent).toMatchObject({ status: 'COMPLETED' });
    expect(JSON.stringify(intent)).toContain(hashOf(id));
    expect([charge.payments.length, charge.refunds]).toEqual([1, []]);
  });

  test('refunds the PIX, and buys nothing, when the coins come out below the minimum of the quote', async () => {
    const { stablecoinBooks: books } = woovi;
    books.rate = 5.7;
    const { intentId, charge } = await paid();
    expect(await ended(intentId)).toMatchObject({ status: 'FAILED' });
    while (charge.refunds.length === 0) await pause(200);
    expect(charge.refunds).toMatchObject([{ value: 15_000 }]);
    expect([books.deposits.size, books.sent.length]).toEqual([2, 1]);
  });

  test('logs neither the secret, nor the payer, nor the wallet', () => {
    const logged = live.service.stdout() + live.service.stderr();
    expect(logged).toContain('/api/v1/stablecoin/deposit/approve');
    for (const secret of [woovi.appId, '52998224725', buyer]) expect(logged).not.toContain(secret);
  });
});
