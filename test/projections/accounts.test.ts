import type { LedgerEvent } from '../../aggregates/events';
import { memoryRows } from '../../packages/testing/src/ledger/memory/memory-rows';
import { sealed, time } from '../../packages/testing/src/samples/sample-data';
import { EVERY_EVENT_TYPE, recorded } from '../../packages/testing/src/samples/sample-events';
import { accounts } from '../../projections/accounts';
import { type ApiKeyRow, apiKeys } from '../../read-models/partners/api-keys';
import { type PartnerSecretsRow, partnerSecrets } from '../../read-models/partners/partner-secrets';
import { type PartnerRow, partners } from '../../read-models/partners/partners';
import { type UserRow, users } from '../../read-models/users/users';
import { type WebhookDestinationRow, webhookDestinations } from '../../read-models/webhooks/webhook-destinations';
import { givenRows, row } from '../given';

const partner: PartnerRow = {
  partner_id: 'p1',
  name: 'Acme',
  status: 'ACTIVE',
  ip_allowlist: [],
  features: {},
  fee_markup_basis_points: 0,
  requests_per_minute: null,
  cashin_delivery: 'PLATFORM',
  cashin_split_key: null,
  onboarded_at: time(-900),
  revision: 0,
};
const key: ApiKeyRow = {
  key_id: 'k1',
  partner_id: 'p1',
  mode: 'sandbox',
  key_hash: 'ab'.repeat(32),
  name: 'first',
  prefix: 'sk_live_abcd',
  last4: 'wxyz',
  status: 'ACTIVE',
  created_at: time(-890),
  revoked_at: null,
  revision: 0,
};
const secrets: PartnerSecretsRow = {
  owner: 'p1:sandbox',
  partner_id: 'p1',
  mode: 'sandbox',
  hmac_key: null,
  webhook_secret: null,
  previous_webhook_secret: null,
  previous_valid_until: null,
  revision: 0,
};
const hmacKey = { ...sealed('p1', 'aG1hYw==') };
const webhookSecret = { ...sealed('p1', 'd2hz') };
const destination: WebhookDestinationRow = {
  owner: 'p1:sandbox',
  partner_id: 'p1',
  mode: 'sandbox',
  url: 'https://partner.example/hook',
  events: [],
  headers: { ...sealed('p1', 'aGRycw==') },
  header_names: ['X-Token'],
  created_at: time(-860),
  updated_at: time(-860),
};
const user: UserRow = {
  user_id: 'u1',
  partner_id: 'p1',
  mode: 'sandbox',
  external_user_id: { ...sealed('u1', 'ZXh0') },
  pubkey: '0xbb',
  blockchain: 'ethereum',
  kyc_status: 'PENDING',
  blocked: false,
  erased: false,
  created_at: time(-600),
  revision: 0,
};

const none = givenRows(accounts);

