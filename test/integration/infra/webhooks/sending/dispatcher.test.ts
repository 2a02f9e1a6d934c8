import { clockOf } from '../../../../../infra/clock';
import { verifyWebhook } from '../../../../../infra/webhooks/signature';
import { type Answer, answering, type Receiver, startReceiver } from '../../../../stores/receiver';
import { bodyOf, type Dispatching, dispatchingOver, type Outbox, SECRET, startOutbox, typesOf } from '../dispatching';

let outbox: Outbox;
let lab: Dispatching;
const receivers: Receiver[] = [];

beforeAll(async () => {
  outbox = await startOutbox();
});
afterAll(() => outbox.end());
beforeEach(async () => {
  lab = await dispatchingOver(outbox);
});
afterEach(async () => {
  await lab.stopAll();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
});

const receiverWith = async (answer: Answer = answering(200)) => {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
};

/** Answers with these statuses in turn, and repeats the last. */
const inTurn = (...statuses: readonly number[]): Answer => {
  const left = [...statuses];
  return (response, webhook) => answering((left.length > 1 ? left.shift() : left[0]) ?? 200)(response, webhook);
};

const verify = (webhook: { headers: Record<string, string | string[] | undefined>; body: string }, secret = SECRET) =>
  verifyWebhook(webhook, {
    prefix: 'App',
    secret,
    nowSeconds: Math.floor(lab.clock.now() / 1000),
    toleranceSeconds: 60,
  });

