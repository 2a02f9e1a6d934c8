import fs from 'node:fs';
import path from 'node:path';
import { type Exchanges, openExchanges, sourceEntries } from '../../providers/exchanges';
import { askOnce, type RunningProcess, runProgram, startProgram, temporaryDataDir } from './support/run-service';

jest.setTimeout(240_000);

const { dataDir, remove } = temporaryDataDir();
let exchanges: Exchanges;
let environment: Record<string, string>;
let service: RunningProcess;

beforeAll(async () => {
  exchanges = await openExchanges();
  const file = path.join(dataDir, 'providers.json');
  fs.mkdirSync(dataDir, { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ providers: sourceEntries(exchanges.url) }));
  environment = { DATA_DIR: dataDir, PROVIDERS_FILE: file, SANDBOX_PRICES: 'market' };
  service = await startProgram('start', environment);
});
afterAll(async () => {
  await service.stop();
  await exchanges.close();
  remove();
});

interface AssetPrice {
  readonly price: number;
  readonly pair: string;
}

const SIMULATED_USD = 9102;

const priceOf = () => askOnce<AssetPrice>(`${service.url}/api/v1/getAssetPrice?assetId=${SIMULATED_USD}`);

/** Asks until the answer is of this kind. */
const untilPriced = async (isWanted: (answer: Awaited<ReturnType<typeof priceOf>>) => boolean) => {
  for (;;) {
    const answer = await priceOf();
    if (isWanted(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

test('a sandbox price equals the market price, and follows it', async () => {
  const first = await untilPriced(({ status }) => status === 200);
  expect(first.body.data).toMatchObject({ price: 5.42, pair: 'USDT/BRL' });
  exchanges.prices.set('USDT', '5.43');
  const second = await untilPriced(({ body }) => body.data?.price !== 5.42);
  expect(second.body.data.price).toBe(5.43);
});

test('a price is refused while the sources differ too much from PTAX', async () => {
  exchanges.prices.set('USDT', '6.00');
  const refused = await untilPriced(({ status }) => status !== 200);
  expect(refused).toMatchObject({ status: 502 });
  exchanges.prices.set('USDT', '5.42');
  await untilPriced(({ status }) => status === 200);
});

test('the command prints each answer and the price of each asset', async () => {
  exchanges.answer('/rest/v3', { status: 500, body: '' });
  const { stdout } = await runProgram('ledger', ['prices', '--json'], environment);
  const { ticks, errors, prices } = JSON.parse(stdout) as Record<string, readonly Record<string, unknown>[]>;
  const dollar = { pair: 'USDT/BRL', bid: '5.42', dropped: null };
  expect(ticks).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ source: 'binance', ...dollar }),
      expect.objectContaining({ source: 'ptax', pair: 'USD/BRL' }),
    ]),
  );
  expect(errors).toEqual([{ source: 'foxbit', error: 'answered 500' }]);
  expect(prices).toContainEqual({ symbol: 'USDT', sell: '5.42', buy: '5.42', sources: ['mercado-bitcoin', 'binance'] });
});
