import type { LedgerEvent } from '../../../aggregates/events';
import type { Mode } from '../../../aggregates/partner/events';
import type { Delivery } from '../../../commands/ports/providers/crypto-delivery';
import type { SandboxOrderKey } from '../../../commands/ports/sandbox-controls';
import { decideDelivery } from '../../../commands/sandbox/decide-delivery';
import { core, happened, typesOf } from '../../core';
import { event } from '../../samples/sample-events';

const SENT = ['CashinIntentCreated', 'PixReceived', 'PixAccepted', 'DeliveryRequested', 'DeliverySent'] as const;

const told = (state: Delivery['state']): Delivery => ({
  ...{ idempotencyKey: 'delivery1', providerId: 'sbx_dlv_1', state, amount: 27_000_000n },
});

const deciding = async (
  history: readonly LedgerEvent[] = SENT.map((type) => event(type)),
  delivery: Delivery | null = told('CONFIRMED'),
) => {
  const deps = core();
  await happened(deps.eventStore, ...history);
  const asked: SandboxOrderKey[] = [];
  const sandboxControls = {
    decideDelivery: async (key: SandboxOrderKey) => {
      asked.push(key);
      return delivery;
    },
  };
  const decide = (intentId = 'cash1', partnerId = 'p1', mode: Mode = 'sandbox') =>
    decideDelivery({ ...deps, sandboxControls })({ partnerId, mode, intentId, decision: 'CONFIRMED' });
  return { deps, asked, decide };
};

test('the delivery that was sent is decided under its key, and no event is written', async () => {
  const { deps, asked, decide } = await deciding();
  expect(await decide()).toEqual(told('CONFIRMED'));
  expect(asked).toEqual([{ partnerId: 'p1', idempotencyKey: 'delivery1' }]);
  expect(await typesOf(deps.eventStore, 'cashin-cash1')).toEqual(SENT);
});

test('what is another partner’s, of the other mode, or nothing is not there', async () => {
  const { asked, decide } = await deciding();
  const answers = [await decide('cash1', 'p2'), await decide('cash1', 'p1', 'live'), await decide('cash2')];
  expect([answers, asked]).toEqual([[null, null, null], []]);
});

test.each([
  ['not asked for yet', SENT.slice(0, 3), told('CONFIRMED')],
  ['unknown to the simulated network', SENT, null],
  ['decided otherwise', SENT, told('FAILED')],
] as const)('a delivery that is %s cannot be decided', async (_name, types, delivery) => {
  const { decide } = await deciding(
    types.map((type) => event(type)),
    delivery,
  );
  await expect(decide()).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
});
