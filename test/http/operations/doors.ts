import { rejection } from '../../../aggregates/rejection';
import { FIXED_CODE } from '../world';
import { type Driver, obtain, type Provoked, type Stage } from './driver';
import { blockedWith, idempotencyOf, refusedBody, type UserToken, unapprovedWith } from './refusals';

const UNKNOWN_QUOTE = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** A surface of the two for the same cash-outs. */
export interface Door {
  readonly token: UserToken;
  readonly quotes: string;
  /** The body of a quote there. */
  readonly quote: object;
  readonly creation: string;
}

export const USER_DOOR: Door = {
  token: 'token',
  quotes: '/api/v1/cashout/quote',
  quote: { assetId: 202, invoiceCode: FIXED_CODE },
  creation: '/api/v1/cashout/intent',
};

export const WALLET_DOOR: Door = {
  token: 'walletToken',
  quotes: '/api/payments/quote',
  quote: { assetId: 202, code: FIXED_CODE, blockchain: 'ethereum' },
  creation: '/api/payments/create',
};

/** A new quote of the stage's user, by its id. */
export const quoteAt = async ({ token, quotes, quote }: Door, stage: Stage): Promise<string> => {
  const { quoteId = '' } = await obtain(stage, quotes, quote, stage.user[token]);
  return quoteId;
};

/** A new intent of the stage's user, by its id: the wallet's surface calls it a payment. */
export const intentAt = async (door: Door, stage: Stage): Promise<string> => {
  const body = { quoteId: await quoteAt(door, stage) };
  const { id = '' } = await obtain(stage, door.creation, body, stage.user[door.token]);
  return id;
};

/** Driver of the creation of an intent from a quote. */
export const creationAt = (door: Door, also: readonly Provoked[] = []): Driver => {
  const ofNewQuote = async (stage: Stage) => ({ quoteId: await quoteAt(door, stage) });
  return {
    ask: async (stage) => ({ body: await ofNewQuote(stage) }),
    also: [
      ...also,
      refusedBody(400, 'VALIDATION_ERROR', {}),
      refusedBody(404, 'QUOTE_NOT_FOUND', { quoteId: UNKNOWN_QUOTE }),
      {
        status: 409,
        code: 'CONCURRENT_OPERATION',
        ask: async (stage) => {
          const body = await ofNewQuote(stage);
          await obtain(stage, door.creation, body, stage.user[door.token]);
          return { body };
        },
      },
      {
        status: 422,
        code: 'QUOTE_EXPIRED',
        ask: async (stage) => {
          const body = await ofNewQuote(stage);
          stage.world.clock.advance(300_001);
          return { body };
        },
      },
      ...(['QUOTE_ALREADY_USED', 'AMOUNT_ABOVE_LIMIT'] as const).map((code) => ({
        ...{ status: 422, code },
        ask: async (stage: Stage) => {
          const createCashoutIntent = () => Promise.reject(rejection(code, 'no'));
          return { body: await ofNewQuote(stage), app: stage.world.appWith({ createCashoutIntent }) };
        },
      })),
      ...idempotencyOf(ofNewQuote),
      unapprovedWith(door.token, { quoteId: UNKNOWN_QUOTE }),
      blockedWith(door.token),
    ],
  };
};
