import request from 'supertest';
import { recordWebhookOutcome } from '../../../commands/webhook/record-webhook-outcome';
import { expectInvalid, expectProblem } from '../expect-problem';
import { httpSuite } from '../suite';

const suite = httpSuite({ fresh: true });

const ME = '/api/v1/partners/me';
const asked = (method: 'get' | 'post' | 'delete', path: string, owner = suite.partner) =>
  request(suite.world.app)
    [method](`${ME}${path}`)
    .set({ Authorization: `Bearer ${owner.apiKey}` });
const register = (owner = suite.partner) =>
  asked('post', '/webhook-config', owner).send({ url: 'https://partner.example/' });

/** A test delivery, with an outcome unless it is to wait. */
const delivery = async (outcome: 'WebhookDelivered' | 'WebhookExhausted' | null, replays = 0, id?: string) => {
  const deliveryId = id ?? ((await asked('post', '/webhook-config/test')).body.data.deliveryId as string);
  const { partnerId, mode } = suite.partner;
  const about = { deliveryId, partnerId, mode, attempts: 1, at: suite.world.clock.iso() };
  const told = { eventId: 'e1', correlationId: 'c1', replays };
  const record = recordWebhookOutcome(suite.world.ports);
  if (outcome === 'WebhookDelivered')
    await record({ ...told, outcome: { type: outcome, data: { ...about, status: 200 } } });
  if (outcome === 'WebhookExhausted')
    await record({ ...told, outcome: { type: outcome, data: { ...about, lastError: 'x' } } });
  await suite.world.project();
  return deliveryId;
};

describe('rotate-webhook-secret', () => {
  it('shows a new secret once; the previous secret stays valid for 24 hours', async () => {
    const rotated = await asked('post', '/rotate-webhook-secret');
    const inADay = new Date(suite.world.clock.now() + 86_400_000).toISOString();
    expect([rotated.status, rotated.body.data]).toEqual([
      200,
      {
        webhookSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
        rotatedAt: suite.world.clock.iso(),
        previousValidUntil: inADay,
      },
    ]);
    expect(rotated.headers['cache-control']).toBe('no-store');
    const { rows } = await suite.world.pool.query<{ readonly text: string }>(
      'SELECT s::text AS text FROM lastro.partner_secrets s',
    );
    const { webhookSecret }: { webhookSecret: string } = rotated.body.data;
    for (const { text } of rows) expect(text).not.toContain(webhookSecret);
  });
});

describe('webhook-config/test', () => {
  it('adds a WEBHOOK_TEST to the outbox', async () => {
    await register();
    const tested = await asked('post', '/webhook-config/test');
    const { deliveryId }: { deliveryId: string } = tested.body.data;
    expect([tested.status, tested.body.data.event]).toEqual([200, 'WEBHOOK_TEST']);
    const shown = await asked('get', `/webhook-deliveries/${deliveryId}`);
    expect(shown.body.data).toMatchObject({
      ...{ deliveryId, event: 'WEBHOOK_TEST', status: 'PENDING', url: 'https://partner.example/' },
      ...{ attempts: 0, replays: 0, lastStatus: null, lastError: null, finishedAt: null, history: [] },
    });
    expect(JSON.parse(shown.body.data.body as string)).toMatchObject({
      id: deliveryId,
      event: 'WEBHOOK_TEST',
      status: 'TEST',
    });
  });
});

