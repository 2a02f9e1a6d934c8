import type { Decider } from '../decider';
import { rejection } from '../rejection';
import type {
  ApiKeyIssued,
  DestinationRegistered,
  HmacSecretIssued,
  Mode,
  PartnerEvent,
  PartnerOnboarded,
  PartnerTermsChanged,
  WebhookSecretRotated,
} from './events';
import { FIRST_TERMS, mustBeSoundTerms, type PartnerTerms, termsAfter } from './terms';

export const MAXIMUM_LIVE_KEYS = 20;

export type PartnerState =
  | { readonly status: 'NONE' }
  | {
      readonly status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
      readonly keys: Readonly<Record<string, boolean>>;
      readonly destinations: Readonly<Record<Mode, boolean>>;
      readonly webhookSecrets: Readonly<Record<Mode, boolean>>;
      readonly terms: PartnerTerms;
    };

export type PartnerCommand =
  | { readonly type: 'OnboardPartner'; readonly partner: PartnerOnboarded }
  | { readonly type: 'SuspendPartner'; readonly partnerId: string; readonly reason: string; readonly now: string }
  | { readonly type: 'ReinstatePartner'; readonly partnerId: string; readonly reason: string; readonly now: string }
  | { readonly type: 'RevokePartner'; readonly partnerId: string; readonly reason: string; readonly now: string }
  | { readonly type: 'IssueApiKey'; readonly key: ApiKeyIssued }
  | { readonly type: 'RevokeApiKey'; readonly partnerId: string; readonly keyId: string; readonly now: string }
  | { readonly type: 'IssueHmacSecret'; readonly secret: HmacSecretIssued }
  | {
      readonly type: 'RotateWebhookSecret';
      readonly secret: Omit<WebhookSecretRotated, 'previousValidUntil'>;
      readonly overlapEndsAt: string;
    }
  | { readonly type: 'RegisterDestination'; readonly destination: DestinationRegistered }
  | { readonly type: 'RemoveDestination'; readonly partnerId: string; readonly mode: Mode; readonly now: string }
  | { readonly type: 'ChangeTerms'; readonly terms: PartnerTermsChanged };

type KnownPartner = Exclude<PartnerState, { readonly status: 'NONE' }>;

const evolve = (state: PartnerState, event: PartnerEvent): PartnerState => {
  if (event.type === 'PartnerOnboarded') {
    const neither = { live: false, sandbox: false };
    return { status: 'ACTIVE', keys: {}, destinations: neither, webhookSecrets: neither, terms: FIRST_TERMS };
  }
  return state.status === 'NONE' ? state : evolveKnown(state, event);
};

const evolveKnown = (state: KnownPartner, event: Exclude<PartnerEvent, { type: 'PartnerOnboarded' }>): PartnerState => {
  switch (event.type) {
    case 'PartnerSuspended':
      return { ...state, status: 'SUSPENDED' };
    case 'PartnerReinstated':
      return { ...state, status: 'ACTIVE' };
    case 'PartnerRevoked':
      return { ...state, status: 'REVOKED' };
    case 'ApiKeyIssued':
      return { ...state, keys: { ...state.keys, [event.data.keyId]: true } };
    case 'ApiKeyRevoked':
      return { ...state, keys: { ...state.keys, [event.data.keyId]: false } };
    case 'DestinationRegistered':
      return { ...state, destinations: { ...state.destinations, [event.data.mode]: true } };
    case 'DestinationRemoved':
      return { ...state, destinations: { ...state.destinations, [event.data.mode]: false } };
    case 'WebhookSecretRotated':
      return { ...state, webhookSecrets: { ...state.webhookSecrets, [event.data.mode]: true } };
    case 'PartnerTermsChanged':
      return { ...state, terms: termsAfter(state.terms, event.data) };
    case 'HmacSecretIssued':
      return state;
  }
};

