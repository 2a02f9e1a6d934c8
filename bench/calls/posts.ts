import { randomUUID } from 'node:crypto';
import { BR_CODE, COIN } from '../seeds/quotes';
import { person } from '../sides/shared/requests';

export interface Post {
  readonly path: string;
  /** Owner of the credential. */
  readonly by: 'PARTNER' | 'USER';
  /** `made`: what an earlier POST of the same round answered, by its path. */
  readonly body: (made: ReadonlyMap<string, Answer>) => object;
}

export type Answer = Readonly<Record<string, unknown>>;

const CASHOUT_QUOTE = '/api/v1/cashout/quote';
const CASHIN_QUOTE = '/api/v1/cashin/quote';
const USERS = '/api/v1/users';
const CUSTOMER = { name: 'Maria Teste', taxID: '529.982.247-25' };

const of = (made: ReadonlyMap<string, Answer>, path: string, field: string): unknown => made.get(path)?.[field];

const ofRegistered = (made: ReadonlyMap<string, Answer>) => ({
  ...person(),
  externalUserId: of(made, USERS, 'externalUserId'),
});

/** In the order of a payment. */
export const POSTS: readonly Post[] = [
  { path: USERS, by: 'PARTNER', body: () => ({ externalUserId: `customer-${randomUUID()}` }) },
  { path: '/api/v1/auth/token', by: 'PARTNER', body: (made) => ({ uid: of(made, USERS, 'userId') }) },
  { path: '/api/v1/users/kyc/sessions/natural-person', by: 'PARTNER', body: ofRegistered },
  { path: '/api/v1/validate-code', by: 'USER', body: () => ({ code: BR_CODE }) },
  { path: CASHOUT_QUOTE, by: 'USER', body: () => ({ assetId: COIN.assetId, invoiceCode: BR_CODE }) },
  { path: '/api/v1/cashout/intent', by: 'USER', body: (made) => ({ quoteId: of(made, CASHOUT_QUOTE, 'quoteId') }) },
  { path: CASHIN_QUOTE, by: 'USER', body: () => ({ assetId: COIN.assetId, amount: 150 }) },
  {
    ...{ path: '/api/v1/cashin/intent', by: 'USER' },
    body: (made) => ({ quoteId: of(made, CASHIN_QUOTE, 'quoteId'), customer: CUSTOMER }),
  },
  { path: '/api/v1/partners/me/fees/simulate', by: 'PARTNER', body: () => ({ assetId: COIN.assetId, amount: 150 }) },
  { path: '/api/v1/partners/me/api-keys', by: 'PARTNER', body: () => ({}) },
  { path: '/api/v1/partners/me/rotate-webhook-secret', by: 'PARTNER', body: () => ({}) },
];
