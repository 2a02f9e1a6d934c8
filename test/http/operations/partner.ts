import { rejection } from '../../../aggregates/rejection';
import { type Driver, type Drivers, obtain, type Provoked, type Stage } from './driver';

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e';
const KEYS = '/api/v1/partners/me/api-keys';

/** The id of a user that no other test of the stage needs. */
const anyUser = async ({ world, partner }: Stage) => ({ userId: (await world.user(partner)).userId });

const unknownUser = (body?: object): Provoked => ({
  status: 404,
  code: 'USER_NOT_FOUND',
  ask: () => ({ path: { userId: UNKNOWN }, ...(body === undefined ? {} : { body }) }),
});

const WALLET = { pubkey: '0x8ba1f109551bd432803012645ac136ddd64dba72', blockchain: 'ethereum' };

/** As after several lost races in a row. */
const MEANWHILE = { status: 409, code: 'CONCURRENT_OPERATION' } as const;
const busyUser =
  (command: 'registerUser' | 'changeWallet' | 'changeExternalId', body: object): Provoked['ask'] =>
  async (stage) => {
    const lose = () => Promise.reject(rejection('CONCURRENT_OPERATION', 'changed meanwhile'));
    const path = command === 'registerUser' ? {} : { path: await anyUser(stage) };
    return { ...path, body, app: stage.world.appWith({ [command]: lose }) };
  };

const blocking: Driver = {
  ask: async (stage) => ({ path: await anyUser(stage), body: { reason: 'chargeback reported' } }),
  also: [
    { status: 200, ask: async (stage) => ({ path: await anyUser(stage) }) },
    { status: 400, code: 'VALIDATION_ERROR', ask: async (stage) => ({ path: await anyUser(stage), body: { why: 1 } }) },
    unknownUser({}),
  ],
};

