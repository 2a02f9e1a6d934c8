import { trace } from '@opentelemetry/api';
import { createApiTracing } from '../../../../infra/tracing/api-tracing';
import { openMemoryTracing } from '../../../doubles/memory-tracing';
import { answering, startReceiver } from '../../../stores/receiver';
import { dispatchingOver, startOutbox } from '../webhooks/dispatching';

test('traces each sent webhook without its address, body and subject', async () => {
  const outbox = await startOutbox();
  const lab = await dispatchingOver(outbox);
  const statuses = [500, 200];
  const receiver = await startReceiver((response, webhook) => answering(statuses.shift() ?? 200)(response, webhook));
  const { spans, close } = openMemoryTracing();
  await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
  lab.start({ tracing: createApiTracing(trace.getTracer('lastro')) });
  await lab.recorded.reaches(1);
  await lab.stopAll();
  close();
  const drawn = (attempt: number, status: number) => ({
    name: 'webhook delivery',
    parent: null,
    facts: {
      ...{ 'lastro.event': 'INTENT_CONFIRMED', 'lastro.attempt': attempt },
      ...{ 'lastro.delivered': status === 200, 'http.response.status_code': status },
    },
    ...{ isError: false, isEnded: true },
  });
  expect(spans).toEqual([drawn(1, 500), drawn(2, 200)]);
  await receiver.stop();
  await outbox.end();
});
