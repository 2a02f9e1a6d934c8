import { randomUUID } from 'node:crypto';
import type { Reply } from './bank-server';

// Answers of the documents: woovi-developers, docs/stablecoin, and the paths of src/swaggers/woovi.json.

type Body = Readonly<Record<string, unknown>>;

interface Deposit {
  readonly id: string;
  readonly told: Body;
  readonly createdAtMs: number;
  readonly outputAmount: number;
  approvedAtMs: number | null;
  hasFailed: boolean;
}

/** A delivery: centavos, and coins. */
interface Sent {
  readonly correlationId: string;
  readonly inputAmount: number;
  readonly outputAmount: number;
  readonly wallet: unknown;
}

export interface StablecoinBooks {
  readonly deposits: Map<string, Deposit>;
  readonly sent: Sent[];
  /** Centavos of the account. */
  balance: number;
  /** Reais for a coin, fees included. */
  rate: number;
  /** Also in the answer about a completed deposit, whose documented sample has none. */
  showsHash: boolean;
  /** False: Woovi finds no deposit. */
  isShown: boolean;
  settleMs: number;
  expiresInMs: number;
  /** The error of the next deposit or approval. */
  next: { readonly refused?: string };
}

export const openStablecoinBooks = (): StablecoinBooks => ({
  ...{ deposits: new Map(), sent: [], balance: 10 ** 15, rate: 5.42, showsHash: true, isShown: true },
  ...{ settleMs: 2_000, expiresInMs: 300_000, next: {} },
});

const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  USDT: ['POLYGON', 'ETHEREUM', 'CELO', 'TRON'],
  USDC: ['POLYGON', 'ETHEREUM', 'BASE', 'CELO'],
};

const refuse = (error: string, about: object = {}): Reply => ({ status: 400, body: { error, ...about } });
const accept = (body: unknown): Reply => ({ status: 200, body });
const isoOf = (ms: number): string => new Date(ms).toISOString();

const statusOf = ({ approvedAtMs, hasFailed }: Deposit, { settleMs }: StablecoinBooks, nowMs: number): string => {
  if (hasFailed) return 'FAILED';
  if (approvedAtMs === null) return 'PENDING';
  return nowMs >= approvedAtMs + settleMs ? 'COMPLETED' : 'PROCESSING';
};

export const hashOf = (id: string): string => `0x${id.padEnd(64, '0')}`;

const amountsOf = ({ told, outputAmount }: Deposit) => ({
  ...{ inputAmount: told['value'], inputCurrency: 'BRL', outputAmount, outputCurrency: told['currency'], fee: 50 },
});

const created = (deposit: Deposit, { expiresInMs }: StablecoinBooks): Reply =>
  accept({
    ...{ status: 'PENDING', depositId: deposit.id, correlationId: deposit.told['correlationId'] },
    expiration: isoOf(deposit.createdAtMs + expiresInMs),
    quote: { ...amountsOf(deposit), rate: 5.42 },
  });

const create = (books: StablecoinBooks, told: Body, nowMs: number): Reply => {
  const { value, currency, network, correlationId } = told;
  const [key, { refused }] = [String(correlationId), books.next];
  books.next = {};
  if (refused !== undefined) return refuse(refused);
  if (typeof value !== 'number' || value <= 0) return refuse('value must be a positive number (in cents)');
  const networks = NETWORKS[String(currency)];
  if (networks === undefined) return refuse('currency must be one of: USDT, USDC');
  if (!networks.includes(String(network)))
    return refuse(`${String(currency)} is not available on ${String(network)}. Supported networks: ${networks.join()}`);
  const known = books.deposits.get(key);
  if (known !== undefined) return created(known, books);
  const outputAmount = Math.floor((value / 100 / books.rate) * 1_000_000) / 1_000_000;
  const id = randomUUID().replaceAll('-', '').slice(0, 24);
  const deposit: Deposit = { id, told, createdAtMs: nowMs, outputAmount, approvedAtMs: null, hasFailed: false };
  books.deposits.set(key, deposit);
  return created(deposit, books);
};

/** Money moves here and nowhere else. */
const approve = (books: StablecoinBooks, { correlationId }: Body, nowMs: number): Reply => {
  const key = String(correlationId);
  const [deposit, { refused }] = [books.deposits.get(key), books.next];
  books.next = {};
  if (deposit === undefined) return refuse('Stablecoin cashout not found', { correlationId });
  const about = { correlationId, depositId: deposit.id };
  const status = statusOf(deposit, books, nowMs);
  if (refused !== undefined) return refuse(refused, about);
  if (status === 'COMPLETED') return refuse('Stablecoin cashout already completed', about);
  if (status === 'PROCESSING') return refuse('Stablecoin cashout is already being processed', about);
  if (nowMs >= deposit.createdAtMs + books.expiresInMs) return refuse('Failed to pay stable qrcode', about);
  const { value, destinationWalletAddress: wallet } = deposit.told;
  if (books.balance < Number(value)) return refuse('Saldo insuficiente', about);
  books.balance -= Number(value);
  deposit.approvedAtMs = nowMs;
  books.sent.push({ correlationId: key, inputAmount: Number(value), outputAmount: deposit.outputAmount, wallet });
  return accept({ status: 'PROCESSING', ...about });
};

const find = (books: StablecoinBooks, key: string, nowMs: number): Reply => {
  const deposit = books.deposits.get(key);
  if (deposit === undefined || !books.isShown)
    return { status: 404, body: { status: 'error', error: 'Stablecoin cashout not found' } };
  const status = statusOf(deposit, books, nowMs);
  const told = { id: deposit.id, correlationId: key, status, ...amountsOf(deposit) };
  const hash = status === 'COMPLETED' && books.showsHash ? { txHash: hashOf(deposit.id) } : {};
  return accept({ status: 'ok', deposit: { ...told, ...hash, createdAt: isoOf(deposit.createdAtMs) } });
};

/** Null: about no deposit. */
export const routedDeposit = (books: StablecoinBooks, line: string, body: Body, nowMs: number): Reply | null => {
  const [method, url = ''] = line.split(' ');
  const { pathname, searchParams } = new URL(url, 'http://woovi');
  switch (`${method} ${pathname}`) {
    case 'POST /api/v1/stablecoin/deposit':
      return create(books, body, nowMs);
    case 'POST /api/v1/stablecoin/deposit/approve':
      return approve(books, body, nowMs);
    case 'GET /api/v1/stablecoin/deposit/find':
      return find(books, searchParams.get('correlationId') ?? '', nowMs);
    default:
      return null;
  }
};
