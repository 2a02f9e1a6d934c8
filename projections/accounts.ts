import type { MemberEvent } from '../aggregates/members/events';
import type { PartnerEvent, SplitKey } from '../aggregates/partner/events';
import type { StreamPrefix } from '../aggregates/stream';
import type { UserEvent } from '../aggregates/user/events';
import { apiKeys } from '../read-models/partners/api-keys';
import { memberKeyOf, members } from '../read-models/partners/members';
import {
  ownerOf,
  type PartnerSecretsRow,
  partnerSecrets,
  type SealedValue,
} from '../read-models/partners/partner-secrets';
import { type PartnerRow, partners } from '../read-models/partners/partners';
import { users } from '../read-models/users/users';
import { webhookDestinations } from '../read-models/webhooks/webhook-destinations';
import { memberHandlers } from './members';
import { applyWith, type Get, type Handlers, keyOf, type Projection, patch, put, remove } from './projection';

type AccountEvent = PartnerEvent | MemberEvent | UserEvent;

const sealedColumn = (value: object): SealedValue => value as SealedValue;

const sealedValue = (value: object | null): SealedValue | null => (value === null ? null : sealedColumn(value));

const splitKeyColumn = (key: SplitKey | null): PartnerRow['cashin_split_key'] =>
  key === null ? null : { ...key, pixKey: sealedColumn(key.pixKey) };

const secretsOf = (get: Get, partnerId: string, mode: 'live' | 'sandbox'): PartnerSecretsRow =>
  get(partnerSecrets, ownerOf(partnerId, mode)) ?? {
    owner: ownerOf(partnerId, mode),
    partner_id: partnerId,
    mode,
    hmac_key: null,
    webhook_secret: null,
    previous_webhook_secret: null,
    previous_valid_until: null,
    revision: null,
  };