describe('partners', () => {
  const given = (columns: Partial<PartnerRow> = {}) => givenRows(accounts, row(partners, { ...partner, ...columns }));
  const becomes = (columns: Partial<PartnerRow>) => row(partners, { ...partner, ...columns });

  test('PartnerOnboarded makes an active partner', () =>
    none.when(recorded('PartnerOnboarded')).thenRows(row(partners, partner)));
  test('PartnerSuspended', () =>
    given()
      .when(recorded('PartnerSuspended'))
      .thenRows(becomes({ status: 'SUSPENDED' })));
  test('PartnerReinstated', () =>
    given({ status: 'SUSPENDED' }).when(recorded('PartnerReinstated')).thenRows(becomes({})));
  test('PartnerRevoked', () =>
    given()
      .when(recorded('PartnerRevoked'))
      .thenRows(becomes({ status: 'REVOKED' })));
  test('PartnerTermsChanged: changes only the named terms', () => {
    const before = { ip_allowlist: ['10.0.0.0/8'], features: { withdraw: true }, fee_markup_basis_points: 10 };
    given(before)
      .when(recorded('PartnerTermsChanged'))
      .thenRows(becomes({ ...before, fee_markup_basis_points: 50 }));
  });
  test('PartnerTermsChanged: keeps its own limit until the limit is removed', () => {
    given()
      .when(recorded('PartnerTermsChanged', { requestsPerMinute: 0 }))
      .thenRows(becomes({ requests_per_minute: 0, fee_markup_basis_points: 50 }));
    given({ requests_per_minute: 7 })
      .when(recorded('PartnerTermsChanged'))
      .thenRows(becomes({ requests_per_minute: 7, fee_markup_basis_points: 50 }));
    given({ requests_per_minute: 7 })
      .when(recorded('PartnerTermsChanged', { requestsPerMinute: null }))
      .thenRows(becomes({ requests_per_minute: null, fee_markup_basis_points: 50 }));
  });
  test('PartnerTermsChanged: adds features to the present ones', () => {
    const changed = { ipAllowlist: ['192.0.2.1'], features: { cashin: true }, feeMarkupBasisPoints: 0 };
    given({ features: { withdraw: true }, fee_markup_basis_points: 10 })
      .when(recorded('PartnerTermsChanged', changed))
      .thenRows(becomes({ ip_allowlist: ['192.0.2.1'], features: { withdraw: true, cashin: true } }));
  });
});

describe('API keys', () => {
  test('ApiKeyIssued makes a key', () => none.when(recorded('ApiKeyIssued')).thenRows(row(apiKeys, key)));
  test('ApiKeyRevoked revokes the key', () =>
    givenRows(accounts, row(apiKeys, key))
      .when(recorded('ApiKeyRevoked'))
      .thenRows(row(apiKeys, { ...key, status: 'REVOKED', revoked_at: time(800) })));
});

describe('secrets', () => {
  const given = (columns: Partial<PartnerSecretsRow>) =>
    givenRows(accounts, row(partnerSecrets, { ...secrets, ...columns }));
  const becomes = (columns: Partial<PartnerSecretsRow>) => row(partnerSecrets, { ...secrets, ...columns });

  test('HmacSecretIssued is kept sealed', () =>
    none.when(recorded('HmacSecretIssued')).thenRows(becomes({ hmac_key: hmacKey })));
  test('HmacSecretIssued leaves the webhook secrets alone', () =>
    given({ webhook_secret: webhookSecret })
      .when(recorded('HmacSecretIssued'))
      .thenRows(becomes({ webhook_secret: webhookSecret, hmac_key: hmacKey })));
  test('HmacSecretIssued for the other mode makes another row', () =>
    none
      .when(recorded('HmacSecretIssued', { mode: 'live' }))
      .thenRows(row(partnerSecrets, { ...secrets, owner: 'p1:live', mode: 'live', hmac_key: hmacKey })));
  test('WebhookSecretRotated: has no predecessor at first', () =>
    given({ hmac_key: hmacKey })
      .when(recorded('WebhookSecretRotated'))
      .thenRows(becomes({ hmac_key: hmacKey, webhook_secret: webhookSecret })));
  test('WebhookSecretRotated: keeps the previous secret for a while', () =>
    given({ webhook_secret: webhookSecret })
      .when(recorded('WebhookSecretRotated', { secret: sealed('p1', 'bmV3'), previousValidUntil: time(86_400) }))
      .thenRows(
        becomes({
          webhook_secret: { ...sealed('p1', 'bmV3') },
          previous_webhook_secret: webhookSecret,
          previous_valid_until: time(86_400),
        }),
      ));
});