describe('webhook-deliveries', () => {
  beforeEach(() => register());

  it('are listed newest first, page by page, and by status', async () => {
    const [first, second] = [await delivery('WebhookExhausted'), await delivery('WebhookDelivered')];
    const page = await asked('get', '/webhook-deliveries?limit=1');
    expect([page.body.data[0].deliveryId, page.body.meta]).toEqual([second, { nextCursor: second, hasMore: true }]);
    const rest = await asked('get', `/webhook-deliveries?limit=1&cursor=${second}`);
    expect([rest.body.data[0].deliveryId, rest.body.meta.hasMore]).toEqual([first, false]);
    const exhausted = await asked('get', '/webhook-deliveries?status=EXHAUSTED');
    expect(exhausted.body.data).toMatchObject([{ deliveryId: first }]);
    expectInvalid(await asked('get', '/webhook-deliveries?status=LOST'), ['status']);
  });

  it('show each attempt', async () => {
    const deliveryId = await delivery(null);
    const history = [{ attempt: 1, at: '2026-11-20T12:00:00.000Z', durationMs: 5, status: 500, error: 'answered 500' }];
    await suite.world.pool.query(
      `INSERT INTO lastro.webhook_attempts
         (delivery_id, partner_id, attempts, next_at, lease_until, leased_by, last_status, last_error, history)
       VALUES ($1, $2, 1, '2026-11-20T12:00:02Z', '-infinity', 'w', 500, 'answered 500', $3)`,
      [deliveryId, suite.partner.partnerId, JSON.stringify(history)],
    );
    expect((await asked('get', `/webhook-deliveries/${deliveryId}`)).body.data).toMatchObject({
      ...{ attempts: 1, nextAttemptAt: '2026-11-20T12:00:02.000Z', lastStatus: 500, lastError: 'answered 500' },
      history,
    });
  });

  it('are sent again with the same id once they are finished, and not before', async () => {
    const deliveryId = await delivery('WebhookExhausted');
    const replayed = await asked('post', `/webhook-deliveries/${deliveryId}/replay`);
    expect([replayed.status, replayed.body.data]).toEqual([
      200,
      expect.objectContaining({ deliveryId, status: 'PENDING', replays: 1, attempts: 0, finishedAt: null }),
    ]);
    const refused = await asked('post', `/webhook-deliveries/${deliveryId}/replay`);
    expectProblem(refused, 409, 'WRONG_STATE');
    // Asking again would not help.
    expect(refused.headers['retry-after']).toBeUndefined();
    await delivery('WebhookDelivered', 1, deliveryId);
    expect((await asked('get', `/webhook-deliveries/${deliveryId}`)).body.data.status).toBe('DELIVERED');
    expect((await asked('get', '/events')).body.data).toHaveLength(1);
    expect((await asked('post', `/webhook-deliveries/${deliveryId}/replay`)).body.data.replays).toBe(2);
  });

  it('are not sent again without a destination', async () => {
    const deliveryId = await delivery('WebhookExhausted');
    await asked('delete', '/webhook-config');
    expectProblem(await asked('post', `/webhook-deliveries/${deliveryId}/replay`), 404, 'NOT_FOUND');
  });

  it('are kept for 30 days after another sending, in their old place, page by page', async () => {
    const [first, second] = [await delivery('WebhookExhausted'), await delivery('WebhookExhausted')];
    suite.world.clock.advance(20 * 86_400_000);
    await asked('post', `/webhook-deliveries/${first}/replay`);
    await delivery('WebhookDelivered', 1, first);
    const third = await delivery('WebhookExhausted');
    const idsOf = ({ body }: request.Response) =>
      (body.data as { readonly deliveryId: string }[]).map(({ deliveryId }) => deliveryId);
    expect(idsOf(await asked('get', '/webhook-deliveries'))).toEqual([third, second, first]);
    suite.world.clock.advance(20 * 86_400_000);
    expect(idsOf(await asked('get', '/webhook-deliveries'))).toEqual([third, first]);
    expect(idsOf(await asked('get', '/webhook-deliveries?limit=1'))).toEqual([third]);
    expect(idsOf(await asked('get', `/webhook-deliveries?limit=1&cursor=${third}`))).toEqual([first]);
    expect(idsOf(await asked('get', '/webhook-deliveries?status=EXHAUSTED'))).toEqual([third]);
    expect(idsOf(await asked('get', '/webhook-deliveries?status=DELIVERED'))).toEqual([first]);
    suite.world.clock.advance(10 * 86_400_000 + 1);
    expect(idsOf(await asked('get', '/webhook-deliveries'))).toEqual([]);
  });
});