const handlers: Handlers<AccountEvent> = {
  ...memberHandlers,
  PartnerOnboarded: ({ data, revision }) => [
    put(partners, {
      partner_id: data.partnerId,
      name: data.name,
      status: 'ACTIVE',
      ip_allowlist: [],
      features: {},
      fee_markup_basis_points: 0,
      requests_per_minute: null,
      cashin_delivery: 'PLATFORM',
      cashin_split_key: null,
      onboarded_at: data.onboardedAt,
      revision,
    }),
  ],
  PartnerSuspended: ({ data, revision }, get) =>
    patch(partners, get, data.partnerId, { status: 'SUSPENDED', revision }),
  PartnerReinstated: ({ data, revision }, get) => patch(partners, get, data.partnerId, { status: 'ACTIVE', revision }),
  PartnerRevoked: ({ data, revision }, get) => patch(partners, get, data.partnerId, { status: 'REVOKED', revision }),
  PartnerTermsChanged: ({ data, revision }, get) => {
    const row = get(partners, data.partnerId);
    if (row === undefined) return [];
    return [
      put(partners, {
        ...row,
        ip_allowlist: data.ipAllowlist ?? row.ip_allowlist,
        features: { ...row.features, ...data.features },
        fee_markup_basis_points: data.feeMarkupBasisPoints ?? row.fee_markup_basis_points,
        requests_per_minute: data.requestsPerMinute === undefined ? row.requests_per_minute : data.requestsPerMinute,
        cashin_delivery: data.cashinDelivery ?? row.cashin_delivery,
        cashin_split_key:
          data.cashinSplitKey === undefined ? row.cashin_split_key : splitKeyColumn(data.cashinSplitKey),
        revision,
      }),
    ];
  },
  ApiKeyIssued: ({ data, revision }) => [
    put(apiKeys, {
      key_id: data.keyId,
      partner_id: data.partnerId,
      mode: data.mode,
      key_hash: data.keyHash,
      name: data.name,
      prefix: data.prefix,
      last4: data.last4,
      status: 'ACTIVE',
      created_at: data.issuedAt,
      revoked_at: null,
      revision,
    }),
  ],
  ApiKeyRevoked: ({ data, revision }, get) =>
    patch(apiKeys, get, data.keyId, { status: 'REVOKED', revoked_at: data.revokedAt, revision }),
  HmacSecretIssued: ({ data, revision }, get) => [
    put(partnerSecrets, {
      ...secretsOf(get, data.partnerId, data.mode),
      hmac_key: sealedValue(data.signingKey),
      revision,
    }),
  ],
  WebhookSecretRotated: ({ data, revision }, get) => {
    const row = secretsOf(get, data.partnerId, data.mode);
    return [
      put(partnerSecrets, {
        ...row,
        webhook_secret: sealedValue(data.secret),
        previous_webhook_secret: data.previousValidUntil === null ? null : row.webhook_secret,
        previous_valid_until: data.previousValidUntil,
        revision,
      }),
    ];
  },
  DestinationRegistered: ({ data }, get) => {
    const owner = ownerOf(data.partnerId, data.mode);
    return [
      put(webhookDestinations, {
        owner,
        partner_id: data.partnerId,
        mode: data.mode,
        url: data.url,
        events: data.events,
        headers: sealedValue(data.headers),
        header_names: data.headerNames,
        created_at: get(webhookDestinations, owner)?.created_at ?? data.registeredAt,
        updated_at: data.registeredAt,
      }),
    ];
  },
  DestinationRemoved: ({ data }) => [remove(webhookDestinations, ownerOf(data.partnerId, data.mode))],
  UserRegistered: ({ data, revision }) => [
    put(users, {
      user_id: data.userId,
      partner_id: data.partnerId,
      mode: data.mode,
      external_user_id: sealedValue(data.externalUserId),
      pubkey: data.wallet?.pubkey ?? null,
      blockchain: data.wallet?.blockchain ?? null,
      kyc_status: 'PENDING',
      blocked: false,
      erased: false,
      created_at: data.registeredAt,
      revision,
    }),
  ],
  WalletLinked: ({ data, revision }, get) =>
    patch(users, get, data.userId, { pubkey: data.wallet.pubkey, blockchain: data.wallet.blockchain, revision }),
  WalletChanged: ({ data, revision }, get) =>
    patch(users, get, data.userId, { pubkey: data.after.pubkey, blockchain: data.after.blockchain, revision }),
  ExternalIdChanged: ({ data, revision }, get) =>
    patch(users, get, data.userId, { external_user_id: sealedValue(data.after), revision }),
  KycStatusChanged: ({ data, revision }, get) => patch(users, get, data.userId, { kyc_status: data.status, revision }),
  KycSessionFollowed: ({ data, revision }, get) => patch(users, get, data.userId, { revision }),
  UserBlocked: ({ data, revision }, get) => patch(users, get, data.userId, { blocked: true, revision }),
  UserUnblocked: ({ data, revision }, get) => patch(users, get, data.userId, { blocked: false, revision }),
  PersonalDataOpened: ({ data, revision }, get) => patch(users, get, data.userId, { revision }),
  FiscalKeyDestroyed: ({ data, revision }, get) => patch(users, get, data.userId, { revision }),
  SubjectErased: ({ data, revision }, get) =>
    patch(users, get, data.subjectId, {
      erased: true,
      external_user_id: null,
      pubkey: null,
      blockchain: null,
      revision,
    }),
};

const ownSecrets = (data: { readonly partnerId: string; readonly mode: 'live' | 'sandbox' }): string =>
  ownerOf(data.partnerId, data.mode);

const keys: Projection['keys'] = ({ type, data }) => {
  if (type === 'ApiKeyIssued' || type === 'ApiKeyRevoked') return [keyOf(apiKeys, data.keyId)];
  if (type === 'HmacSecretIssued' || type === 'WebhookSecretRotated') return [keyOf(partnerSecrets, ownSecrets(data))];
  if (type === 'DestinationRegistered' || type === 'DestinationRemoved') {
    return [keyOf(webhookDestinations, ownSecrets(data))];
  }
  if (type === 'SubjectErased') return [keyOf(users, data.subjectId)];
  if ('memberId' in data) return [keyOf(members, memberKeyOf(data.partnerId, data.memberId))];
  if ('userId' in data) return [keyOf(users, data.userId)];
  return 'partnerId' in data ? [keyOf(partners, data.partnerId)] : [];
};

export const accounts: Projection<'accounts', StreamPrefix> = {
  name: 'accounts',
  isAwaited: true,
  tables: [partners, members, apiKeys, partnerSecrets, users, webhookDestinations],
  streamPrefixes: ['partner-', 'members-', 'user-'],
  keys,
  apply: applyWith(handlers),
};
