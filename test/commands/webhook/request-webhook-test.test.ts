import { eventIdOf } from '../../../commands/handling/deterministic-ids';
import { requestWebhookTest } from '../../../commands/webhook/request-webhook-test';
import { deliveryIdOf } from '../../../projections/notifications';
import { asking, core } from '../../core';

test('asks once for a delivery whose id follows from its event', async () => {
  const deps = { ...core(), deliveryIdOf };
  const ask = () => requestWebhookTest(deps)({ partnerId: 'p1', mode: 'sandbox' }, asking());
  const { deliveryId } = await ask();
  expect(deliveryId).toBe(deliveryIdOf(eventIdOf(asking().commandId, 0)));
  expect(await ask()).toMatchObject({ deliveryId });
  const written = await deps.eventStore.readStream(`webhook-${deliveryId}`);
  expect(written.map(({ id, type }) => [deliveryIdOf(id), type])).toEqual([[deliveryId, 'WebhookTestRequested']]);
});
