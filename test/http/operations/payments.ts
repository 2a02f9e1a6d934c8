import { boletoOf } from '../../samples/boletos';
import { OPEN_CODE } from '../world';
import { creationAt, intentAt, WALLET_DOOR } from './doors';
import type { Driver, Drivers } from './driver';
import { blockedWith, idempotencyOf, inLiveMode, refusedBody, scenariosOf, unapprovedWith } from './refusals';

const UNKNOWN = `bafkrei${'a'.repeat(52)}`;
const QUOTE = WALLET_DOOR.quote;
const TX_HASH = `0x${'ab'.repeat(32)}`;

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
    ...scenariosOf(200, 'SETTLE_FAIL', () => QUOTE),
    unapprovedWith('walletToken', QUOTE),
    blocked,
    inLiveMode('walletToken', QUOTE),
  ],
};

/** Drivers of a wallet's own token. */
export const paymentDrivers: Drivers = {
  'post /api/payments/quote': quotes,
  'post /api/payments/create': creationAt(WALLET_DOOR),
  'post /api/payments/submit': {
    ask: async (stage) => ({ body: { paymentId: await intentAt(WALLET_DOOR, stage), txHash: TX_HASH } }),
    also: [
      {
        status: 400,
        code: 'VALIDATION_ERROR',
        ask: async (stage) => ({ body: { paymentId: await intentAt(WALLET_DOOR, stage), txHash: '0x12' } }),
      },
      { status: 200, ask: ({ paid }) => ({ body: { paymentId: paid.intentId, txHash: paid.txHash } }) },
      refusedBody(404, 'PAYMENT_NOT_FOUND', { paymentId: UNKNOWN, txHash: TX_HASH }),
      blocked,
    ],
  },
  'get /api/payments': {
    ask: () => ({ query: { limit: '200' } }),
    also: [
      { status: 200, ask: async (stage) => ({ query: { limit: '1', cursor: await intentAt(WALLET_DOOR, stage) } }) },
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { limit: '0' } }) },
      blocked,
    ],
  },
  'get /api/payments/{paymentId}': {
    ask: async (stage) => ({ path: { paymentId: await intentAt(WALLET_DOOR, stage) } }),
    also: [
      // With its deposit and its history.
      { status: 200, ask: ({ paid }) => ({ path: { paymentId: paid.intentId } }) },
      blocked,
      { status: 404, code: 'PAYMENT_NOT_FOUND', ask: () => ({ path: { paymentId: UNKNOWN } }) },
    ],
  },
};
