import { removeOldAttempts } from '../../../../infra/webhooks/attempts';
import { verifyWebhook } from '../../../../infra/webhooks/signature';
import { answering, type Receiver, startReceiver } from '../../../stores/receiver';
import { bodyOf, type Dispatching, dispatchingOver, type Outbox, SECRET, startOutbox, typesOf } from './dispatching';

let outbox: Outbox;
let lab: Dispatching;
let receiver: Receiver;

beforeAll(async () => {
  outbox = await startOutbox();
});
afterAll(() => outbox.end());
beforeEach(async () => {
  lab = await dispatchingOver(outbox);
});
afterEach(async () => {
  await lab.stopAll();
  await receiver.stop();
});

describe('A delivery that is asked for once more', () => {
  it('is sent again with the same id, new attempts and an outcome of its own', async () => {
    let status = 500;
    receiver = await startReceiver((response, webhook) => answering(status)(response, webhook));
    await lab.notify({ deliveryId: 'evt_a', url: receiver.url });
    lab.start();
    await lab.recorded.reaches(1);
    status = 200;
    await lab.replay('evt_a');
    const recorded = await lab.recorded.reaches(2);
    expect(typesOf(recorded)).toEqual(['evt_a WebhookDelivered 1', 'evt_a WebhookExhausted 4']);
    expect(recorded.map(({ replays }) => replays)).toEqual([0, 1]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(5).fill('evt_a'));
    const bodies = new Set(receiver.received.map(({ body }) => body));
    expect(bodies.size).toBe(1);
  });

  it('has the same bytes with the external id, or null after the user’s erasure', async () => {
    receiver = await startReceiver(answering(200));
    const sealed = { sealed: 1, subjectId: 'u1', box: 'AAAA' };
    await lab.notify({ deliveryId: 'evt_d', url: receiver.url, externalUserId: sealed });
    let opened: string | null = 'customer-17';
    const openExternalId = jest.fn(async () => opened);
    lab.start({ openExternalId });
    await lab.recorded.reaches(1);
    await lab.replay('evt_d');
    await lab.recorded.reaches(2);
    opened = null;
    await lab.replay('evt_d');
    await lab.recorded.reaches(3);
    const [first, second, third] = receiver.received.map(({ body }) => body);
    expect(JSON.parse(first!)).toEqual({ ...JSON.parse(bodyOf('evt_d')), externalUserId: 'customer-17' });
    expect(second).toBe(first);
    expect(JSON.parse(third!)).toEqual({ ...JSON.parse(bodyOf('evt_d')), externalUserId: null });
    const nowSeconds = Math.floor(Date.now() / 1000);
    const rule = { prefix: 'App', secret: SECRET, nowSeconds, toleranceSeconds: 300 };
    expect(receiver.received.map((webhook) => verifyWebhook(webhook, rule).ok)).toEqual([true, true, true]);
    expect(openExternalId.mock.calls).toEqual([[sealed], [sealed], [sealed]]);
    const { rows } = await lab.pool.query('SELECT body FROM lastro.webhook_outbox');
    expect(rows).toEqual([{ body: bodyOf('evt_d') }]);
  });

  it('has the link of our own receipt instead of the bank’s, and the same bytes each time', async () => {
    receiver = await startReceiver(answering(200));
    await lab.notify({ deliveryId: 'evt_r', url: receiver.url });
    const body = '{"id":"evt_r","intentId":"baf1","data":{"invoiceValue":12.5,"receiptUrl":"https://bank.example/1"}}';
    await lab.pool.query('UPDATE lastro.webhook_outbox SET body = $1', [body]);
    lab.start();
    await lab.recorded.reaches(1);
    await lab.replay('evt_r');
    await lab.recorded.reaches(2);
    const [first, second] = receiver.received.map((webhook) => webhook.body);
    expect(first).toBe(body.replace('https://bank.example/1', '/receipts/baf1.proof'));
    expect(second).toBe(first);
  });

  it('waits while the external id cannot be opened, without an attempt', async () => {
    receiver = await startReceiver(answering(200));
    const externalUserId = { sealed: 1, subjectId: 'u1', box: 'AAAA' };
    await lab.notify({ deliveryId: 'evt_e', url: receiver.url, externalUserId });
    const openExternalId = jest.fn(async () => 'customer-17').mockRejectedValueOnce(new Error('the key vault is away'));
    lab.start({ openExternalId });
    await lab.warnings.reaches(1);
    lab.clock.aheadMs = 60_000;
    expect(typesOf(await lab.recorded.reaches(1))).toEqual(['evt_e WebhookDelivered 1']);
  });

  it('is not changed by the rest of the former sending', async () => {
    receiver = await startReceiver(answering(500));
    await lab.notify({ deliveryId: 'evt_b', url: receiver.url });
    let isAway = true;
    const recordOutcome = async (finished: Parameters<typeof lab.recorded.add>[0]) => {
      // The ledger has it, and the answer was lost on the way: meanwhile it was asked for once more.
      if (isAway) await lab.replay('evt_b');
      isAway = false;
      lab.recorded.add(finished);
    };
    lab.start({ recordOutcome, retryDelaysMs: [] });
    const recorded = await lab.recorded.reaches(2);
    expect(recorded.map(({ replays, outcome }) => [replays, outcome.type])).toEqual([
      [0, 'WebhookExhausted'],
      [1, 'WebhookExhausted'],
    ]);
    expect(receiver.received).toHaveLength(2);
  });
});

describe('Attempts', () => {
  const DAY_MS = 86_400_000;

  it('are kept for 30 days after the outcome, and without limit before it', async () => {
    receiver = await startReceiver(answering(200));
    await lab.notify({ deliveryId: 'evt_c', url: receiver.url });
    const dispatcher = lab.start();
    await lab.recorded.reaches(1);
    await dispatcher.stop();
    await lab.abandon('evt_d', 1, 0);
    const remove = (days: number) => removeOldAttempts(lab.pool, Date.now() + days * DAY_MS);
    // The projector has not seen the outcome: without its attempts the delivery would be sent again.
    expect(await remove(31)).toBe(0);
    await lab.pool.query("UPDATE lastro.webhook_outbox SET status = 'DELIVERED'");
    expect([await remove(29), await remove(31), await remove(31)]).toEqual([0, 1, 0]);
    expect([await lab.attemptsOf('evt_c'), await lab.attemptsOf('evt_d')]).toEqual([undefined, expect.any(Object)]);
  });
});
