import { rejection } from '../../../aggregates/rejection';
import { bodyFor, withdrawer } from '../user/withdrawing';
import { type Asked, type Drivers, obtain, type Stage } from './driver';
import { blockedWith, idempotencyOf, unapprovedWith } from './refusals';

const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** A request of a user without a withdrawal so far. */
const rich = async ({ world }: Stage, differences: object = {}): Promise<Asked> => {
  const { user } = await withdrawer(world);
  return { credential: user.token, body: bodyFor(user, differences) };
};

const refused = (status: number, code: string, differences: object) => ({
  status,
  code,
  ask: (stage: Stage) => rich(stage, differences),
});

const withdrawn = async (stage: Stage) => {
  const { user } = await withdrawer(stage.world);
  const { withdrawId = '' } = await obtain(stage, '/api/v1/cashout/withdraw', bodyFor(user), user.token);
  return { credential: user.token, withdrawId };
};

const unserved = (status: number, code: 'PROVIDER_FAILURE' | 'PROVIDER_NOT_CONFIGURED') => ({
  status,
  code,
  ask: async (stage: Stage) => {
    const requestWithdrawal = () => Promise.reject(rejection(code, 'no answer'));
    return { ...(await rich(stage)), app: stage.world.appWith({ requestWithdrawal }) };
  },
});

export const withdrawDrivers: Drivers = {
  'post /api/v1/cashout/withdraw': {
    ask: rich,
    also: [
      { status: 201, ask: (stage) => rich(stage, { pixKey: '11900000083', pixKeyType: 'CPF', description: 'rent' }) },
      refused(400, 'VALIDATION_ERROR', { pixKey: '11900000083' }),
      refused(403, 'WALLET_MISMATCH', { walletAddress: '0x00000000000000000000000000000000000000cc' }),
      refused(422, 'AMOUNT_ABOVE_LIMIT', { amount: 10_000.01 }),
      refused(422, 'AMOUNT_BELOW_MINIMUM', { amount: 0.5 }),
      refused(422, 'INVALID_PIX_KEY', { pixKey: 'fail.notfound@sandbox.example' }),
      refused(422, 'INSUFFICIENT_PEGGED_BALANCE', { amount: 500.01 }),
      unserved(502, 'PROVIDER_FAILURE'),
      unserved(503, 'PROVIDER_NOT_CONFIGURED'),
      {
        status: 403,
        code: 'FEATURE_DISABLED',
        ask: async ({ world }) => {
          const user = await world.user(await world.partner());
          return { credential: user.token, body: bodyFor(user) };
        },
      },
      ...idempotencyOf(async ({ user }) => bodyFor(user)),
      unapprovedWith('token', bodyFor({ pubkey: '0x00000000000000000000000000000000000000cc' })),
      blockedWith('token'),
    ],
  },
  'get /api/v1/cashout/withdraw/{withdrawId}': {
    ask: async (stage) => {
      const { credential, withdrawId } = await withdrawn(stage);
      return { credential, path: { withdrawId } };
    },
    also: [
      blockedWith('token'),
      { status: 404, code: 'WITHDRAW_NOT_FOUND', ask: () => ({ path: { withdrawId: UNKNOWN } }) },
    ],
  },
  'get /api/v1/cashout/withdrawals': {
    ask: async (stage) => {
      const { credential } = await withdrawn(stage);
      await stage.world.project();
      return { credential };
    },
    also: [
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { cursor: UNKNOWN } }) },
      blockedWith('token'),
    ],
  },
};
