import type { Decider } from '../decider';
import { invalidField, rejection } from '../rejection';
import type { WebhookEvent, WebhookOutcomeEvent, WebhookRequest } from './events';

/** Whether the notification has its outcome. `UNTOLD`: its stream is empty, which says nothing about its sending. */
export type WebhookState = { readonly status: 'UNTOLD' } | { readonly status: 'OPEN' } | { readonly status: 'CLOSED' };

export type WebhookCommand = RecordOutcome | RequestTest | RequestReplay;

/** What the sender reports: the event as it should be remembered. */
export interface RecordOutcome {
  readonly type: 'RecordOutcome';
  readonly outcome: WebhookOutcomeEvent;
}

export interface RequestTest {
  readonly type: 'RequestTest';
  readonly request: WebhookRequest;
}

export interface RequestReplay {
  readonly type: 'RequestReplay';
  readonly request: WebhookRequest;
  /** The outbox says that it never went to be sent: such a notification has no outcome, and has none to come. */
  readonly isUnsent: boolean;
}

const evolve = (_state: WebhookState, event: WebhookEvent): WebhookState => {
  switch (event.type) {
    case 'WebhookTestRequested':
    case 'WebhookReplayRequested':
      return { status: 'OPEN' };
    case 'WebhookDelivered':
    case 'WebhookExhausted':
    case 'WebhookCancelled':
      return { status: 'CLOSED' };
  }
};

const decide = (state: WebhookState, command: WebhookCommand): readonly WebhookEvent[] => {
  switch (command.type) {
    case 'RecordOutcome':
      return recordOutcome(state, command.outcome);
    case 'RequestTest':
      return state.status === 'UNTOLD' ? [{ type: 'WebhookTestRequested', data: command.request }] : [];
    case 'RequestReplay':
      return requestReplay(state, command);
  }
};

/** The first outcome of a sending is its outcome: a later one, the same or another, changes nothing. */
const recordOutcome = (state: WebhookState, outcome: WebhookOutcomeEvent): readonly WebhookEvent[] => {
  if (state.status === 'CLOSED') return [];
  if (outcome.type === 'WebhookDelivered' && (outcome.data.status < 200 || outcome.data.status > 299)) {
    throw invalidField('status', 'only a 2xx acknowledges');
  }
  return [outcome];
};

const requestReplay = (state: WebhookState, { request, isUnsent }: RequestReplay): readonly WebhookEvent[] => {
  const isFinished = state.status === 'CLOSED' || isUnsent;
  if (!isFinished) throw rejection('WRONG_STATE', 'The delivery is still being attempted');
  return [{ type: 'WebhookReplayRequested', data: request }];
};

/** The life of one notification (stream `webhook-<deliveryId>`). */
export const webhook: Decider<WebhookState, WebhookCommand, WebhookEvent> = {
  category: 'webhook',
  initial: { status: 'UNTOLD' },
  evolve,
  decide,
};
