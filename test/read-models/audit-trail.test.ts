import type { Recorded } from '../../aggregates/events';
import { auditTrailProjection } from '../../projections/audit-trail';
import { webhookOutboxProjection } from '../../projections/webhook-outbox';
import { auditTrail, listPaymentEvents } from '../../read-models/audit-trail';
import { webhookOutbox } from '../../read-models/webhook-outbox';
import { rowAfter } from '../doubles/memory-rows';
import { row } from '../given';
import { event, recordAll } from '../samples/sample-events';
import { openReadModels, type StoredRows } from '../stores/stored-rows';

let models: StoredRows;
beforeAll(async () => {
  models = await openReadModels();
});
afterAll(() => models.close());

const remember = (events: readonly Recorded[]) =>
  models.store(...events.map((each) => row(auditTrail, rowAfter(auditTrailProjection, auditTrail, each))));

test('every event of one payment, in order: quote, intent, its deposits and what became of its webhooks', async () => {
  const other = { intentId: 'cid2', quoteId: 'q2' };
  const history = recordAll([
    event('UserRegistered'),
    event('QuoteIssued'),
    event('QuoteIssued', other),
    event('CashoutIntentCreated'),
    event('CashoutIntentCreated', other),
    event('DepositObserved'),
    event('DepositObserved', { depositId: 'ethereum:0xd9:0' }),
    event('DepositFinalised'),
    event('DepositClaimed'),
    event('DepositAccepted'),
    event('DepositMatched'),
  ]);
  const accepted = history.find(({ type }) => type === 'DepositAccepted')!;
  const told = rowAfter(webhookOutboxProjection, webhookOutbox, accepted);
  const outcomes = recordAll([event('WebhookDelivered', { deliveryId: told.delivery_id }), event('WebhookDelivered')]);
  const later = outcomes.map((outcome, index) => ({
    ...outcome,
    id: `later-${index}`,
    position: { commit: BigInt(100 + index), prepare: 0n },
  }));
  await remember([...history, ...later]);
  await models.store(row(webhookOutbox, told));

  const listed = await listPaymentEvents(models.query, 'cid1');
  expect(listed.map(({ type }) => type)).toEqual([
    'QuoteIssued',
    'CashoutIntentCreated',
    'DepositObserved',
    'DepositFinalised',
    'DepositClaimed',
    'DepositAccepted',
    'DepositMatched',
    'WebhookDelivered',
  ]);
  expect(listed[0]).toEqual(rowAfter(auditTrailProjection, auditTrail, history[1]!));
});

test('of an unknown payment there is nothing', async () => {
  expect(await listPaymentEvents(models.query, 'cid9')).toEqual([]);
});
