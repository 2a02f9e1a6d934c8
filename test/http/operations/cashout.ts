import { rejection } from '../../../aggregates/rejection';
import { FIXED_CODE, OPEN_CODE } from '../world';
import { type Asked, type Driver, type Drivers, obtain, type Provoked, type Stage } from './driver';

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e';
const QUOTE = { assetId: 202, invoiceCode: FIXED_CODE };
const OTHER_WALLET = '0x00000000000000000000000000000000000000cc';

const quoteId = async (stage: Stage): Promise<string> => {
  const { quoteId: id = '' } = await obtain(stage, '/api/v1/cashout/quote', QUOTE, stage.user.token);
  return id;
};

const intentId = async (stage: Stage): Promise<string> => {
  const body = { quoteId: await quoteId(stage) };
  const { intentId: id = '' } = await obtain(stage, '/api/v1/cashout/intent', body, stage.user.token);
  return id;
};

const blocked: Provoked = {
  status: 403,
  code: 'USER_BLOCKED',
  ask: async (stage) => {
    const { userId, token } = await stage.world.user(stage.partner);
    await obtain(stage, `/api/v1/users/${userId}/block`, {}, stage.partner.apiKey);
    return { credential: token };
  },
};

/** The same with a token whose user has not been approved. */
const unapproved = (body: object): Provoked => ({
  status: 403,
  code: 'INSUFFICIENT_KYC',
  ask: async ({ world, partner }) => ({ body, credential: (await world.user(partner, 'PENDING')).token }),
});

/** A money POST with an Idempotency-Key that is taken, running, or used with another body. */
const idempotencyOf = (path: string, bodyOf: (stage: Stage) => Promise<object>): readonly Provoked[] => [
  {
    status: 409,
    code: 'IDEMPOTENCY_IN_PROGRESS',
    ask: async (stage) => {
      const { idempotency } = stage.world.deps;
      const claim = async () => ({ kind: 'IN_PROGRESS' as const });
      const app = stage.world.appWith({ idempotency: { ...idempotency, claim } });
      return { body: await bodyOf(stage), headers: { 'Idempotency-Key': 'running' }, app };
    },
  },
  {
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
    ask: async (stage) => {
      const { idempotency } = stage.world.deps;
      const claim = async () => ({ kind: 'REUSED' as const });
      const app = stage.world.appWith({ idempotency: { ...idempotency, claim } });
      return { body: await bodyOf(stage), headers: { 'Idempotency-Key': path }, app };
    },
  },
];

const refusedQuote = (status: number, code: string, body: object): Provoked => ({
  status,
  code,
  ask: () => ({ body }),
});

/** What only a provider or a later state of the payment brings about, as the command says it. */
const refusingQuotes = (code: 'INVALID_CODE'): Provoked => ({
  status: 422,
  code,
  ask: ({ world }): Asked => {
    const issueQuote = () => Promise.reject(rejection(code, 'no'));
    return { body: QUOTE, app: world.appWith({ issueQuote }) };
  },
});

const quotes: Driver = {
  ask: () => ({ body: QUOTE }),
  also: [
    { status: 200, ask: () => ({ body: { assetId: 201, invoiceCode: OPEN_CODE, amount: 12.34, externalId: 'a' } }) },
    { status: 200, ask: ({ world }) => ({ body: QUOTE, headers: { 'Idempotency-Key': world.deps.ids.uuid() } }) },
    refusedQuote(400, 'VALIDATION_ERROR', { ...QUOTE, amount: 31 }),
    refusedQuote(400, 'INVALID_ASSET_ID', { ...QUOTE, assetId: 999 }),
    refusedQuote(403, 'WALLET_MISMATCH', { ...QUOTE, sender: OTHER_WALLET }),
    refusedQuote(422, 'AMOUNT_ABOVE_LIMIT', { assetId: 202, invoiceCode: OPEN_CODE, amount: 10_000.01 }),
    refusedQuote(422, 'AMOUNT_BELOW_MINIMUM', { assetId: 202, invoiceCode: OPEN_CODE, amount: 0.99 }),
    refusedQuote(502, 'PROVIDER_FAILURE', { ...QUOTE, assetId: 204 }),
    refusingQuotes('INVALID_CODE'),
    ...idempotencyOf('quote', async () => QUOTE),
    unapproved(QUOTE),
    blocked,
    {
      status: 503,
      code: 'PROVIDER_NOT_CONFIGURED',
      ask: async ({ world }) => ({ body: QUOTE, credential: (await world.user(await world.partner('live'))).token }),
    },
  ],
};

const intents: Driver = {
  ask: async (stage) => ({ body: { quoteId: await quoteId(stage) } }),
  also: [
    {
      status: 201,
      ask: async (stage) => ({ body: { quoteId: await quoteId(stage), sender: stage.user.pubkey } }),
    },
    { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ body: {} }) },
    {
      status: 403,
      code: 'WALLET_MISMATCH',
      ask: async (stage) => ({ body: { quoteId: await quoteId(stage), sender: OTHER_WALLET } }),
    },
    { status: 404, code: 'QUOTE_NOT_FOUND', ask: () => ({ body: { quoteId: UNKNOWN } }) },
    {
      status: 409,
      code: 'CONCURRENT_OPERATION',
      ask: async (stage) => {
        const body = { quoteId: await quoteId(stage) };
        await obtain(stage, '/api/v1/cashout/intent', body, stage.user.token);
        return { body };
      },
    },
    {
      status: 422,
      code: 'QUOTE_EXPIRED',
      ask: async (stage) => {
        const body = { quoteId: await quoteId(stage) };
        stage.world.clock.advance(300_001);
        return { body };
      },
    },
    {
      status: 422,
      code: 'QUOTE_ALREADY_USED',
      ask: async (stage) => {
        const createCashoutIntent = () => Promise.reject(rejection('QUOTE_ALREADY_USED', 'used'));
        return { body: { quoteId: await quoteId(stage) }, app: stage.world.appWith({ createCashoutIntent }) };
      },
    },
    ...idempotencyOf('intent', async (stage) => ({ quoteId: await quoteId(stage) })),
    unapproved({ quoteId: UNKNOWN }),
    blocked,
  ],
};

const oneIntent: Driver = {
  ask: async (stage) => ({ path: { intentId: await intentId(stage) } }),
  also: [blocked, { status: 404, code: 'INTENT_NOT_FOUND', ask: () => ({ path: { intentId: UNKNOWN } }) }],
};

/** What a user asks with a token: quotes and intents. */
export const cashoutDrivers: Drivers = {
  'post /api/v1/cashout/quote': quotes,
  'get /api/v1/cashout/quote/{quoteId}': {
    ask: async (stage) => ({ path: { quoteId: await quoteId(stage) } }),
    also: [blocked, { status: 404, code: 'QUOTE_NOT_FOUND', ask: () => ({ path: { quoteId: UNKNOWN } }) }],
  },
  'post /api/v1/cashout/intent': intents,
  'get /api/v1/cashout/intent/{intentId}': oneIntent,
  'get /api/v1/cashout/intents/{intentId}': oneIntent,
  'get /api/v1/cashout/intents': {
    ask: async (stage) => {
      await intentId(stage);
      return {};
    },
    also: [
      { status: 200, ask: () => ({ query: { limit: '1', status: 'PENDING' } }) },
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { limit: '0' } }) },
      blocked,
    ],
  },
};