describe('A notification', () => {
  it('is sent and signed once, and its delivery becomes an event', async () => {
    const receiver = await receiverWith();
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    const dispatcher = lab.start();
    const [finished] = await lab.recorded.reaches(1);
    await dispatcher.stop();
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received.map((webhook) => [webhook.body, verify(webhook)])).toEqual([
      [bodyOf('evt_a'), { ok: true, deliveryId: 'evt_a', event: 'INTENT_CONFIRMED' }],
    ]);
    expect(receiver.received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-app-delivery': 'evt_a',
      'user-agent': 'lastro-webhooks',
    });
    expect(finished).toMatchObject({
      eventId: '0f8fad5b-d9cb-469f-a165-70867728950e',
      correlationId: 'bafyIntent',
      outcome: {
        type: 'WebhookDelivered',
        data: { deliveryId: 'evt_a', partnerId: 'partner-1', mode: 'sandbox', attempts: 1, status: 200 },
      },
    });
    expect(await lab.attemptsOf('evt_a')).toMatchObject({ attempts: 1, last_status: 200, recorded: true });
    expect(lab.attempted.items).toMatchObject([
      { deliveryId: 'evt_a', partnerId: 'partner-1', event: 'INTENT_CONFIRMED', attempt: 1, status: 200, error: null },
    ]);
  });

  it('is sent again with the same id and bytes until it is acknowledged', async () => {
    const receiver = await receiverWith(inTurn(500, 302, 204));
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    lab.start();
    expect(typesOf(await lab.recorded.reaches(1))).toEqual(['evt_a WebhookDelivered 3']);
    expect(receiver.received.map((webhook) => [webhook.body, webhook.headers['webhook-id']])).toEqual(
      Array.from({ length: 3 }, () => [bodyOf('evt_a'), 'evt_a']),
    );
    expect(new Set(receiver.received.map((webhook) => webhook.headers['x-app-signature'])).size).toBe(1);
    expect(receiver.received.every((webhook) => verify(webhook).ok)).toBe(true);
    expect((await lab.attemptsOf('evt_a')).history).toMatchObject([
      { attempt: 1, status: 500, error: 'the receiver answered 500' },
      { attempt: 2, status: 302, error: 'the receiver answered 302' },
      { attempt: 3, status: 204, error: null },
    ]);
  });

  it('is EXHAUSTED after four failures, and never sent again', async () => {
    const receiver = await receiverWith(answering(500));
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    lab.start();
    const [finished] = await lab.recorded.reaches(1);
    expect(finished?.outcome).toMatchObject({
      type: 'WebhookExhausted',
      data: { attempts: 4, lastError: 'the receiver answered 500' },
    });
    // The outbox still says PENDING, as it does until the projection has caught up.
    lab.clock.aheadMs = 3_600_000;
    const other = await receiverWith();
    await lab.notify({ deliveryId: 'evt_b', url: other.url });
    await lab.recorded.reaches(2);
    expect(receiver.received).toHaveLength(4);
  });

  it('waits for each retry as long as configured, plus a small random time', async () => {
    const receiver = await receiverWith(answering(500));
    const frozenMs = Date.parse('2030-01-01T00:00:00.000Z');
    const clock = { nowMs: frozenMs, ...clockOf((): number => clock.nowMs) };
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    const dispatcher = lab.start({ clock, retryDelaysMs: [2_000, 4_000, 8_000] });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await lab.attempted.reaches(attempt);
      const { next_at: nextAt } = await lab.attemptsOf('evt_a');
      waits.push((nextAt as Date).getTime() - clock.nowMs);
      clock.nowMs = (nextAt as Date).getTime();
      dispatcher.wake();
    }
    await lab.recorded.reaches(1);
    expect(waits).toEqual([2_200, 4_400, 8_800]);
  });

  it('is not sent without a destination, or when it is not pending', async () => {
    const receiver = await receiverWith();
    await lab.notify({ deliveryId: 'evt_none', url: null });
    for (const status of ['UNSENT', 'DELIVERED', 'EXHAUSTED', 'CANCELLED']) {
      await lab.notify({ deliveryId: `evt_${status}`, url: receiver.url, status });
    }
    await lab.notify({ deliveryId: 'evt_last', url: receiver.url });
    lab.start();
    await lab.recorded.reaches(1);
    expect(receiver.received.map((webhook) => webhook.headers['webhook-id'])).toEqual(['evt_last']);
  });

  it('is sent to the present destination, even when it was created for another', async () => {
    const next = await receiverWith();
    const receiver = await receiverWith((response) => {
      void lab.register('partner-1', next.url).then(() => response.writeHead(500).end());
    });
    await lab.notify({ deliveryId: 'evt_moved', url: receiver.url });
    lab.start();
    expect(typesOf(await lab.recorded.reaches(1))).toEqual(['evt_moved WebhookDelivered 2']);
    expect([receiver.received.length, next.received.length]).toEqual([1, 1]);
  });

  it('is cancelled and not sent again once its destination was removed', async () => {
    const receiver = await receiverWith((response) => {
      void lab.unregister('partner-1').then(() => response.writeHead(500).end());
    });
    await lab.notify({ deliveryId: 'evt_removed', url: receiver.url });
    lab.start();
    expect(typesOf(await lab.recorded.reaches(1))).toEqual(['evt_removed WebhookCancelled 1']);
    expect(receiver.received).toHaveLength(1);
  });

  it('waits until the accounts know the destination that the outbox knows', async () => {
    const [old, next] = [await receiverWith(), await receiverWith()];
    await lab.notify({ deliveryId: 'evt_new', url: next.url, partnerId: 'partner-new' });
    await lab.unregister('partner-new');
    await lab.registerInOutbox('partner-new', next.url);
    await lab.notify({ deliveryId: 'evt_moved', url: old.url, partnerId: 'partner-moved' });
    await lab.registerInOutbox('partner-moved', next.url);
    await lab.notify({ deliveryId: 'evt_known', url: next.url, partnerId: 'partner-known' });
    lab.start();
    expect(typesOf(await lab.recorded.reaches(1))).toEqual(['evt_known WebhookDelivered 1']);
    await lab.register('partner-new', next.url);
    await lab.register('partner-moved', next.url);
    expect(typesOf(await lab.recorded.reaches(3))).toEqual(
      ['evt_known', 'evt_moved', 'evt_new'].map((id) => `${id} WebhookDelivered 1`),
    );
    expect([old.received.length, next.received.length]).toEqual([0, 3]);
  });

  it('is not sent again while the outbox is behind its outcome, as after a restore', async () => {
    const receiver = await receiverWith();
    const createdAt = new Date(lab.clock.now() - 3_600_000);
    await lab.notify({ deliveryId: 'evt_done', url: receiver.url, createdAt });
    await lab.notify({ deliveryId: 'evt_late', url: receiver.url, createdAt });
    lab.start({ isFinished: async (deliveryId) => deliveryId === 'evt_done' });
    expect(typesOf(await lab.recorded.reaches(1))).toEqual(['evt_late WebhookDelivered 1']);
    expect(receiver.received.map((webhook) => webhook.headers['webhook-id'])).toEqual(['evt_late']);
  });

  it('makes no attempt while its outcome is unknown', async () => {
    const receiver = await receiverWith();
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url, createdAt: new Date(lab.clock.now() - 3_600_000) });
    const isFinished = jest.fn(async () => false).mockRejectedValueOnce(new Error('the event store is away'));
    lab.start({ isFinished });
    await lab.warnings.reaches(1);
    lab.clock.aheadMs = 1_001;
    expect(typesOf(await lab.recorded.reaches(1))).toEqual(['evt_a WebhookDelivered 1']);
  });

  it('is sent as soon as the dispatcher is woken, without a poll', async () => {
    const receiver = await receiverWith();
    const dispatcher = lab.start({}, { pollIntervalMs: 600_000 });
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    dispatcher.wake();
    await lab.recorded.reaches(1);
  });
});

