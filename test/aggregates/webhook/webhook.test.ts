import { fold } from '../../../aggregates/decider';
import type { WebhookEvent, WebhookOutcomeEvent, WebhookRequest } from '../../../aggregates/webhook/events';
import { webhook } from '../../../aggregates/webhook/webhook';

const outcome = {
  deliveryId: 'evt_01',
  partnerId: 'partner-1',
  mode: 'sandbox',
  attempts: 1,
  at: '2026-08-03T12:00:00.000Z',
} as const;
const delivered: WebhookOutcomeEvent = { type: 'WebhookDelivered', data: { ...outcome, status: 200 } };
const exhausted: WebhookOutcomeEvent = {
  type: 'WebhookExhausted',
  data: { ...outcome, attempts: 4, lastError: 'timeout' },
};
const cancelled: WebhookOutcomeEvent = {
  type: 'WebhookCancelled',
  data: { ...outcome, attempts: 2, reason: 'removed' },
};

const decide = (history: readonly WebhookEvent[], reported: WebhookOutcomeEvent) =>
  webhook.decide(fold(webhook, history), { type: 'RecordOutcome', outcome: reported });

describe('A notification', () => {
  it.each([delivered, exhausted, cancelled])('takes its first outcome: $type', (reported) => {
    expect(decide([], reported)).toEqual([reported]);
  });

  it.each([delivered, exhausted, cancelled])('accepts no other outcome after $type', (first) => {
    for (const later of [delivered, exhausted, cancelled]) expect(decide([first], later)).toEqual([]);
  });

  it.each([199, 301, 404, 500])('is not delivered by an answer of %i', (status) => {
    const reported: WebhookOutcomeEvent = { type: 'WebhookDelivered', data: { ...outcome, status } };
    expect(() => decide([], reported)).toThrow('only a 2xx status acknowledges a webhook');
  });

  const request: WebhookRequest = {
    deliveryId: 'evt_01',
    partnerId: 'partner-1',
    mode: 'sandbox',
    requestedAt: '2026-08-03T12:05:00.000Z',
  };
  const again: WebhookEvent = { type: 'WebhookReplayRequested', data: request };
  const replay = (history: readonly WebhookEvent[], isUnsent: boolean) =>
    webhook.decide(fold(webhook, history), { type: 'RequestReplay', request, isUnsent });

  it.each([delivered, exhausted, cancelled])('is sent again after $type, and takes an outcome again', (first) => {
    expect(replay([first], false)).toEqual([again]);
    expect(decide([first, again], exhausted)).toEqual([exhausted]);
  });

  it('is not sent again during an attempt', () => {
    for (const history of [[], [delivered, again]]) {
      expect(() => replay(history, false)).toThrow('The webhook still has attempts left');
    }
  });

  it('is sent again when it was never sent', () => expect(replay([], true)).toEqual([again]));

  it('can be a test, once', () => {
    const tested: WebhookEvent = { type: 'WebhookTestRequested', data: request };
    const ask = (history: readonly WebhookEvent[]) =>
      webhook.decide(fold(webhook, history), { type: 'RequestTest', request });
    expect([ask([]), ask([tested]), ask([tested, delivered])]).toEqual([[tested], [], []]);
    expect(decide([tested], delivered)).toEqual([delivered]);
  });
});
