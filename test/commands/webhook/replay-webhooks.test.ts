import { type ReplayWebhooks, replayWebhooks } from '../../../commands/webhook/replay-webhooks';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { asking, core, eventsOf, happened, typesOf } from '../../core';

const DAY = 'console-ana:2026-11-20';
const asked: Omit<ReplayWebhooks, 'count'> = {
  ...{ partnerId: 'p1', mode: 'live', state: 'EXHAUSTED', event: 'KYC_APPROVED', from: null, to: null },
};
const context = asking('replay', { actor: { kind: 'operator', id: 'ana' }, partnerId: null, reason: 'mended' });

const scene = async () => {
  const deps = core();
  const exhausted = (deliveryId: string) => event('WebhookExhausted', { deliveryId });
  await happened(deps.eventStore, exhausted('evt_1'));
  await happened(deps.eventStore, exhausted('evt_2'), event('WebhookReplayRequested', { deliveryId: 'evt_2' }));
  await happened(deps.eventStore, exhausted('evt_3'));
  return { ...deps, listReplayable: async () => ['evt_1', 'evt_2', 'evt_3'] };
};

test('replays what is finished, by one event of the operator and one of each webhook', async () => {
  const deps = await scene();
  expect(await replayWebhooks(deps)({ ...asked, count: 3 }, context)).toEqual({ replayed: 2, skipped: 1 });
  const data = { operatorName: 'ana', ...asked, deliveries: 3, requestedAt: deps.clock.iso() };
  expect(await eventsOf(deps.eventStore, DAY)).toEqual([{ type: 'WebhooksReplayRequested', data }]);
  const last = (await deps.eventStore.readStream('webhook-evt_3')).at(-1);
  expect(last).toMatchObject({
    type: 'WebhookReplayRequested',
    metadata: { actor: { kind: 'operator', id: 'ana' }, partnerId: 'p1', mode: 'live', reason: 'mended' },
  });
  await replayWebhooks(deps)({ ...asked, count: 3 }, context);
  expect(await typesOf(deps.eventStore, 'webhook-evt_1')).toEqual(['WebhookExhausted', 'WebhookReplayRequested']);
});

test('refuses another number than the one that was shown, and replays nothing', async () => {
  const deps = await scene();
  await expect(replayWebhooks(deps)({ ...asked, count: 2 }, context)).rejects.toMatchObject({
    rejection: { code: 'CONCURRENT_OPERATION' },
  });
  expect(await typesOf(deps.eventStore, DAY)).toEqual([]);
  expect(await typesOf(deps.eventStore, 'webhook-evt_1')).toEqual(['WebhookExhausted']);
});
