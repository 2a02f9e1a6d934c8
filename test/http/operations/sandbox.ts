import { rejection } from '../../../aggregates/rejection';
import { SIMULATED_BRL, SIMULATED_USD } from '../../../infra/chains/simulated/network';
import { onSandbox, openCharge } from '../sandbox/charged-cashin';
import { openIntent, waitingPayout } from '../sandbox/waiting-payout';
import { workOff } from '../user/pay-on-chain';
import type { HttpWorld, User } from '../world';
import { intentIn } from './cashin';
import type { Ask, Driver, Drivers, Provoked } from './driver';

const SANDBOX = '/api/v1/sandbox';
const NO_CASHIN = '0f8fad5b-d9cb-469f-a165-70867728950e';
const UNKNOWN = `bafkrei${'a'.repeat(52)}`;

const waiting: Ask = async ({ world, user }) => ({ path: { paymentId: await waitingPayout(world, user) } });

/** A payout that the bank has decided before. */
const decided =
  (kind: 'SETTLE' | 'REJECT'): Ask =>
  async ({ world, user, partner: { partnerId, mode } }) => {
    const id = await waitingPayout(world, user);
    const decision = kind === 'SETTLE' ? ({ kind } as const) : ({ kind, code: 'OTHER' } as const);
    await world.service.decideSandboxPayout({ partnerId, mode, id, decision });
    return { path: { paymentId: id } };
  };

const depositFor = async (world: HttpWorld, user: User): Promise<object> => {
  const paying = { assetId: SIMULATED_USD, pixKey: 'ana@exemplo.com', pixKeyType: 'EMAIL' };
  return { intentId: (await openIntent(world, user, paying)).intentId, kind: 'exact' };
};

const unknown: Provoked = { status: 404, code: 'PAYMENT_NOT_FOUND', ask: () => ({ path: { paymentId: UNKNOWN } }) };
const tooLate = (ask: Ask): Provoked => ({ status: 409, code: 'WRONG_STATE', ask });

const charged: Driver = {
  ask: async (stage) => ({ path: { intentId: await intentIn(stage) }, body: {} }),
  also: [
    { status: 404, code: 'INTENT_NOT_FOUND', ask: () => ({ path: { intentId: NO_CASHIN }, body: {} }) },
    {
      ...{ status: 409, code: 'WRONG_STATE' },
      ask: ({ world }) => ({
        ...{ path: { intentId: NO_CASHIN }, body: {} },
        app: world.appWith({ paySandboxCharge: () => Promise.reject(rejection('WRONG_STATE', 'No')) }),
      }),
    },
  ],
};

const stuckDelivery: Ask = async ({ world, partner, user }) => {
  const cashinId = await openCharge(world, user, 'DELIVERY_STUCK');
  await onSandbox(world, partner, `charges/${cashinId}/pay`);
  await workOff(world);
  return { path: { cashinId }, body: { decision: 'CONFIRMED' } };
};

const openDispute: Ask = async ({ world, user }) => {
  const cashinId = await openCharge(world, user, 'CHARGE_DISPUTED');
  world.clock.advance(4_000);
  return { path: { cashinId }, body: { decision: 'WON' } };
};

const decidedBy = (ask: Ask, body: object): Driver => ({
  ask,
  also: [
    { status: 404, code: 'INTENT_NOT_FOUND', ask: () => ({ path: { cashinId: NO_CASHIN }, body }) },
    tooLate(async (stage) => ({ path: { cashinId: await intentIn(stage) }, body })),
  ],
});

/** Drivers of the simulated world for sandbox credentials; webhooks are replayed as on the partner's surface. */
export const sandboxDrivers = (replay: Driver): Drivers => ({
  [`post ${SANDBOX}/payouts/{paymentId}/settle`]: {
    ask: waiting,
    also: [unknown, tooLate(decided('REJECT'))],
  },
  [`post ${SANDBOX}/payouts/{paymentId}/reject`]: {
    ask: waiting,
    also: [unknown, tooLate(decided('SETTLE'))],
  },
  [`post ${SANDBOX}/payouts/{paymentId}/return`]: {
    ask: decided('SETTLE'),
    also: [unknown, tooLate(waiting)],
  },
  [`post ${SANDBOX}/deposits`]: {
    ask: async ({ world, user }) => ({ body: await depositFor(world, user) }),
    also: [{ status: 404, code: 'INTENT_NOT_FOUND', ask: () => ({ body: { intentId: UNKNOWN, kind: 'exact' } }) }],
  },
  [`post ${SANDBOX}/wallets/{address}/credit`]: {
    ask: ({ user }) => ({ path: { address: user.pubkey }, body: { assetId: SIMULATED_BRL, amount: '1' } }),
    also: [
      {
        ...{ status: 400, code: 'INVALID_ASSET_ID' },
        ask: ({ user }) => ({ path: { address: user.pubkey }, body: { assetId: 999, amount: '1' } }),
      },
    ],
  },
  [`post ${SANDBOX}/charges/{intentId}/pay`]: charged,
  [`post ${SANDBOX}/deliveries/{cashinId}/decide`]: decidedBy(stuckDelivery, { decision: 'FAILED' }),
  [`post ${SANDBOX}/disputes/{cashinId}/decide`]: decidedBy(openDispute, { decision: 'LOST' }),
  [`post ${SANDBOX}/advance`]: { ask: () => ({ body: { seconds: 1 } }) },
  [`post ${SANDBOX}/reset`]: {
    ask: async ({ world }) => ({ credential: (await world.partner()).apiKey }),
  },
  [`post ${SANDBOX}/webhooks/{deliveryId}/replay`]: replay,
});
