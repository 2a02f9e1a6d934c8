import { systemClock } from '../../../infra/clock';
import type { PriceSource } from '../../../infra/prices/sources/source';
import { PRICE_SOURCES, type PriceSourceName } from '../../../infra/prices/sources/sources';
import { createReads, type Reads } from '../../../infra/providers/http/reads';
import { type Exchanges, openExchanges } from '../../providers/exchanges';

let exchanges: Exchanges;
let reads: Reads;
beforeEach(async () => {
  exchanges = await openExchanges();
  reads = createReads();
});
afterEach(async () => {
  await reads.close();
  await exchanges.close();
});

const PEGS = [
  { symbol: 'BRLA', coingeckoId: 'brla-digital-brla' },
  { symbol: 'BRZ', coingeckoId: 'brz' },
];

const open = (name: PriceSourceName, symbols: readonly string[]): PriceSource =>
  PRICE_SOURCES[name].open({ url: exchanges.url, reads, symbols, pegs: PEGS, clock: systemClock });

const PATHS: Readonly<Record<PriceSourceName, string>> = {
  'mercado-bitcoin': '/api/v4',
  binance: '/api/v3',
  foxbit: '/rest/v3',
  ptax: '/olinda',
  coingecko: '/api/v3/simple',
};

test.each<[PriceSourceName, string]>([
  ['mercado-bitcoin', '520000.01'],
  ['binance', '520000.01'],
  ['foxbit', '520000.01'],
])('%s gives bid and ask as exact text', async (name, price) => {
  const ticks = await open(name, ['USDT', 'BTC']).read();
  expect(ticks.find(({ base, quote }) => base === 'BTC' && quote === 'BRL')).toMatchObject({ bid: price, ask: price });
});

test('coingecko gives its known pegged assets, as exact text with the time', async () => {
  const body = '{"brla-digital-brla":{"brl":0.9984000000000001,"last_updated_at":1795791600}}';
  exchanges.answer(PATHS.coingecko, { body });
  const price = '0.9984000000000001';
  expect(await open('coingecko', []).read()).toEqual([
    { base: 'BRLA', quote: 'BRL', bid: price, ask: price, sourceMs: 1_795_791_600_000 },
  ]);
  expect(exchanges.asked.at(-1)?.path).toContain('ids=brla-digital-brla,brz&vs_currencies=brl');
});

test('ptax gives the last rate with the time of Brasília', async () => {
  exchanges.answer(PATHS.ptax, {
    body: {
      value: [
        { cotacaoCompra: 5.3, cotacaoVenda: 5.31, dataHoraCotacao: '2026-11-26 13:09:40.608' },
        { cotacaoCompra: 5.4, cotacaoVenda: 5.41, dataHoraCotacao: '2026-11-27 13:09:40.608' },
      ],
    },
  });
  const sourceMs = Date.parse('2026-11-27T16:09:40.608Z');
  expect(await open('ptax', []).read()).toEqual([{ base: 'USD', quote: 'BRL', bid: '5.4', ask: '5.41', sourceMs }]);
});

test('ptax gives no rate for a week without a business day', async () => {
  exchanges.answer(PATHS.ptax, { body: { value: [] } });
  expect(await open('ptax', []).read()).toEqual([]);
});

test.each<PriceSourceName>([
  'mercado-bitcoin',
  'binance',
])('%s leaves a symbol out that is not sold, and does not ask for that symbol again', async (name) => {
  const source = open(name, ['USDT', 'XLM', 'BTC']);
  const bases = async () => (await source.read()).filter(({ quote }) => quote === 'BRL').map(({ base }) => base);
  expect(await bases()).toEqual(['USDT', 'BTC']);
  exchanges.asked.length = 0;
  expect(await bases()).toEqual(['USDT', 'BTC']);
  expect(exchanges.asked).toHaveLength(1);
  expect(exchanges.asked[0]?.path).not.toContain('XLM');
});

test('mercado-bitcoin gives the time in milliseconds, from seconds or nanoseconds', async () => {
  const told = (date: string) => `[{"pair":"USDT-BRL","buy":"5.4","sell":"5.5","date":${date}}]`;
  const source = open('mercado-bitcoin', ['USDT']);
  for (const date of ['1764259200', '1764259200000000000']) {
    exchanges.answer(PATHS['mercado-bitcoin'], { body: told(date) });
    expect(await source.read()).toMatchObject([{ sourceMs: 1_764_259_200_000 }]);
  }
});

const everySource = Object.keys(PATHS) as PriceSourceName[];

describe.each(everySource)('%s', (name) => {
  const read = () => open(name, ['USDT']).read();

  test('names lastro in each request', async () => {
    await read();
    expect(exchanges.asked[0]?.userAgent).toMatch(/^lastro\/\d/);
  });

  test.each<[number, Readonly<Record<string, string>>, number]>([
    [429, { 'retry-after': '7' }, 7_000],
    [418, {}, 60_000],
  ])('waits as long as an answer %d says', async (status, headers, waitMs) => {
    exchanges.answer(PATHS[name], { status, headers, body: {} });
    await expect(read()).rejects.toMatchObject({ waitMs });
  });

  test.each<[string, unknown]>([
    ['HTML with 200', '<html>busy</html>'],
    ['half an answer', '{"data":['],
    ['null', null],
    ['another shape', { data: 7, value: 'x' }],
  ])('rejects %s', async (_what, body) => {
    exchanges.answer(PATHS[name], { body: typeof body === 'string' ? body : JSON.stringify(body) });
    await expect(read()).rejects.toMatchObject({ message: 'gave an answer with an unknown format' });
  });

  test('rejects an answer larger than 1 MiB', async () => {
    exchanges.answer(PATHS[name], { body: ' '.repeat(1_100_000) });
    await expect(read()).rejects.toMatchObject({ waitMs: null });
  });

  test('rejects a redirect', async () => {
    exchanges.answer(PATHS[name], { status: 302, headers: { location: `${exchanges.url}/elsewhere` }, body: '' });
    await expect(read()).rejects.toMatchObject({ message: 'answered 302' });
  });
});
