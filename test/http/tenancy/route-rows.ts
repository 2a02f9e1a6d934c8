import { randomUUID } from 'node:crypto';
import { SIMULATED_BRL } from '../../../infra/chains/simulated/network';
import { FIXED_CODE } from '../world';
import { KYC_ROWS } from './kyc-rows';
import type { Objects } from './tenants';

/**
 * Facts of a route for the tenancy matrix. A path's own parameters are filled in from `Objects` by their names:
 * a route that names an object of a new kind adds it there.
 */
export interface RouteRow {
  readonly query?: (objects: Objects) => Record<string, string>;
  readonly body?: (objects: Objects) => object;
  /** The status when the objects are the asker's own. */
  readonly owner: number;
  /** The status for foreign objects, and for none; null: the route names no object of a tenant. */
  readonly foreign?: number | null;
  /** The same for live credentials, where a route refuses those in the first place. */
  readonly foreignInLive?: number;
  /** For a list: the object whose id is a cursor. */
  readonly cursor?: keyof Objects;
}

const PUBLIC: RouteRow = { owner: 200 };
const RECEIPT: RouteRow = {
  ...{ owner: 200, foreign: 404 },
  query: ({ receiptTx }) => ({ tx: receiptTx, chain: 'ethereum' }),
};
/** Asked from no page. */
const FROM_OWN_PAGE: RouteRow = { owner: 403 };
/** Its owner has signed nothing, so nobody is let in. */
const WALLET = { address: '0x8ba1f109551bd432803012645ac136ddd64dba72', blockchain: 'ethereum' };
const CODE: RouteRow = { owner: 200, body: () => ({ code: FIXED_CODE }) };

