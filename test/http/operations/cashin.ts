import { type RejectionCode, rejection } from '../../../aggregates/rejection';
import type { Commands } from '../../../src/http/deps';
import { FIXED_CODE } from '../world';
import { type Driver, type Drivers, obtain, type Provoked, type Stage } from './driver';
import { blockedWith, idempotencyOf, inLiveMode, refusedBody, scenariosOf, unapprovedWith } from './refusals';

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e';
const QUOTES = '/api/v1/cashin/quote';
const INTENTS = '/api/v1/cashin/intent';
const QUOTE = { assetId: 202, amount: 150 };
const CUSTOMER = { name: 'Maria da Silva', taxID: '52998224725' };
const OTHER_WALLET = '0x00000000000000000000000000000000000000cc';

const blocked = blockedWith('token');

const quoteIn = async (stage: Stage): Promise<string> => {
  const { quoteId = '' } = await obtain(stage, QUOTES, QUOTE, stage.user.token);
  return quoteId;
};

const ofNewQuote = async (stage: Stage) => ({ quoteId: await quoteIn(stage), customer: CUSTOMER });

export const intentIn = async (stage: Stage): Promise<string> => {
  const { intentId = '' } = await obtain(stage, INTENTS, await ofNewQuote(stage), stage.user.token);
  return intentId;
};

/** As when a provider is away, or the command refuses for another reason of its own. */
const refusing = (command: keyof Commands, status: number, code: RejectionCode, body: Body): Provoked => ({
  ...{ status, code },
  ask: async (stage) => ({
    body: await body(stage),
    app: stage.world.appWith({ [command]: () => Promise.reject(rejection(code, 'No')) }),
  }),
});

type Body = (stage: Stage) => Promise<object>;

const quotes: Driver = {
  ask: () => ({ body: QUOTE }),
  also: [
    { status: 200, ask: ({ user }) => ({ body: { ...QUOTE, destinationWallet: user.pubkey, reference: 'order:17' } }) },
    { status: 200, ask: ({ world }) => ({ body: QUOTE, headers: { 'Idempotency-Key': world.deps.ids.uuid() } }) },
    refusedBody(400, 'VALIDATION_ERROR', { ...QUOTE, amount: 0 }),
    refusedBody(400, 'INVALID_ASSET_ID', { ...QUOTE, assetId: 999 }),
    refusedBody(403, 'WALLET_MISMATCH', { ...QUOTE, destinationWallet: OTHER_WALLET }),
    refusedBody(422, 'AMOUNT_ABOVE_LIMIT', { ...QUOTE, amount: 10_000.01 }),
    refusedBody(422, 'AMOUNT_BELOW_MINIMUM', { ...QUOTE, amount: 0.99 }),
    refusing('issueCashinQuote', 502, 'PROVIDER_FAILURE', async () => QUOTE),
    ...idempotencyOf(async () => QUOTE),
    ...scenariosOf(200, 'CHARGE_PAID', () => QUOTE),
    unapprovedWith('token', QUOTE),
    blocked,
    inLiveMode('token', QUOTE),
  ],
};

const intents: Driver = {
  ask: async (stage) => ({ body: await ofNewQuote(stage) }),
  also: [
    {
      status: 201,
      ask: async (stage) => ({ body: { ...(await ofNewQuote(stage)), destinationWallet: stage.user.pubkey } }),
    },
    refusedBody(400, 'VALIDATION_ERROR', {}),
    {
      ...{ status: 403, code: 'WALLET_MISMATCH' },
      ask: async (stage) => ({ body: { ...(await ofNewQuote(stage)), destinationWallet: OTHER_WALLET } }),
    },
    refusedBody(404, 'QUOTE_NOT_FOUND', { quoteId: UNKNOWN, customer: CUSTOMER }),
    {
      ...{ status: 409, code: 'CONCURRENT_OPERATION' },
      ask: async (stage) => {
        const body = await ofNewQuote(stage);
        await obtain(stage, INTENTS, body, stage.user.token);
        return { body };
      },
    },
    {
      ...{ status: 422, code: 'QUOTE_EXPIRED' },
      ask: async (stage) => {
        const body = await ofNewQuote(stage);
        stage.world.clock.advance(300_001);
        return { body };
      },
    },
    refusing('createCashinIntent', 422, 'QUOTE_ALREADY_USED', ofNewQuote),
    refusing('createCashinIntent', 502, 'PROVIDER_FAILURE', ofNewQuote),
    refusing('createCashinIntent', 503, 'PROVIDER_NOT_CONFIGURED', ofNewQuote),
    ...idempotencyOf(ofNewQuote),
    unapprovedWith('token', { quoteId: UNKNOWN }),
    blocked,
  ],
};

/** Drivers of a user's token: quotes and intents of cash-ins. */
export const cashinDrivers: Drivers = {
  [`post ${QUOTES}`]: quotes,
  [`get ${QUOTES}/{cashinQuoteId}`]: {
    ask: async (stage) => ({ path: { cashinQuoteId: await quoteIn(stage) } }),
    also: [
      blocked,
      { status: 404, code: 'QUOTE_NOT_FOUND', ask: () => ({ path: { cashinQuoteId: UNKNOWN } }) },
      {
        // A quote of a cash-out is unknown here.
        ...{ status: 404, code: 'QUOTE_NOT_FOUND' },
        ask: async (stage) => {
          const body = { assetId: 202, invoiceCode: FIXED_CODE };
          const { quoteId = '' } = await obtain(stage, '/api/v1/cashout/quote', body, stage.user.token);
          return { path: { cashinQuoteId: quoteId } };
        },
      },
    ],
  },
  [`post ${INTENTS}`]: intents,
  [`get ${INTENTS}/{cashinId}`]: {
    ask: async (stage) => ({ path: { cashinId: await intentIn(stage) } }),
    also: [blocked, { status: 404, code: 'INTENT_NOT_FOUND', ask: () => ({ path: { cashinId: UNKNOWN } }) }],
  },
  'get /api/v1/cashin/intents': {
    ask: async (stage) => {
      await intentIn(stage);
      return {};
    },
    also: [
      { status: 200, ask: () => ({ query: { limit: '1', status: 'ACTIVE' } }) },
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { limit: '0' } }) },
      blocked,
    ],
  },
};
