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

  test('suspends an active partner', () => given(partner, onboarded).when(standing('SuspendPartner')).then(suspension));
  test('does not suspend a suspended partner again', () =>
    given(partner, onboarded, suspended).when(standing('SuspendPartner')).nothing());
  test('reinstates a suspended partner', () =>
    given(partner, onboarded, suspended).when(standing('ReinstatePartner')).then(reinstatement));
  test('does not reinstate an active partner', () =>
    given(partner, onboarded).when(standing('ReinstatePartner')).nothing());
  test('suspends a reinstated partner', () =>
    given(partner, onboarded, suspended, reinstatement).when(standing('SuspendPartner')).then(suspension));
  test.each([[[onboarded]], [[onboarded, suspended]]])('revokes an active or suspended partner', (history) =>
    given(partner, ...history)
      .when(standing('RevokePartner'))
      .then(revocation));
  test('does not revoke a revoked partner again', () =>
    given(partner, onboarded, revoked).when(standing('RevokePartner')).nothing());
  test.each(['SuspendPartner', 'ReinstatePartner'] as const)('keeps a revoked partner revoked: %s', (type) =>
    given(partner, onboarded, revoked).when(standing(type)).rejects('WRONG_STATE'));
});

describe('API keys', () => {
  const keys = Array.from({ length: MAXIMUM_LIVE_KEYS }, (_, index) => event('ApiKeyIssued', { keyId: `key${index}` }));
  const issue = { type: 'IssueApiKey', key: issued.data } as const;

  test('issues a key', () => given(partner, onboarded).when(issue).then(issued));
  test('issues a key once', () => given(partner, onboarded, issued).when(issue).nothing());
  test('issues a key with a name that is also a property of every object', () => {
    const odd = event('ApiKeyIssued', { keyId: 'constructor' });
    given(partner, onboarded).when({ type: 'IssueApiKey', key: odd.data }).then(odd);
  });
  test('issues the twentieth live key', () =>
    given(partner, onboarded, ...keys.slice(1))
      .when(issue)
      .then(issued));
  test('rejects the twenty-first live key', () =>
    given(partner, onboarded, ...keys)
      .when(issue)
      .rejects('LIMIT_EXCEEDED'));
  test('issues a key in the place of a revoked one', () =>
    given(partner, onboarded, ...keys, event('ApiKeyRevoked', { keyId: 'key7' }))
      .when(issue)
      .then(issued));
  test('revokes a key', () =>
    given(partner, onboarded, issued)
      .when(revokeKey())
      .then(event('ApiKeyRevoked', { revokedAt: now })));
  test('revokes a key once', () =>
    given(partner, onboarded, issued, event('ApiKeyRevoked')).when(revokeKey()).nothing());
  test.each(['k2', 'constructor'])('rejects the unknown key %s', (keyId) =>
    given(partner, onboarded, issued).when(revokeKey(keyId)).rejects('NOT_FOUND'));
  test('revokes a key of a suspended partner', () =>
    given(partner, onboarded, issued, suspended)
      .when(revokeKey())
      .then(event('ApiKeyRevoked', { revokedAt: now })));
});

describe('secrets, destinations and terms', () => {
  test('issue an HMAC secret', () => {
    const secret = event('HmacSecretIssued');
    given(partner, onboarded).when({ type: 'IssueHmacSecret', secret: secret.data }).then(secret);
  });
  test('have no overlap for the first webhook secret of a mode, and one for each later secret', () => {
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
  test('register and replace a destination', () => {
    const command = { type: 'RegisterDestination', destination: destination.data } as const;
    given(partner, onboarded).when(command).then(destination);
    given(partner, onboarded, destination).when(command).then(destination);
  });
  test('remove a destination', () =>
    given(partner, onboarded, destination)
      .when(removeDestination('sandbox'))
      .then(event('DestinationRemoved', { removedAt: now })));
  test('remove a destination once', () =>
    given(partner, onboarded, destination, event('DestinationRemoved')).when(removeDestination('sandbox')).nothing());
  test('change nothing for a mode without a destination', () =>
    given(partner, onboarded, destination).when(removeDestination('live')).nothing());
  test('change terms', () => {
    const changed = event('PartnerTermsChanged');
    given(partner, onboarded).when({ type: 'ChangeTerms', terms: changed.data }).then(changed);
  });
  test.each([0, 1, 1_000_000, null])('allow a limit of %j for the partner alone', (requestsPerMinute) => {
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
  ])('reject impossible terms: %j', (terms) =>
    given(partner, onboarded)
      .when({ type: 'ChangeTerms', terms: { partnerId: 'p1', changedAt: now, ...terms } })
      .rejects('VALIDATION_ERROR'));

  describe('the delivery of cash-ins', () => {
    const splitKey = { pixKey: sealed('p1', 'cGl4'), pixKeyType: 'EVP', pixKeyMasked: '****-0001' } as const;
    const changed = (terms: Partial<PartnerTermsChanged>) =>
      ({ type: 'PartnerTermsChanged', data: { partnerId: 'p1', changedAt: now, ...terms } }) as const;
    const change = (terms: Partial<PartnerTermsChanged>) =>
      ({ type: 'ChangeTerms', terms: changed(terms).data }) as const;
    const both = { cashinDelivery: 'PARTNER', cashinSplitKey: splitKey } as const;

    test('belongs to the platform without a key at first', () => {
      const state = partner.evolve(partner.initial, onboarded);
      expect(state).toMatchObject({ terms: { features: {}, cashinDelivery: 'PLATFORM', cashinSplitKey: null } });
    });
    test('belongs to the partner once a key pays it', () => {
      given(partner, onboarded).when(change(both)).then(changed(both));
      given(partner, onboarded, changed({ cashinSplitKey: splitKey }))
        .when(change({ cashinDelivery: 'PARTNER' }))
        .then(changed({ cashinDelivery: 'PARTNER' }));
    });
    test('never belongs to the partner without a key, which then cannot be removed', () => {
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
    test('keeps terms that a change does not name, and a feature off until a change turns it on', () => {
      const events = [onboarded, changed(both), changed({ features: { 'cashin-any-wallet': true } })];
      const state = events.reduce(partner.evolve, partner.initial);
      if (state.status === 'NONE') throw new Error('There is a partner');
      expect(state.terms).toEqual({ ...both, features: { 'cashin-any-wallet': true } });
      expect(hasFeature(state.terms, 'cashin-any-wallet')).toBe(true);
      expect(hasFeature(state.terms, 'pegged-withdraw')).toBe(false);
    });
  });
});
