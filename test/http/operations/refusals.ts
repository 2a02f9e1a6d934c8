import { rejection } from '../../../aggregates/rejection';
import { obtain, type Provoked, type Stage } from './driver';

/** The two surfaces of a user, by the token that opens them. */
export type UserToken = 'token' | 'walletToken';

/** With the token of a user that the partner has blocked. */
export const blockedWith = (surface: UserToken): Provoked => ({
  status: 403,
  code: 'USER_BLOCKED',
  ask: async (stage) => {
    const user = await stage.world.user(stage.partner);
    await obtain(stage, `/api/v1/users/${user.userId}/block`, {}, stage.partner.apiKey);
    return { credential: user[surface] };
  },
});

/** With the token of a user without approval. */
export const unapprovedWith = (surface: UserToken, body: object): Provoked => ({
  status: 403,
  code: 'INSUFFICIENT_KYC',
  ask: async ({ world, partner }) => ({ body, credential: (await world.user(partner, 'PENDING'))[surface] }),
});

/** With the token of a user in live mode, where this world has no providers. */
export const inLiveMode = (surface: UserToken, body: object): Provoked => ({
  status: 503,
  code: 'PROVIDER_NOT_CONFIGURED',
  ask: async ({ world }) => ({ body, credential: (await world.user(await world.partner('live')))[surface] }),
});

/** With another body than the one that succeeds. */
export const refusedBody = (status: number, code: string, body: object): Provoked => ({
  status,
  code,
  ask: () => ({ body }),
});

/** With a scenario that the simulators have, and with one that can be none. */
export const scenariosOf = (status: number, name: string, body: () => object): readonly Provoked[] => [
  { status, ask: () => ({ body: body(), headers: { 'X-Sandbox-Scenario': name } }) },
  {
    ...{ status: 400, code: 'VALIDATION_ERROR' },
    ask: () => ({ body: body(), headers: { 'X-Sandbox-Scenario': 'no such' } }),
  },
];

/** A money POST with an Idempotency-Key that is running, or was used with another body. */
export const idempotencyOf = (bodyOf: (stage: Stage) => Promise<object>): readonly Provoked[] =>
  (
    [
      [409, 'IDEMPOTENCY_IN_PROGRESS', 'IN_PROGRESS'],
      [422, 'IDEMPOTENCY_KEY_REUSED', 'REUSED'],
    ] as const
  ).map(([status, code, kind]) => ({
    status,
    code,
    ask: async (stage) => {
      const { idempotency } = stage.world.deps;
      const app = stage.world.appWith({ idempotency: { ...idempotency, claim: async () => ({ kind }) } });
      return { body: await bodyOf(stage), headers: { 'Idempotency-Key': 'taken' }, app };
    },
  }));

/** A price from an instance that has no feed. */
export const withoutPrices = (query: Readonly<Record<string, string>>): Provoked => ({
  status: 503,
  code: 'PROVIDER_NOT_CONFIGURED',
  ask: ({ world }) => {
    const currentPrice = () => Promise.reject(rejection('PROVIDER_NOT_CONFIGURED', 'no price feed'));
    return { query, app: world.appWith({ currentPrice }) };
  },
});
