import type { Decider } from '../decider';
import { invalidField } from '../rejection';
import type { WebhookEvent } from './events';

/** Whether the notification has its outcome; nothing else is ever asked. */
export type WebhookState = { readonly status: 'OPEN' } | { readonly status: 'CLOSED' };

/** What the sender reports: the event as it should be remembered. */
export interface RecordOutcome {
  readonly type: 'RecordOutcome';
  readonly outcome: WebhookEvent;
}

const evolve = (_state: WebhookState, event: WebhookEvent): WebhookState => {
  switch (event.type) {
    case 'WebhookDelivered':
    case 'WebhookExhausted':
    case 'WebhookCancelled':
      return { status: 'CLOSED' };
  }
};

/** The first outcome is the outcome: a later one, the same or another, changes nothing. */
const decide = (state: WebhookState, { outcome }: RecordOutcome): readonly WebhookEvent[] => {
  if (state.status === 'CLOSED') return [];
  if (outcome.type === 'WebhookDelivered' && (outcome.data.status < 200 || outcome.data.status > 299)) {
    throw invalidField('status', 'only a 2xx acknowledges');
  }
  return [outcome];
};

/** The life of one notification (stream `webhook-<deliveryId>`). */
export const webhook: Decider<WebhookState, RecordOutcome, WebhookEvent> = {
  initial: { status: 'OPEN' },
  evolve,
  decide,
};
