import { event } from '../../../../packages/testing/src/samples/sample-events';
import { happened } from '../../../core';
import { expectInvalid, expectProblem } from '../../expect-problem';
import type { Partner } from '../../world';
import { askingOf, expectDocumented } from '../asking';
import { type OpsWorld, sharedOpsWorld } from '../ops-world';

let ops: OpsWorld;
let partner: Partner;

const webhookRow = async (deliveryId: string, differences: Readonly<Record<string, string>> = {}) => {
  const row = {
    ...{ delivery_id: deliveryId, event_id: deliveryId, partner_id: partner.partnerId, mode: 'live', body: '{}' },
    ...{ event: 'KYC_APPROVED', correlation_key: 's', status: 'EXHAUSTED', created_at: '2026-11-10T12:00:00Z' },
    ...{ position_commit: '1', position_prepare: '1', replays: '0', ...differences },
  };
  const outcome = row.status === 'DELIVERED' ? 'WebhookDelivered' : 'WebhookExhausted';
  await happened(ops.world.eventStore, event(outcome, { deliveryId }));
  await ops.world.pool.query(
    'INSERT INTO lastro.webhook_outbox SELECT * FROM json_populate_record(NULL::lastro.webhook_outbox, $1::json)',
    [JSON.stringify(row)],
  );
};

beforeAll(async () => {
  ops = await sharedOpsWorld();
  partner = await ops.world.partner();
  await webhookRow('evt_a');
  await webhookRow('evt_b', { event: 'KYC_REJECTED', created_at: '2026-11-12T12:00:00Z' });
  await webhookRow('evt_c', { status: 'DELIVERED' });
  await webhookRow('evt_d', { mode: 'sandbox' });
});

const { get, post } = askingOf(() => ops);
const operator = () => ({ Authorization: `Bearer ${ops.people.operator.operatorKey}` });
const counted = (more = '', mode = 'live') =>
  get(`webhooks/replay?partner=${partner.partnerId}&mode=${mode}&state=EXHAUSTED${more}`, operator());

describe('a replay by filter', () => {
  it('is counted first, by each filter', async () => {
    const { body } = await counted();
    expectDocumented('/ops/v1/webhooks/replay', 'get', body);
    expect(body.data).toEqual({ count: 2, isMore: false });
    const countOf = async (more: string, mode?: string) => (await counted(more, mode)).body.data.count;
    expect([await countOf('', 'sandbox'), await countOf('&event=KYC_REJECTED')]).toEqual([1, 1]);
    expect([
      await countOf('&from=2026-11-11'),
      await countOf('&to=2026-11-11'),
      await countOf('&to=2026-11-01'),
    ]).toEqual([...[1, 1, 0]]);
    expectInvalid(await counted('&from=yesterday'), ['from']);
    expectProblem(await get(`webhooks/replay?partner=x&mode=live&state=EXHAUSTED`), 403, 'ROLE_REQUIRED');
  });

  it('is made once for the number that was shown', async () => {
    const asked = { partner: partner.partnerId, mode: 'live', state: 'EXHAUSTED' };
    expectProblem(await post('webhooks/replay', { ...asked, count: 3 }), 409, 'CONCURRENT_OPERATION');
    const key = ops.world.deps.ids.uuid();
    const replay = () => post('webhooks/replay', { ...asked, count: 2 }, operator(), key);
    const [first, again] = [await replay(), await replay()];
    expectDocumented('/ops/v1/webhooks/replay', 'post', first.body);
    expect([first.body.data, again.body]).toEqual([{ replayed: 2, skipped: 0 }, first.body]);
    for (const deliveryId of ['evt_a', 'evt_b']) {
      const events = await ops.world.eventStore.readStream(`webhook-${deliveryId}`);
      expect(events.filter(({ type }) => type === 'WebhookReplayRequested')).toHaveLength(1);
    }
  });
});
