import { watchCharge } from '../../../../commands/cashin/charge/watch-charge';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { happened } from '../../../core';
import { charge } from '../../../doubles/scripted-charges';
import { cashing, step } from '../cashing';

const SINCE_MS = Date.parse(time(11));

const partners = { get: [charge('PAID')], created: { deliveryMode: 'PARTNER', deliveryProvider: null } } as const;

const watching = async () => {
  const world = await cashing(partners);
  world.at(62);
  return { ...world, watch: (deps = world.deps) => watchCharge(deps)({ ...step, sinceMs: SINCE_MS }) };
};

describe('a cash-in that its partner credits', () => {
  test('waits while the user is blocked, and asks again every five minutes', async () => {
    const { watch, since, deps, at } = await watching();
    await happened(deps.eventStore, event('UserBlocked', { userId: 'u1' }));
    await watch();
    at(86_400);
    expect(await watch()).toEqual({ askAgainAtMs: Date.parse(time(86_700)) });
    expect(await since()).toEqual(['PixReceived', 'PixAccepted']);
    await happened(deps.eventStore, event('UserUnblocked', { userId: 'u1' }));
    await watch();
    expect(await since()).toEqual(['PixReceived', 'PixAccepted', 'CashinCompleted']);
  });
  const changed = event('WalletChanged', { userId: 'u1', after: { pubkey: '0xdd', blockchain: 'ethereum' } });
  test('fails and refunds the PIX when the wallet is no longer the user’s', async () => {
    const { watch, told, deps } = await watching();
    await happened(deps.eventStore, changed);
    await watch();
    const events = await told();
    expect(events.slice(2).map(({ type }) => type)).toEqual(['CashinFailed', 'ChargeRefundDue']);
    expect(events[2]?.data).toMatchObject({ reasonCode: 'WALLET_MISMATCH', refundDue: true });
  });
  test('completes for any wallet when the partner may credit any wallet', async () => {
    const { deps, since, watch } = await watching();
    await happened(deps.eventStore, changed);
    await watch({ ...deps, mayCreditAnyWallet: async () => true });
    expect(await since()).toEqual(['PixReceived', 'PixAccepted', 'CashinCompleted']);
  });
});
