import type { Decider } from '../decider';
import { invalidField, rejection } from '../rejection';
import type { WebhookEvent, WebhookOutcomeEvent, WebhookRequest } from './events';

/** The outcome of a notification. UNTOLD: the stream is empty, so no sending is known. */
export type WebhookState = { readonly status: 'UNTOLD' } | { readonly status: 'OPEN' } | { readonly status: 'CLOSED' };

export type WebhookCommand = RecordOutcome | RequestTest | RequestReplay;

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
  /** The outbox reports that the notification was never sent: no outcome can follow. */
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

const recordOutcome = (state: WebhookState, outcome: WebhookOutcomeEvent): readonly WebhookEvent[] => {
  if (state.status === 'CLOSED') return [];
  if (outcome.type === 'WebhookDelivered' && (outcome.data.status < 200 || outcome.data.status > 299)) {
    throw invalidField('status', 'only a 2xx status acknowledges a webhook');
  }
  return [outcome];
};

const requestReplay = (state: WebhookState, { request, isUnsent }: RequestReplay): readonly WebhookEvent[] => {
  const isFinished = state.status === 'CLOSED' || isUnsent;
  if (!isFinished) throw rejection('WRONG_STATE', 'The webhook still has attempts left');
  return [{ type: 'WebhookReplayRequested', data: request }];
};

export const webhook: Decider<WebhookState, WebhookCommand, WebhookEvent> = {
  category: 'webhook',
  initial: { status: 'UNTOLD' },
  evolve,
  decide,
};
