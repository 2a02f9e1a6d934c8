import { fold } from '../../../aggregates/decider';
import type { WebhookEvent } from '../../../aggregates/webhook/events';
import { webhook } from '../../../aggregates/webhook/webhook';

const outcome = {
  deliveryId: 'evt_01',
  partnerId: 'partner-1',
  mode: 'sandbox',
  attempts: 1,
  at: '2026-08-03T12:00:00.000Z',
} as const;
const delivered: WebhookEvent = { type: 'WebhookDelivered', data: { ...outcome, status: 200 } };
const exhausted: WebhookEvent = { type: 'WebhookExhausted', data: { ...outcome, attempts: 4, lastError: 'timeout' } };
const cancelled: WebhookEvent = { type: 'WebhookCancelled', data: { ...outcome, attempts: 2, reason: 'removed' } };

const decide = (history: readonly WebhookEvent[], reported: WebhookEvent) =>
  webhook.decide(fold(webhook, history), { type: 'RecordOutcome', outcome: reported });

describe('A notification', () => {
  it.each([delivered, exhausted, cancelled])('takes its first outcome: $type', (reported) => {
    expect(decide([], reported)).toEqual([reported]);
  });

  it.each([delivered, exhausted, cancelled])('that has the outcome $type takes no other', (first) => {
    for (const later of [delivered, exhausted, cancelled]) expect(decide([first], later)).toEqual([]);
  });

  it.each([199, 301, 404, 500])('is not delivered by an answer of %i', (status) => {
    const reported: WebhookEvent = { type: 'WebhookDelivered', data: { ...outcome, status } };
    expect(() => decide([], reported)).toThrow('only a 2xx acknowledges');
  });
});
