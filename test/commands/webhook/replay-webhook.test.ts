import { recordWebhookOutcome } from '../../../commands/webhook/record-webhook-outcome';
import { replayWebhook } from '../../../commands/webhook/replay-webhook';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, happened, typesOf } from '../../core';

const own = { deliveryId: 'evt_1', partnerId: 'p1', mode: 'sandbox', isUnsent: false } as const;

test('gives each sending a separate outcome, and each replay its requester', async () => {
  const deps = core();
  const outcome = event('WebhookExhausted');
  const told = { eventId: 'e1', correlationId: 'c1', outcome };
  await recordWebhookOutcome(deps)({ ...told, replays: 0 });
  await replayWebhook(deps)(own, asking('replay'));
  await recordWebhookOutcome(deps)({ ...told, replays: 1 });
  await recordWebhookOutcome(deps)({ ...told, replays: 1 });
  expect(await typesOf(deps.eventStore, 'webhook-evt_1')).toEqual([
    'WebhookExhausted',
    'WebhookReplayRequested',
    'WebhookExhausted',
  ]);
  const [, asked] = await deps.eventStore.readStream('webhook-evt_1');
  expect(asked?.metadata).toMatchObject({ actor: { kind: 'partner', id: 'p1' }, requestId: 'request1' });
});

test('refuses a replay during the attempts with WRONG_STATE', async () => {
  const deps = core();
  await happened(deps.eventStore, event('WebhookDelivered'), event('WebhookReplayRequested'));
  await expect(replayWebhook(deps)(own, asking())).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
});