describe('Secrets and headers', () => {
  it('sign with both secrets after a rotation', async () => {
    const receiver = await receiverWith();
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    lab.start({ secretsFor: async (partnerId, mode) => [`new of ${partnerId} ${mode}`, SECRET] });
    await lab.recorded.reaches(1);
    const [webhook] = receiver.received;
    expect([SECRET, 'new of partner-1 sandbox'].map((secret) => verify(webhook!, secret).ok)).toEqual([true, true]);
  });

  it('send the opened custom headers below our own', async () => {
    const receiver = await receiverWith();
    const sealed = { sealed: 1, subjectId: 'partner-1', box: 'AAAA' };
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url, headers: sealed });
    const openHeaders = jest.fn(async () => ({ 'X-Tenant': '42', X_App_Signature: 'forged', 'x-app-EVENT': 'forged' }));
    lab.start({ openHeaders });
    await lab.recorded.reaches(1);
    expect(openHeaders.mock.calls).toEqual([[sealed]]);
    expect(receiver.received[0]?.headers).toMatchObject({ 'x-tenant': '42', 'x-app-event': 'INTENT_CONFIRMED' });
    expect(receiver.received[0]?.headers).not.toHaveProperty('x_app_signature');
    expect(verify(receiver.received[0]!).ok).toBe(true);
  });

  it('end in exhaustion when they are missing, and nothing is sent unsigned', async () => {
    const receiver = await receiverWith();
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    lab.start({ secretsFor: async () => [] });
    const [finished] = await lab.recorded.reaches(1);
    expect(finished?.outcome.data).toMatchObject({ attempts: 4, lastError: 'the partner has no signing secret' });
    expect(receiver.connections()).toBe(0);
  });

  it('make no attempt while they are unreadable', async () => {
    const receiver = await receiverWith();
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    const secretsFor = jest.fn(async () => [SECRET]).mockRejectedValueOnce(new Error('the key vault is away'));
    lab.start({ secretsFor });
    await lab.warnings.reaches(1);
    lab.clock.aheadMs = 60_000;
    expect(typesOf(await lab.recorded.reaches(1))).toEqual(['evt_a WebhookDelivered 1']);
    expect(lab.warnings.items).toEqual(['A webhook could not be prepared; retries continue']);
  });
});
