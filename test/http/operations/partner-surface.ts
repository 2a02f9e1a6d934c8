import { type RejectionCode, rejection } from '../../../aggregates/rejection';
import { systemContext } from '../../../commands/handling/context';
import { FIXED_CODE } from '../world';
import { type Driver, type Drivers, obtain, type Provoked, type Stage } from './driver';

const ME = '/api/v1/partners/me';
const NO_DELIVERY = 'evt_aaaaaaaaaaaaaaaaaaaaaaaaaa';
const NO_LINK = '0'.repeat(32);

const unknown = (path: Readonly<Record<string, string>>): Provoked => ({
  status: 404,
  code: 'NOT_FOUND',
  ask: () => ({ path }),
});

const register = (stage: Stage, credential: string) =>
  obtain(stage, `${ME}/webhook-config`, { url: 'https://partner.example/hooks' }, credential);

/** A partner with a destination. */
const told = async (stage: Stage): Promise<string> => {
  const { apiKey } = await stage.world.partner();
  await register(stage, apiKey);
  return apiKey;
};

const waiting = async (stage: Stage) => {
  const credential = await told(stage);
  const { deliveryId = '' } = await obtain(stage, `${ME}/webhook-config/test`, {}, credential);
  return { path: { deliveryId }, credential };
};

/** A delivery of before there was a destination, and a destination. */
const unsent = async (stage: Stage) => {
  const { service, deps, partner, project } = stage.world;
  const { partnerId, mode, apiKey } = await partner();
  const context = { ...systemContext('test', deps.ids.uuid(), 'test'), partnerId, mode };
  const { deliveryId } = await service.requestWebhookTest({ partnerId, mode }, context);
  await project();
  await register(stage, apiKey);
  return { path: { deliveryId }, credential: apiKey };
};

const linkOf = async (stage: Stage) => {
  const { code = '' } = await obtain(stage, `${ME}/links`, { invoiceCode: FIXED_CODE }, stage.partner.apiKey);
  return { path: { code } };
};

const notACursor: Provoked = { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { cursor: 'x' } }) };

/** A refusal that needs another catalog or other price sources. */
const unpriceable = (status: number, code: RejectionCode): Provoked => ({
  ...{ status, code },
  ask: ({ world }) => {
    const simulateFees = () => Promise.reject(rejection(code, 'as the command says'));
    return { body: { amount: 1, assetId: 202 }, app: world.appWith({ simulateFees }) };
  },
});

/** The replay of a webhook, for both surfaces. */
export const replay: Driver = {
  ask: unsent,
  also: [unknown({ deliveryId: NO_DELIVERY }), { status: 409, code: 'WRONG_STATE', ask: waiting }],
};

/** Fees, webhooks, deliveries, the feed and payment links. */
export const partnerSurfaceDrivers: Drivers = {
  [`post ${ME}/fees/simulate`]: {
    ask: () => ({ body: { amount: 100, assetId: 202, whatever: ['else'] } }),
    also: [
      { status: 200, ask: () => ({ body: { amount: 100 } }) },
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ body: { amount: 0 } }) },
      { status: 400, code: 'INVALID_ASSET_ID', ask: () => ({ body: { amount: 1, assetId: 999 } }) },
      { status: 502, code: 'PROVIDER_FAILURE', ask: () => ({ body: { amount: 1, assetId: 204 } }) },
      unpriceable(422, 'AMOUNT_ABOVE_LIMIT'),
      unpriceable(422, 'AMOUNT_BELOW_MINIMUM'),
      unpriceable(503, 'PROVIDER_NOT_CONFIGURED'),
    ],
  },
  [`post ${ME}/rotate-webhook-secret`]: { ask: () => ({}) },
  [`post ${ME}/rotate-hmac-secret`]: { ask: () => ({}) },
  [`post ${ME}/webhook-config/test`]: {
    ask: async (stage) => ({ credential: await told(stage) }),
    also: [
      { status: 404, code: 'NOT_FOUND', ask: async ({ world }) => ({ credential: (await world.partner()).apiKey }) },
    ],
  },
  [`get ${ME}/webhook-deliveries`]: {
    ask: async (stage) => ({ credential: (await waiting(stage)).credential }),
    also: [{ status: 200, ask: () => ({ query: { limit: '1', status: 'PENDING' } }) }, notACursor],
  },
  [`get ${ME}/webhook-deliveries/{deliveryId}`]: { ask: waiting, also: [unknown({ deliveryId: NO_DELIVERY })] },
  [`post ${ME}/webhook-deliveries/{deliveryId}/replay`]: replay,
  [`get ${ME}/events`]: {
    ask: async (stage) => ({ credential: (await waiting(stage)).credential, query: { after: '0', limit: '5' } }),
    also: [{ status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { after: 'x' } }) }],
  },
  [`get ${ME}/payments`]: {
    ask: () => ({}),
    also: [
      {
        status: 200,
        ask: () => ({ query: { limit: '1', status: 'COMPLETED', kind: 'CASHOUT', reference: 'order-17' } }),
      },
      { status: 200, ask: ({ user }) => ({ query: { userId: user.userId, from: '2026-01-01', to: '2027-01-01' } }) },
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { from: 'yesterday' } }) },
      notACursor,
    ],
  },
  [`post ${ME}/links`]: {
    ask: () => ({ body: { invoiceCode: FIXED_CODE, assetId: 202, description: 'Order 17', expiresIn: '7d' } }),
    also: [
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ body: { invoiceCode: 'x' } }) },
      { status: 400, code: 'INVALID_ASSET_ID', ask: () => ({ body: { invoiceCode: FIXED_CODE, assetId: 999 } }) },
    ],
    elsewhere: { LIMIT_EXCEEDED: 'test/commands/partner/create-link.test.ts' },
  },
  [`get ${ME}/links`]: {
    ask: async (stage) => {
      await linkOf(stage);
      return {};
    },
    also: [notACursor],
  },
  [`delete ${ME}/links/{code}`]: { ask: linkOf, also: [unknown({ code: NO_LINK })] },
  'get /api/v1/links/{code}': { ask: linkOf, also: [unknown({ code: NO_LINK })] },
};
