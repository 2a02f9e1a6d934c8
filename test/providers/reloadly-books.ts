import type { Reply } from './bank-server';

// Answers of the documents: github.com/Reloadly/reloadly-api-documentation, openapi/components/schemas/giftcards, and the
// pages and cards of 2025.

export interface Card {
  readonly cardNumber: string;
  readonly pinCode: string;
  readonly redemptionUrl?: string;
}

export interface Held {
  readonly transactionId: number;
  /** Face value. */
  readonly cents: number;
  readonly told: Body;
  readonly createdAtMs: number;
  readonly failure: 'FAILED' | 'REFUNDED' | null;
}

export interface Books {
  readonly orders: Held[];
  /** By product id. */
  readonly products: Map<string, object>;
  /** Balance of the account, in cents of a dollar. */
  balance: number;
  settleMs: number;
  /** Cards of every order; empty: not there yet. */
  cards: readonly Card[];
  /** Form of the report's pages. */
  form: 'FROM_1' | 'FROM_0' | 'BARE';
  /** The fault of the next order: `refused` is the error before anything is made. */
  next: { readonly cents?: number; readonly failure?: Held['failure']; readonly refused?: Refusal };
}

type Body = Readonly<Record<string, unknown>>;

interface Refusal {
  readonly status?: number;
  readonly message: string;
  readonly errorCode?: string;
}

export const PRODUCT_ID = '15363';

/** Any value up to ten million reais; `changes` make it another product. */
export const productOf = (changes: object = {}) => ({
  ...{ productId: Number(PRODUCT_ID), productName: 'Google Play BR', global: false, status: 'ACTIVE' },
  ...{ senderFee: 0.5, discountPercentage: 7.5, denominationType: 'RANGE', recipientCurrencyCode: 'BRL' },
  ...{ minRecipientDenomination: 0.01, maxRecipientDenomination: 10_000_000, fixedRecipientDenominations: [] },
  ...{ brand: { brandId: 3, brandName: 'Google Play' }, country: { isoName: 'BR', name: 'Brazil' }, ...changes },
});

export const openBooks = (): Books => ({
  ...{ orders: [], products: new Map([[PRODUCT_ID, productOf()]]), balance: 10 ** 15, settleMs: 1_000 },
  ...{ cards: [{ cardNumber: '6120200345149064', pinCode: '0042' }], form: 'FROM_1', next: {} },
});

/** New York's summer time: Reloadly names no zone. */
const timeAt = (ms: number): string => new Date(ms - 4 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const refuse = ({ status = 400, message, errorCode }: Refusal): Reply => ({
  status,
  body: { timeStamp: timeAt(0), message, path: '/orders', errorCode: errorCode ?? null, details: [] },
});

const accept = (body: unknown): Reply => ({ status: 200, body });

/** A dollar is 5.40 reais, and the discount 7.5 %. */
export const costOf = (cents: number): number => Math.round((cents / 5.4) * 0.925);

const shown = ({ settleMs }: Books, held: Held, nowMs: number) => {
  const { transactionId, cents, told, createdAtMs, failure } = held;
  const { customIdentifier, productId, recipientEmail } = told;
  const status = failure ?? (nowMs >= createdAtMs + settleMs ? 'SUCCESSFUL' : 'PROCESSING');
  const unitPrice = cents / 100;
  const product = { productId, productName: 'Google Play BR', countryCode: 'BR', quantity: 1, unitPrice };
  return {
    ...{ transactionId, amount: costOf(cents) / 100, discount: 0.7, currencyCode: 'USD', fee: 0.5, smsFee: 0 },
    ...{ recipientEmail, customIdentifier, status, transactionCreatedTime: timeAt(createdAtMs) },
    product: {
      ...product,
      totalPrice: unitPrice,
      currencyCode: 'BRL',
      brand: { brandId: 3, brandName: 'Google Play' },
    },
  };
};

export const showProduct = ({ products }: Books, id: string): Reply => {
  const product = products.get(id);
  return product === undefined ? refuse({ status: 404, message: 'Product was not found' }) : accept(product);
};

const NEEDED = [
  'productId',
  'countryCode',
  'quantity',
  'unitPrice',
  'customIdentifier',
  'senderName',
  'recipientEmail',
];

/** Every order costs money, here and nowhere else, but for those that fail. */
export const order = (books: Books, told: Body, nowMs: number): Reply => {
  const { cents = Math.round(Number(told['unitPrice']) * 100), failure = null, refused } = books.next;
  books.next = {};
  if (refused !== undefined) return refuse(refused);
  const missing = NEEDED.find((name) => told[name] === undefined);
  if (missing !== undefined) return refuse({ message: `${missing} is required` });
  if (books.orders.some((held) => held.told['customIdentifier'] === told['customIdentifier']))
    return refuse({ message: 'The custom identifier was used before', errorCode: 'CUSTOM_IDENTIFIER_ALREADY_USED' });
  if (books.balance < costOf(cents)) return refuse({ message: 'Insufficient funds in the wallet' });
  if (failure === null) books.balance -= costOf(cents);
  const held: Held = { transactionId: books.orders.length + 1, cents, told, createdAtMs: nowMs, failure };
  books.orders.push(held);
  return accept(shown(books, held, nowMs));
};

/** Newest first. */
export const report = (books: Books, asked: URLSearchParams, nowMs: number): Reply => {
  const [page, size] = [Number(asked.get('page')), Number(asked.get('size'))];
  const [key, from, to] = ['customIdentifier', 'startDate', 'endDate'].map((name) => asked.get(name));
  const isAsked = ({ told, createdAtMs }: Held): boolean =>
    (key === null || told['customIdentifier'] === key) &&
    timeAt(createdAtMs) >= (from ?? '') &&
    timeAt(createdAtMs) <= (to ?? '9');
  const all = books.orders.filter(isAsked).toReversed();
  const rows = all.map((held) => shown(books, held, nowMs));
  if (books.form === 'BARE') return accept(rows);
  const begin = (books.form === 'FROM_1' ? Math.max(page, 1) - 1 : page) * size;
  return accept({ content: rows.slice(begin, begin + size), totalElements: rows.length, size, number: page });
};

export const cards = (books: Books, transactionId: string, nowMs: number): Reply => {
  const held = books.orders.find((each) => each.transactionId.toString() === transactionId);
  const isSold = held !== undefined && held.failure === null && nowMs >= held.createdAtMs + books.settleMs;
  return isSold ? accept(books.cards) : refuse({ status: 404, message: 'Invalid transaction id' });
};