/** Routes that have a body, a query, a cursor, or another answer than the document and the path tell (`rowOf` in `asking.ts`). */
export const ROUTE_ROWS: Readonly<Record<string, RouteRow>> = {
  'get /api/v1/getAssetPrice': { owner: 200, query: () => ({ assetId: '202' }) },

  'post /api/auth/challenge': { owner: 200, body: () => WALLET },
  'post /api/auth/verify': { owner: 401, body: () => ({ ...WALLET, signature: `0x${'1'.repeat(130)}` }) },
  'post /api/auth/otp/send': {
    // The world has no mail server.
    owner: 503,
    body: () => ({ ...WALLET, channel: 'email', destination: 'maria@exemplo.com' }),
  },
  'post /api/auth/otp/verify': {
    owner: 401,
    body: () => ({ ...WALLET, otpId: '0'.repeat(32), code: '12345678' }),
  },

  'post /api/v1/auth/token': { owner: 200, foreign: 404, body: ({ userId }) => ({ uid: userId }) },
  'get /api/v1/partners/me/api-keys': { owner: 200, cursor: 'keyId' },
  'post /api/v1/partners/me/api-keys': { owner: 201, body: () => ({}) },
  'post /api/v1/partners/me/webhook-config': { owner: 200, body: () => ({ url: 'https://hooks.example/lastro' }) },
  'post /api/v1/partners/me/fees/simulate': { owner: 200, body: () => ({ amount: 10 }) },
  'get /api/v1/partners/me/payments': {
    ...{ owner: 200, foreign: 200, cursor: 'intentId' },
    query: ({ userId }) => ({ userId }),
  },
  'get /api/v1/partners/me/requests': { owner: 200 },
  'get /api/v1/partners/me/payments.csv': { owner: 200, query: () => ({ month: '2026-11' }) },
  'get /api/v1/partners/me/payments/:paymentId': { owner: 200, foreign: 404 },
  'post /api/v1/session/link': { ...FROM_OWN_PAGE, body: () => ({ email: 'maria@exemplo.com' }) },
  'post /api/v1/session/look': { ...FROM_OWN_PAGE, body: () => ({ token: '0'.repeat(64) }) },
  'post /api/v1/session': { ...FROM_OWN_PAGE, body: () => ({ token: '0'.repeat(64) }) },
  'delete /api/v1/session/own/:memberSessionId': { owner: 200, foreign: 404 },
  'post /api/v1/partners/me/members': {
    owner: 201,
    body: () => ({ email: `${randomUUID()}@example.com`, role: 'viewer' }),
  },
  'patch /api/v1/partners/me/members/:memberId': {
    ...{ owner: 200, foreign: 404 },
    body: () => ({ role: 'developer' }),
  },
  'delete /api/v1/partners/me/members/:memberId': { owner: 200, foreign: 404 },
  'get /api/v1/partners/me/webhook-deliveries': { owner: 200, cursor: 'deliveryId' },
  'get /api/v1/partners/me/links': { owner: 200, cursor: 'code' },
  'post /api/v1/partners/me/links': { owner: 201, body: () => ({ invoiceCode: FIXED_CODE }) },
  // No payout exists before the payment, so there is none to decide.
  ...Object.fromEntries(
    ['settle', 'reject', 'return'].map((what) => [
      `post /api/v1/sandbox/payouts/:paymentId/${what}`,
      { owner: 404, foreign: 404 },
    ]),
  ),
  // The intent of the matrix is none of a cash-in.
  'post /api/v1/sandbox/charges/:intentId/pay': { owner: 404, foreign: 404 },
  // Its charge is unpaid.
  'post /api/v1/sandbox/deliveries/:cashinId/decide': {
    ...{ owner: 409, foreign: 404 },
    body: () => ({ decision: 'FAILED' }),
  },
  'post /api/v1/sandbox/disputes/:cashinId/decide': {
    ...{ owner: 409, foreign: 404 },
    body: () => ({ decision: 'LOST' }),
  },
  'post /api/v1/sandbox/advance': { owner: 200, body: () => ({ seconds: 1 }) },
  // Its owner's intent is paid on another network.
  'post /api/v1/sandbox/deposits': {
    ...{ owner: 400, foreign: 404 },
    body: ({ intentId }) => ({ intentId, kind: 'exact' }),
  },
  'post /api/v1/sandbox/wallets/:address/credit': {
    ...{ owner: 200, foreign: null },
    body: () => ({ assetId: SIMULATED_BRL, amount: '1' }),
  },
  'get /api/v1/links/:code': PUBLIC,
  ...KYC_ROWS,
  'post /api/v1/users': { owner: 201, body: () => ({ externalUserId: randomUUID() }) },
  'get /api/v1/users': { owner: 200, cursor: 'userId' },
  'put /api/v1/users/:userId/wallet': {
    ...{ owner: 200, foreign: 404 },
    body: ({ pubkey }) => ({ pubkey, blockchain: 'ethereum' }),
  },
  'put /api/v1/users/:userId/external-id': {
    ...{ owner: 200, foreign: 404 },
    body: () => ({ externalUserId: randomUUID() }),
  },
  'patch /api/v1/users/:userId/kyc': {
    ...{ owner: 200, foreign: 404, foreignInLive: 403 },
    body: () => ({ kycStatus: 'REJECTED' }),
  },
  'post /api/v1/users/:userId/block': { owner: 200, foreign: 404, body: () => ({}) },
  'post /api/v1/users/:userId/unblock': { owner: 200, foreign: 404, body: () => ({}) },

  'post /api/v1/cashout/quote': { owner: 200, body: () => ({ assetId: 202, invoiceCode: FIXED_CODE }) },
  'post /api/v1/cashout/intent': { owner: 201, foreign: 404, body: ({ quoteId }) => ({ quoteId }) },
  'get /api/v1/cashout/intents': {
    ...{ owner: 200, foreign: 200, cursor: 'intentId' },
    query: ({ quoteId }) => ({ quoteId }),
  },
  'post /api/v1/cashin/quote': { owner: 200, body: () => ({ assetId: 202, amount: 150 }) },
  'post /api/v1/cashin/intent': {
    ...{ owner: 201, foreign: 404 },
    body: ({ cashinQuoteId }) => ({ quoteId: cashinQuoteId, customer: { taxID: '52998224725' } }),
  },
  'get /api/v1/cashin/intents': { owner: 200, cursor: 'cashinId' },
  'get /api/v1/receipts/:type': RECEIPT,
  'post /api/v1/cashout/withdraw': {
    ...{ owner: 201, foreign: 403 },
    body: ({ pubkey }) => ({ amount: 2, pixKey: 'fulano@exemplo.com', walletAddress: pubkey }),
  },
  'get /api/v1/cashout/withdrawals': { owner: 200, cursor: 'withdrawId' },

  'post /api/v1/validate-code': CODE,
  'post /api/payments/validate-code': CODE,
  'get /api/assets/price': { owner: 200, query: () => ({ assetId: '202', fiatCurrency: 'BRL' }) },
  'post /api/payments/quote': {
    owner: 200,
    body: () => ({ code: FIXED_CODE, assetId: 202, blockchain: 'ethereum' }),
  },
  'post /api/payments/create': { owner: 201, foreign: 404, body: ({ quoteId }) => ({ quoteId }) },
  'post /api/payments/submit': {
    ...{ owner: 200, foreign: 404 },
    body: ({ paymentId, receiptTx }) => ({ paymentId, txHash: receiptTx }),
  },
  'get /api/payments': { owner: 200, cursor: 'paymentId' },
  'get /api/receipts/:type': RECEIPT,
};