/** Drivers of a partner's API key. */
export const partnerDrivers: Drivers = {
  [`post ${KEYS}`]: {
    // Each time another partner: keys are counted.
    ask: async ({ world }) => ({ body: { name: 'server' }, credential: (await world.partner()).apiKey }),
    also: [
      { status: 201, ask: async ({ world }) => ({ credential: (await world.partner()).apiKey }) },
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ body: { name: '' } }) },
      {
        status: 422,
        code: 'LIMIT_EXCEEDED',
        ask: async (stage) => {
          const { apiKey } = await stage.world.partner();
          for (let live = 1; live < 20; live += 1) await obtain(stage, KEYS, {}, apiKey);
          return { body: {}, credential: apiKey };
        },
      },
    ],
  },
  [`get ${KEYS}`]: {
    ask: () => ({}),
    also: [
      { status: 200, ask: () => ({ query: { limit: '1' } }) },
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { cursor: UNKNOWN } }) },
    ],
  },
  [`post ${KEYS}/{keyId}/revoke`]: {
    ask: async (stage) => {
      const { apiKey } = await stage.world.partner();
      const { keyId = '' } = await obtain(stage, KEYS, {}, apiKey);
      return { path: { keyId }, credential: apiKey };
    },
    also: [{ status: 404, code: 'NOT_FOUND', ask: () => ({ path: { keyId: UNKNOWN } }) }],
  },
  'post /api/v1/auth/token': {
    ask: ({ user }) => ({ body: { uid: user.userId, expiresIn: '1h' } }),
    also: [
      { status: 200, ask: ({ user }) => ({ body: { pubkey: user.pubkey } }) },
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ body: {} }) },
      {
        status: 403,
        code: 'USER_BLOCKED',
        ask: async (stage) => {
          const { userId } = await anyUser(stage);
          await obtain(stage, `/api/v1/users/${userId}/block`, {}, stage.partner.apiKey);
          return { body: { uid: userId } };
        },
      },
      { status: 404, code: 'USER_NOT_FOUND', ask: () => ({ body: { uid: 'nobody' } }) },
    ],
  },
  'post /api/v1/users': {
    ask: ({ world }) => ({ body: { externalUserId: world.deps.ids.uuid() } }),
    also: [
      {
        status: 200,
        ask: async (stage) => {
          const body = { externalUserId: stage.world.deps.ids.uuid() };
          await obtain(stage, '/api/v1/users', body, stage.partner.apiKey);
          stage.world.clock.advance(1);
          return { body };
        },
      },
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ body: {} }) },
      {
        status: 409,
        code: 'USER_CONFLICT',
        ask: ({ user }) => ({
          body: { externalUserId: 'somebody-else', pubkey: user.pubkey, blockchain: 'ethereum' },
        }),
      },
      { ...MEANWHILE, ask: busyUser('registerUser', { externalUserId: 'busy' }) },
    ],
  },
  'put /api/v1/users/{userId}/wallet': {
    ask: async (stage) => ({ path: await anyUser(stage), body: WALLET }),
    also: [
      { status: 400, code: 'VALIDATION_ERROR', ask: async (stage) => ({ path: await anyUser(stage), body: {} }) },
      {
        status: 409,
        code: 'USER_CONFLICT',
        ask: async (stage) => ({
          path: await anyUser(stage),
          body: { pubkey: stage.user.pubkey, blockchain: 'ethereum' },
        }),
      },
      { ...MEANWHILE, ask: busyUser('changeWallet', WALLET) },
      unknownUser(WALLET),
    ],
  },
  'put /api/v1/users/{userId}/external-id': {
    ask: async (stage) => ({ path: await anyUser(stage), body: { externalUserId: stage.world.deps.ids.uuid() } }),
    also: [
      {
        status: 400,
        code: 'VALIDATION_ERROR',
        ask: async (stage) => ({ path: await anyUser(stage), body: { externalUserId: stage.user.userId } }),
      },
      {
        status: 409,
        code: 'USER_CONFLICT',
        ask: async (stage) => {
          const body = { externalUserId: stage.world.deps.ids.uuid() };
          await obtain(stage, '/api/v1/users', body, stage.partner.apiKey);
          return { path: await anyUser(stage), body };
        },
      },
      { ...MEANWHILE, ask: busyUser('changeExternalId', { externalUserId: 'busy' }) },
      unknownUser({ externalUserId: 'of-nobody' }),
    ],
  },
  'get /api/v1/users': {
    ask: () => ({}),
    also: [
      { status: 200, ask: ({ user }) => ({ query: { limit: '1', pubkey: user.pubkey } }) },
      { status: 200, ask: () => ({ query: { externalUserId: 'nobody' } }) },
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { cursor: UNKNOWN } }) },
    ],
  },
  'get /api/v1/users/{userId}': { ask: ({ user }) => ({ path: { userId: user.userId } }), also: [unknownUser()] },
  'patch /api/v1/users/{userId}/kyc': {
    ask: async (stage) => ({ path: await anyUser(stage), body: { kycStatus: 'REJECTED' } }),
    also: [
      {
        status: 403,
        code: 'FEATURE_DISABLED',
        ask: async ({ world }) => {
          const live = await world.partner('live');
          const { userId } = await world.user(live);
          return { path: { userId }, body: { kycStatus: 'APPROVED' }, credential: live.apiKey };
        },
      },
      unknownUser({ kycStatus: 'APPROVED' }),
    ],
  },
  'post /api/v1/users/{userId}/block': blocking,
  'post /api/v1/users/{userId}/unblock': blocking,
  'post /api/v1/partners/me/webhook-config': {
    ask: () => ({
      body: { url: 'https://partner.example/hooks', events: ['INTENT_COMPLETED'], headers: { 'X-Partner-Key': 'abc' } },
    }),
    also: [{ status: 400, code: 'VALIDATION_ERROR', ask: () => ({ body: { url: 'ftp://partner.example' } }) }],
  },
  'get /api/v1/partners/me/webhook-config': {
    ask: async ({ world }) => ({ credential: (await world.partner()).apiKey }),
    also: [
      {
        status: 200,
        ask: async (stage) => {
          const { apiKey } = await stage.world.partner();
          const body = { url: 'https://partner.example/hooks', headers: { 'X-Partner-Key': 'abc' } };
          await obtain(stage, '/api/v1/partners/me/webhook-config', body, apiKey);
          return { credential: apiKey };
        },
      },
    ],
  },
  'delete /api/v1/partners/me/webhook-config': {
    ask: async ({ world }) => ({ credential: (await world.partner()).apiKey }),
  },
};