const decide = (state: PartnerState, command: PartnerCommand): readonly PartnerEvent[] => {
  if (command.type === 'OnboardPartner') {
    return state.status === 'NONE' ? [{ type: 'PartnerOnboarded', data: command.partner }] : [];
  }
  if (state.status === 'NONE') throw rejection('NOT_FOUND', 'No such partner');
  switch (command.type) {
    case 'SuspendPartner':
    case 'ReinstatePartner':
    case 'RevokePartner':
      return changeStanding(state, command);
    case 'IssueApiKey':
      return issueKey(state, command.key);
    case 'RevokeApiKey':
      return revokeKey(state, command);
    case 'IssueHmacSecret':
      return [{ type: 'HmacSecretIssued', data: command.secret }];
    case 'RotateWebhookSecret':
      return rotateSecret(state, command);
    case 'RegisterDestination':
      return [{ type: 'DestinationRegistered', data: command.destination }];
    case 'RemoveDestination':
      return removeDestination(state, command);
    case 'ChangeTerms':
      mustBeSoundTerms(state.terms, command.terms);
      return [{ type: 'PartnerTermsChanged', data: command.terms }];
  }
};

type Standing = Extract<PartnerCommand, { type: 'SuspendPartner' | 'ReinstatePartner' | 'RevokePartner' }>;

const changeStanding = (state: KnownPartner, command: Standing): readonly PartnerEvent[] => {
  const { partnerId, reason, now } = command;
  if (state.status === 'REVOKED' && command.type !== 'RevokePartner') {
    throw rejection('WRONG_STATE', 'A revoked partner cannot become active again');
  }
  switch (command.type) {
    case 'SuspendPartner':
      return state.status === 'SUSPENDED'
        ? []
        : [{ type: 'PartnerSuspended', data: { partnerId, reason, suspendedAt: now } }];
    case 'ReinstatePartner':
      return state.status === 'ACTIVE'
        ? []
        : [{ type: 'PartnerReinstated', data: { partnerId, reason, reinstatedAt: now } }];
    case 'RevokePartner':
      return state.status === 'REVOKED'
        ? []
        : [{ type: 'PartnerRevoked', data: { partnerId, reason, revokedAt: now } }];
  }
};

const issueKey = (state: KnownPartner, key: ApiKeyIssued): readonly PartnerEvent[] => {
  if (Object.hasOwn(state.keys, key.keyId)) return [];
  const live = Object.values(state.keys).filter((isLive) => isLive).length;
  if (live >= MAXIMUM_LIVE_KEYS) {
    throw rejection('LIMIT_EXCEEDED', `At most ${MAXIMUM_LIVE_KEYS} API keys may be live; revoke one first`);
  }
  return [{ type: 'ApiKeyIssued', data: key }];
};

const revokeKey = (
  state: KnownPartner,
  { partnerId, keyId, now }: Extract<PartnerCommand, { type: 'RevokeApiKey' }>,
): readonly PartnerEvent[] => {
  const live = Object.hasOwn(state.keys, keyId) ? state.keys[keyId] : undefined;
  if (live === undefined) throw rejection('NOT_FOUND', 'No such API key');
  return live ? [{ type: 'ApiKeyRevoked', data: { partnerId, keyId, revokedAt: now } }] : [];
};

const rotateSecret = (
  state: KnownPartner,
  { secret, overlapEndsAt }: Extract<PartnerCommand, { type: 'RotateWebhookSecret' }>,
): readonly PartnerEvent[] => {
  const previousValidUntil = state.webhookSecrets[secret.mode] ? overlapEndsAt : null;
  return [{ type: 'WebhookSecretRotated', data: { ...secret, previousValidUntil } }];
};

const removeDestination = (
  state: KnownPartner,
  { partnerId, mode, now }: Extract<PartnerCommand, { type: 'RemoveDestination' }>,
): readonly PartnerEvent[] =>
  state.destinations[mode] ? [{ type: 'DestinationRemoved', data: { partnerId, mode, removedAt: now } }] : [];

export const partner: Decider<PartnerState, PartnerCommand, PartnerEvent> = {
  category: 'partner',
  initial: { status: 'NONE' },
  evolve,
  decide,
};
