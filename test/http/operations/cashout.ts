import { boletoOf } from '../../samples/boletos';
import { FIXED_CODE, OPEN_CODE } from '../world';
import { creationAt, intentAt, quoteAt, USER_DOOR } from './doors';
import type { Driver, Drivers } from './driver';
import { blockedWith, idempotencyOf, inLiveMode, refusedBody, scenariosOf, unapprovedWith } from './refusals';

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e';
const QUOTE = USER_DOOR.quote;
const PIX_KEY = { assetId: 202, pixKey: '11900000083', pixKeyType: 'CPF', amount: 12.5 };
const OTHER_WALLET = '0x00000000000000000000000000000000000000cc';

const blocked = blockedWith('token');

const quotes: Driver = {
  ask: () => ({ body: QUOTE }),
  also: [
    {
      status: 200,
      ask: () => ({
        body: { assetId: 201, invoiceCode: OPEN_CODE, amount: 12.34, externalId: 'a', reference: 'order:17' },
      }),
    },
    refusedBody(400, 'VALIDATION_ERROR', { ...QUOTE, reference: 'order 17' }),
    { status: 200, ask: ({ world }) => ({ body: QUOTE, headers: { 'Idempotency-Key': world.deps.ids.uuid() } }) },
    ...[{ ...QUOTE, invoiceCode: boletoOf(25_000n) }, { ...QUOTE, invoiceCode: 'GC-SBX-STEAM-5000-DS' }, PIX_KEY].map(
      (body) => ({ status: 200, ask: () => ({ body }) }),
    ),
    refusedBody(400, 'VALIDATION_ERROR', { ...QUOTE, amount: 31 }),
    refusedBody(400, 'VALIDATION_ERROR', { ...PIX_KEY, invoiceCode: FIXED_CODE }),
    refusedBody(400, 'INVALID_ASSET_ID', { ...QUOTE, assetId: 999 }),
    refusedBody(403, 'WALLET_MISMATCH', { ...QUOTE, sender: OTHER_WALLET }),
    refusedBody(422, 'AMOUNT_ABOVE_LIMIT', { assetId: 202, invoiceCode: OPEN_CODE, amount: 10_000.01 }),
    refusedBody(422, 'AMOUNT_BELOW_MINIMUM', { assetId: 202, invoiceCode: OPEN_CODE, amount: 0.99 }),
    refusedBody(502, 'PROVIDER_FAILURE', { ...QUOTE, assetId: 204 }),
    // A boleto that the sandbox's registry does not know, and a key without an owner.
    refusedBody(422, 'INVALID_CODE', { ...QUOTE, invoiceCode: boletoOf(25_000n, '01') }),
    refusedBody(422, 'INVALID_PIX_KEY', { assetId: 202, pixKey: 'fail.notfound@sandbox.example', amount: 1 }),
    ...idempotencyOf(async () => QUOTE),
    ...scenariosOf(200, 'SETTLE_FAIL', () => QUOTE),
    unapprovedWith('token', QUOTE),
    blocked,
    inLiveMode('token', QUOTE),
  ],
};

const intents = creationAt(USER_DOOR, [
  {
    status: 201,
    ask: async (stage) => ({ body: { quoteId: await quoteAt(USER_DOOR, stage), sender: stage.user.pubkey } }),
  },
  {
    status: 403,
    code: 'WALLET_MISMATCH',
    ask: async (stage) => ({ body: { quoteId: await quoteAt(USER_DOOR, stage), sender: OTHER_WALLET } }),
  },
]);

const oneIntent: Driver = {
  ask: async (stage) => ({ path: { intentId: await intentAt(USER_DOOR, stage) } }),
  also: [
    // With its deposit and its history.
    { status: 200, ask: ({ paid }) => ({ path: { intentId: paid.intentId } }) },
    blocked,
    { status: 404, code: 'INTENT_NOT_FOUND', ask: () => ({ path: { intentId: UNKNOWN } }) },
  ],
};

/** Drivers of a user's token: quotes and intents. */
export const cashoutDrivers: Drivers = {
  'post /api/v1/cashout/quote': quotes,
  'get /api/v1/cashout/quote/{quoteId}': {
    ask: async (stage) => ({ path: { quoteId: await quoteAt(USER_DOOR, stage) } }),
    also: [blocked, { status: 404, code: 'QUOTE_NOT_FOUND', ask: () => ({ path: { quoteId: UNKNOWN } }) }],
  },
  'post /api/v1/cashout/intent': intents,
  'get /api/v1/cashout/intent/{intentId}': oneIntent,
  'get /api/v1/cashout/intents/{intentId}': oneIntent,
  'get /api/v1/cashout/intents': {
    ask: async (stage) => {
      await intentAt(USER_DOOR, stage);
      return {};
    },
    also: [
      { status: 200, ask: () => ({ query: { limit: '1', status: 'PENDING' } }) },
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { limit: '0' } }) },
      blocked,
    ],
  },
};
