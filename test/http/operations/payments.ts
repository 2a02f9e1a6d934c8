import { rejection } from '../../../aggregates/rejection';
import { boletoOf } from '../../boletos';
import { FIXED_CODE, OPEN_CODE } from '../world';
import { type Driver, type Drivers, obtain, type Stage } from './driver';
import { blockedWith, idempotencyOf, inLiveMode, refusedBody, unapprovedWith } from './refusals';

const UNKNOWN = `bafkrei${'a'.repeat(52)}`;
const UNKNOWN_QUOTE = '0f8fad5b-d9cb-469f-a165-70867728950e';
const QUOTE = { code: FIXED_CODE, assetId: 202, blockchain: 'ethereum' };
const TX_HASH = `0x${'ab'.repeat(32)}`;

const quoteId = async (stage: Stage): Promise<string> => {
  const { quoteId: id = '' } = await obtain(stage, '/api/payments/quote', QUOTE, stage.user.walletToken);
  return id;
};

const paymentId = async (stage: Stage): Promise<string> => {
  const { id = '' } = await obtain(
    stage,
    '/api/payments/create',
    { quoteId: await quoteId(stage) },
    stage.user.walletToken,
  );
  return id;
};

const blocked = blockedWith('walletToken');

const quotes: Driver = {
  ask: () => ({ body: QUOTE }),
  also: [
    ...[
      { ...QUOTE, code: OPEN_CODE, amount: 12.34 },
      { ...QUOTE, code: boletoOf(25_000n) },
      { ...QUOTE, code: 'GC-SBX-STEAM-5000-DS' },
    ].map((body) => ({ status: 200, ask: () => ({ body }) })),
    { status: 200, ask: ({ world }) => ({ body: QUOTE, headers: { 'Idempotency-Key': world.deps.ids.uuid() } }) },
    refusedBody(400, 'VALIDATION_ERROR', { ...QUOTE, blockchain: 'polygon' }),
    refusedBody(400, 'INVALID_ASSET_ID', { ...QUOTE, assetId: 999 }),
    refusedBody(422, 'AMOUNT_ABOVE_LIMIT', { ...QUOTE, code: OPEN_CODE, amount: 10_000.01 }),
    refusedBody(422, 'AMOUNT_BELOW_MINIMUM', { ...QUOTE, code: OPEN_CODE, amount: 0.99 }),
    // A boleto that the sandbox's registry does not know.
    refusedBody(422, 'INVALID_CODE', { ...QUOTE, code: boletoOf(25_000n, '01') }),
    refusedBody(502, 'PROVIDER_FAILURE', { ...QUOTE, assetId: 204 }),
    ...idempotencyOf(async () => QUOTE),
    unapprovedWith('walletToken', QUOTE),
    blocked,
    inLiveMode('walletToken', QUOTE),
  ],
};

const creation: Driver = {
  ask: async (stage) => ({ body: { quoteId: await quoteId(stage) } }),
  also: [
    refusedBody(400, 'VALIDATION_ERROR', {}),
    refusedBody(404, 'QUOTE_NOT_FOUND', { quoteId: UNKNOWN_QUOTE }),
    {
      status: 409,
      code: 'CONCURRENT_OPERATION',
      ask: async (stage) => {
        const body = { quoteId: await quoteId(stage) };
        await obtain(stage, '/api/payments/create', body, stage.user.walletToken);
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
    ...idempotencyOf(async (stage) => ({ quoteId: await quoteId(stage) })),
    unapprovedWith('walletToken', { quoteId: UNKNOWN_QUOTE }),
    blocked,
  ],
};

/** What a wallet asks with its own token. */
export const paymentDrivers: Drivers = {
  'post /api/payments/quote': quotes,
  'post /api/payments/create': creation,
  'post /api/payments/submit': {
    ask: async (stage) => ({ body: { paymentId: await paymentId(stage), txHash: TX_HASH } }),
    also: [
      {
        status: 400,
        code: 'VALIDATION_ERROR',
        ask: async (stage) => ({ body: { paymentId: await paymentId(stage), txHash: '0x12' } }),
      },
      { status: 200, ask: ({ paid }) => ({ body: { paymentId: paid.intentId, txHash: paid.txHash } }) },
      refusedBody(404, 'PAYMENT_NOT_FOUND', { paymentId: UNKNOWN, txHash: TX_HASH }),
      blocked,
    ],
  },
  'get /api/payments': {
    ask: () => ({ query: { limit: '200' } }),
    also: [
      { status: 200, ask: async (stage) => ({ query: { limit: '1', cursor: await paymentId(stage) } }) },
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { limit: '0' } }) },
      blocked,
    ],
  },
  'get /api/payments/{paymentId}': {
    ask: async (stage) => ({ path: { paymentId: await paymentId(stage) } }),
    also: [
      // With its deposit and its history.
      { status: 200, ask: ({ paid }) => ({ path: { paymentId: paid.intentId } }) },
      blocked,
      { status: 404, code: 'PAYMENT_NOT_FOUND', ask: () => ({ path: { paymentId: UNKNOWN } }) },
    ],
  },
};
