import type { PartnerTermsChanged } from '../../../aggregates/partner/events';
import { MAXIMUM_LIVE_KEYS, type PartnerCommand, partner } from '../../../aggregates/partner/partner';
import { hasFeature } from '../../../aggregates/partner/terms';
import { sealed, time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const onboarded = event('PartnerOnboarded');
const suspended = event('PartnerSuspended');
const revoked = event('PartnerRevoked');
const issued = event('ApiKeyIssued');
const destination = event('DestinationRegistered');

const now = time(0);
const standing = (type: 'SuspendPartner' | 'ReinstatePartner' | 'RevokePartner') =>
  ({ type, partnerId: 'p1', reason: 'because', now }) as const;
const revokeKey = (keyId = 'k1') => ({ type: 'RevokeApiKey', partnerId: 'p1', keyId, now }) as const;
const removeDestination = (mode: 'live' | 'sandbox') =>
  ({ type: 'RemoveDestination', partnerId: 'p1', mode, now }) as const;

describe('onboarding', () => {
  const command = { type: 'OnboardPartner', partner: onboarded.data } as const;
  test('opens the stream', () => given(partner).when(command).then(onboarded));
  test('happens once', () => given(partner, onboarded).when(command).nothing());
});

test.each<PartnerCommand>([
  standing('SuspendPartner'),
  standing('ReinstatePartner'),
  standing('RevokePartner'),
  { type: 'IssueApiKey', key: issued.data },
  revokeKey(),
  { type: 'IssueHmacSecret', secret: event('HmacSecretIssued').data },
  { type: 'RotateWebhookSecret', secret: event('WebhookSecretRotated').data, overlapEndsAt: now },
  { type: 'RegisterDestination', destination: destination.data },
  removeDestination('sandbox'),
  { type: 'ChangeTerms', terms: event('PartnerTermsChanged').data },
])('$type of an unknown partner is NOT_FOUND', (command) => given(partner).when(command).rejects('NOT_FOUND'));

describe('standing', () => {
  const suspension = event('PartnerSuspended', { reason: 'because', suspendedAt: now });
  const reinstatement = event('PartnerReinstated', { reason: 'because', reinstatedAt: now });
  const revocation = event('PartnerRevoked', { reason: 'because', revokedAt: now });

  test('an active partner is suspended', () =>
    given(partner, onboarded).when(standing('SuspendPartner')).then(suspension));
  test('a suspended one is suspended already', () =>
    given(partner, onboarded, suspended).when(standing('SuspendPartner')).nothing());
  test('a suspended one is reinstated', () =>
    given(partner, onboarded, suspended).when(standing('ReinstatePartner')).then(reinstatement));
  test('an active one needs no reinstatement', () =>
    given(partner, onboarded).when(standing('ReinstatePartner')).nothing());
  test('a reinstated one is active', () =>
    given(partner, onboarded, suspended, reinstatement).when(standing('SuspendPartner')).then(suspension));
  test.each([[[onboarded]], [[onboarded, suspended]]])('whoever is there can be revoked', (history) =>
    given(partner, ...history)
      .when(standing('RevokePartner'))
      .then(revocation));
  test('a revoked one is revoked already', () =>
    given(partner, onboarded, revoked).when(standing('RevokePartner')).nothing());
  test.each(['SuspendPartner', 'ReinstatePartner'] as const)('a revoked one stays revoked: %s', (type) =>
    given(partner, onboarded, revoked).when(standing(type)).rejects('WRONG_STATE'));
});

describe('API keys', () => {
  const keys = Array.from({ length: MAXIMUM_LIVE_KEYS }, (_, index) => event('ApiKeyIssued', { keyId: `key${index}` }));
  const issue = { type: 'IssueApiKey', key: issued.data } as const;

  test('a key is issued', () => given(partner, onboarded).when(issue).then(issued));
  test('once', () => given(partner, onboarded, issued).when(issue).nothing());
  test('also to a key id that every object has', () => {
    const odd = event('ApiKeyIssued', { keyId: 'constructor' });
    given(partner, onboarded).when({ type: 'IssueApiKey', key: odd.data }).then(odd);
  });
  test('the twentieth live key is issued', () =>
    given(partner, onboarded, ...keys.slice(1))
      .when(issue)
      .then(issued));
  test('the twenty-first is refused', () =>
    given(partner, onboarded, ...keys)
      .when(issue)
      .rejects('LIMIT_EXCEEDED'));
  test('a revoked key makes room', () =>
    given(partner, onboarded, ...keys, event('ApiKeyRevoked', { keyId: 'key7' }))
      .when(issue)
      .then(issued));
  test('a key is revoked', () =>
    given(partner, onboarded, issued)
      .when(revokeKey())
      .then(event('ApiKeyRevoked', { revokedAt: now })));
  test('once', () => given(partner, onboarded, issued, event('ApiKeyRevoked')).when(revokeKey()).nothing());
  test.each(['k2', 'constructor'])('%s is not a key of the partner', (keyId) =>
    given(partner, onboarded, issued).when(revokeKey(keyId)).rejects('NOT_FOUND'));
  test('a suspended partner may still revoke', () =>
    given(partner, onboarded, issued, suspended)
      .when(revokeKey())
      .then(event('ApiKeyRevoked', { revokedAt: now })));
});

describe('secrets, destinations and terms', () => {
  test('an HMAC secret is issued', () => {
    const secret = event('HmacSecretIssued');
    given(partner, onboarded).when({ type: 'IssueHmacSecret', secret: secret.data }).then(secret);
  });
  test('the first webhook secret of a mode has none before it, and every later one overlaps', () => {
    const overlapEndsAt = time(86_400);
    const { previousValidUntil: _none, ...secret } = event('WebhookSecretRotated').data;
    const rotate = { type: 'RotateWebhookSecret', secret, overlapEndsAt } as const;
    const first = event('WebhookSecretRotated', { previousValidUntil: null });
    given(partner, onboarded).when(rotate).then(first);
    given(partner, onboarded, event('WebhookSecretRotated', { mode: 'live' }))
      .when(rotate)
      .then(first);
    given(partner, onboarded, first)
      .when(rotate)
      .then(event('WebhookSecretRotated', { previousValidUntil: overlapEndsAt }));
  });
  test('a destination is registered, and replaced', () => {
    const command = { type: 'RegisterDestination', destination: destination.data } as const;
    given(partner, onboarded).when(command).then(destination);
    given(partner, onboarded, destination).when(command).then(destination);
  });
  test('a destination is removed', () =>
    given(partner, onboarded, destination)
      .when(removeDestination('sandbox'))
      .then(event('DestinationRemoved', { removedAt: now })));
  test('removing it again is nothing', () =>
    given(partner, onboarded, destination, event('DestinationRemoved')).when(removeDestination('sandbox')).nothing());
  test('the other mode has none', () =>
    given(partner, onboarded, destination).when(removeDestination('live')).nothing());
  test('terms change', () => {
    const changed = event('PartnerTermsChanged');
    given(partner, onboarded).when({ type: 'ChangeTerms', terms: changed.data }).then(changed);
  });
  test.each([0, 1, 1_000_000, null])('a limit of its own may be %j', (requestsPerMinute) => {
    const terms = { partnerId: 'p1', changedAt: now, requestsPerMinute };
    given(partner, onboarded).when({ type: 'ChangeTerms', terms }).then({ type: 'PartnerTermsChanged', data: terms });
  });
  test.each([
    {},
    { feeMarkupBasisPoints: -1 },
    { feeMarkupBasisPoints: 10_001 },
    { feeMarkupBasisPoints: 1.5 },
    { feeMarkupBasisPoints: Number.NaN },
    { requestsPerMinute: -1 },
    { requestsPerMinute: 1.5 },
    { requestsPerMinute: 1_000_001 },
    { features: { 'pegged-withdrawal': true } },
    { ipAllowlist: Array.from({ length: 101 }, (_unused, index) => `10.0.0.${index}`) },
  ])('terms that nobody can have meant are refused: %j', (terms) =>
    given(partner, onboarded)
      .when({ type: 'ChangeTerms', terms: { partnerId: 'p1', changedAt: now, ...terms } })
      .rejects('VALIDATION_ERROR'));

  describe('who delivers what is bought', () => {
    const splitKey = { pixKey: sealed('p1', 'cGl4'), pixKeyType: 'EVP', pixKeyMasked: '****-0001' } as const;
    const changed = (terms: Partial<PartnerTermsChanged>) =>
      ({ type: 'PartnerTermsChanged', data: { partnerId: 'p1', changedAt: now, ...terms } }) as const;
    const change = (terms: Partial<PartnerTermsChanged>) =>
      ({ type: 'ChangeTerms', terms: changed(terms).data }) as const;
    const both = { cashinDelivery: 'PARTNER', cashinSplitKey: splitKey } as const;

    test('the platform, and no key, until it is said', () => {
      const state = partner.evolve(partner.initial, onboarded);
      expect(state).toMatchObject({ terms: { features: {}, cashinDelivery: 'PLATFORM', cashinSplitKey: null } });
    });
    test('the partner, once there is a key that pays it', () => {
      given(partner, onboarded).when(change(both)).then(changed(both));
      given(partner, onboarded, changed({ cashinSplitKey: splitKey }))
        .when(change({ cashinDelivery: 'PARTNER' }))
        .then(changed({ cashinDelivery: 'PARTNER' }));
    });
    test('never the partner without a key, nor is the key taken away from it', () => {
      given(partner, onboarded)
        .when(change({ cashinDelivery: 'PARTNER' }))
        .rejects('VALIDATION_ERROR');
      given(partner, onboarded, changed(both))
        .when(change({ cashinSplitKey: null }))
        .rejects('VALIDATION_ERROR');
      given(partner, onboarded, changed(both), changed({ features: { 'kyc-none': true } }))
        .when(change({ cashinSplitKey: null, cashinDelivery: 'PLATFORM' }))
        .then(changed({ cashinSplitKey: null, cashinDelivery: 'PLATFORM' }));
    });
    test('what was not named stays, and a feature is on only when it was turned on', () => {
      const events = [onboarded, changed(both), changed({ features: { 'cashin-any-wallet': true } })];
      const state = events.reduce(partner.evolve, partner.initial);
      if (state.status === 'NONE') throw new Error('There is a partner');
      expect(state.terms).toEqual({ ...both, features: { 'cashin-any-wallet': true } });
      expect(hasFeature(state.terms, 'cashin-any-wallet')).toBe(true);
      expect(hasFeature(state.terms, 'pegged-withdraw')).toBe(false);
    });
  });
});