describe('destinations', () => {
  const given = givenRows(accounts, row(webhookDestinations, destination));

  test('DestinationRegistered sets the destination', () =>
    none.when(recorded('DestinationRegistered')).thenRows(row(webhookDestinations, destination)));
  test('DestinationRegistered again replaces the destination, and keeps the time of the first one', () =>
    given
      .when(
        recorded('DestinationRegistered', {
          url: 'https://other.example/',
          events: ['INTENT_EXPIRED'],
          headers: null,
          headerNames: [],
          registeredAt: time(0),
        }),
      )
      .thenRows(
        row(webhookDestinations, {
          ...destination,
          url: 'https://other.example/',
          events: ['INTENT_EXPIRED'],
          headers: null,
          header_names: [],
          updated_at: time(0),
        }),
      ));
  test('DestinationRemoved: ends the sending', () => given.when(recorded('DestinationRemoved')).thenRows());
  test('DestinationRemoved of the other mode changes another row', () =>
    given.when(recorded('DestinationRemoved', { mode: 'live' })).unchanged());
});

describe('users', () => {
  const given = (columns: Partial<UserRow> = {}) => givenRows(accounts, row(users, { ...user, ...columns }));
  const becomes = (columns: Partial<UserRow>) => row(users, { ...user, ...columns });

  test('UserRegistered makes a user', () => none.when(recorded('UserRegistered')).thenRows(row(users, user)));
  test('UserRegistered without wallet or external id', () =>
    none
      .when(recorded('UserRegistered', { wallet: null, externalUserId: null }))
      .thenRows(becomes({ pubkey: null, blockchain: null, external_user_id: null })));
  test('WalletLinked', () =>
    given()
      .when(recorded('WalletLinked'))
      .thenRows(becomes({ pubkey: '0xb2', blockchain: 'polygon' })));
  test('WalletChanged', () =>
    given()
      .when(recorded('WalletChanged'))
      .thenRows(becomes({ pubkey: '0xb3', blockchain: 'ethereum' })));
  test('ExternalIdChanged', () =>
    given()
      .when(recorded('ExternalIdChanged'))
      .thenRows(becomes({ external_user_id: { ...recorded('ExternalIdChanged').data.after } })));
  test('KycStatusChanged', () =>
    given()
      .when(recorded('KycStatusChanged'))
      .thenRows(becomes({ kyc_status: 'APPROVED' })));
  test('KycSessionFollowed changes no column of the user', () =>
    given().when(recorded('KycSessionFollowed')).thenRows(becomes({})));
  test('UserBlocked keeps the KYC status behind the block', () =>
    given({ kyc_status: 'APPROVED' })
      .when(recorded('UserBlocked'))
      .thenRows(becomes({ kyc_status: 'APPROVED', blocked: true })));
  test('UserUnblocked', () => given({ blocked: true }).when(recorded('UserUnblocked')).thenRows(becomes({})));
  test('PersonalDataOpened changes no column of the user', () =>
    given().when(recorded('PersonalDataOpened')).thenRows(becomes({})));
  test('FiscalKeyDestroyed changes no column of the user', () =>
    given().when(recorded('FiscalKeyDestroyed')).thenRows(becomes({})));
  test('SubjectErased deletes all columns that could identify the person', () =>
    given()
      .when(recorded('SubjectErased'))
      .thenRows(becomes({ erased: true, external_user_id: null, pubkey: null, blockchain: null })));
});

describe('a row for authentication has the revision of its event', () => {
  const rows = [row(partners, partner), row(apiKeys, key), row(partnerSecrets, secrets), row(users, user)];
  const isDoor = (type: LedgerEvent['type']): boolean => !type.startsWith('Destination');

  test.each(
    EVERY_EVENT_TYPE.filter((type) => /^(partner|user)-/.test(recorded(type).stream) && isDoor(type)),
  )('%s', (type) => {
    const after = memoryRows(accounts);
    for (const { table, row: before } of rows) after.set(table, before);
    after.apply({ ...recorded(type), revision: 9 });
    const revisions = Object.values(after.dump()).flatMap((all) => all.map(({ revision }) => revision));
    expect(revisions.filter((revision) => revision === 9)).toHaveLength(1);
  });
});
