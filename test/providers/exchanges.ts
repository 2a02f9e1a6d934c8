import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../infra/clock';
import { rest } from '../../infra/timing/rest';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is. */
  readonly body: unknown;
}

export interface Asked {
  readonly path: string;
  readonly userAgent: string | undefined;
}

/** Mercado Bitcoin, Binance, Foxbit, PTAX and BrasilAPI on loopback, each answering as its documents show. */
export interface Exchanges {
  readonly url: string;
  readonly asked: Asked[];
  /** Answers whatever path begins so from now on; undefined ends that. */
  readonly answer: (pathBegin: string, answer: Answer | undefined) => void;
  /** BRL for a unit, as every exchange tells it. */
  readonly prices: Map<string, string>;
  readonly close: () => Promise<void>;
}

const seconds = (): number => Math.floor(systemClock.now() / 1000);

const mercadoBitcoin = (prices: ReadonlyMap<string, string>, url: URL): Answer => {
  const pairs = (url.searchParams.get('symbols') ?? '').split(',');
  const bases = pairs.map((pair) => pair.replace(/-BRL$/, ''));
  if (bases.some((base) => !prices.has(base))) return { status: 400, body: { message: 'Invalid symbol' } };
  return {
    body: bases.map((base) => ({
      ...{ pair: `${base}-BRL`, high: '0', low: '0', vol: '1', open: '0', last: prices.get(base) },
      ...{ buy: prices.get(base), sell: prices.get(base), date: seconds() },
    })),
  };
};

/** Against USDT no price is told: the tests that need such a pair give it. */
const binance = (prices: ReadonlyMap<string, string>, url: URL): Answer => {
  const symbols = JSON.parse(url.searchParams.get('symbols') ?? '[]') as readonly string[];
  const priceOf = (symbol: string): string | undefined =>
    symbol.endsWith('BRL') ? prices.get(symbol.slice(0, -3)) : prices.get(symbol);
  if (symbols.some((symbol) => priceOf(symbol) === undefined))
    return { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } };
  const sides = (symbol: string) => ({
    bidPrice: priceOf(symbol),
    bidQty: '1',
    askPrice: priceOf(symbol),
    askQty: '1',
  });
  return { body: symbols.map((symbol) => ({ symbol, ...sides(symbol) })) };
};

/** Numbers, where the others write texts. */
const foxbit = (prices: ReadonlyMap<string, string>): Answer => {
  const markets = [...prices].map(
    ([base, price]) =>
      `{"market_symbol":"${base.toLowerCase()}brl","last_trade":{"price":${price}},"best":{"ask":{"price":${price},"volume":1},"bid":{"price":${price},"volume":1}}}`,
  );
  return { body: `{"data":[${markets.join(',')}]}` };
};

const ptax = (): Answer => {
  const time = new Date(systemClock.now() - 3 * 3_600_000).toISOString().replace('T', ' ').replace('Z', '');
  return { body: { value: [{ cotacaoCompra: 5.4193, cotacaoVenda: 5.4199, dataHoraCotacao: time }] } };
};

/** A company of the documents of BrasilAPI, shortened. */
const brasilApi = (url: URL): Answer => {
  const cnpj = url.pathname.split('/').at(-1);
  if (cnpj !== '19131243000197') return { status: 404, body: { message: 'CNPJ não encontrado', type: 'not_found' } };
  return {
    body: {
      ...{ cnpj, razao_social: 'OPEN KNOWLEDGE BRASIL', nome_fantasia: 'REDE PELO CONHECIMENTO LIVRE' },
      ...{ descricao_situacao_cadastral: 'ATIVA', qsa: [] },
    },
  };
};

const answerOf = (prices: ReadonlyMap<string, string>, url: URL): Answer => {
  if (url.pathname.startsWith('/api/v4/tickers')) return mercadoBitcoin(prices, url);
  if (url.pathname.startsWith('/api/v3/ticker')) return binance(prices, url);
  if (url.pathname.startsWith('/rest/v3/markets')) return foxbit(prices);
  if (url.pathname.startsWith('/api/v3/simple')) return { body: {} };
  if (url.pathname.startsWith('/olinda')) return ptax();
  return brasilApi(url);
};

const send = (response: ServerResponse, { status = 200, headers = {}, body }: Answer): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

/** Listens on loopback, and answers after so long. */
export const openExchanges = async (latencyMs = 0): Promise<Exchanges> => {
  const prices = new Map([
    ['USDT', '5.42'],
    ['BTC', '520000.01'],
    ['ETH', '18500.10'],
  ]);
  const asked: Asked[] = [];
  const faults = new Map<string, Answer>();
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? '/';
    asked.push({ path, userAgent: request.headers['user-agent'] });
    const fault = [...faults].find(([begin]) => path.startsWith(begin))?.[1];
    const answer = () => send(response, fault ?? answerOf(prices, new URL(path, 'http://exchange')));
    if (latencyMs === 0) answer();
    else void rest(latencyMs, new AbortController().signal).then(answer);
  };
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, prices },
    answer: (begin, answer) => (answer === undefined ? faults.delete(begin) : faults.set(begin, answer)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Two of the sources tell no time: their prices are fresh while they change. Returns the stop function. */
export const keepPricesMoving = ({ prices }: Pick<Exchanges, 'prices'>, everyMs: number): (() => void) => {
  const stopping = new AbortController();
  const move = async (): Promise<void> => {
    for (let moves = 1; !stopping.signal.aborted; moves += 1) {
      await rest(everyMs, stopping.signal);
      prices.set('ETH', `18500.${moves % 100}`);
    }
  };
  void move();
  return () => stopping.abort();
};

const SOURCES = ['mercado-bitcoin', 'binance', 'foxbit', 'ptax'];

/** Entries of PROVIDERS_FILE for the sources of prices at this URL. */
export const sourceEntries = (url: string): readonly object[] =>
  SOURCES.map((adapter) => ({ name: adapter, adapter, url }));
