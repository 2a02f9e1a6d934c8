import { invalidField } from '../rejection';
import type { DeliveryMode, PartnerTermsChanged, SplitKey } from './events';

/** pegged-withdraw: users may withdraw. cashin-any-wallet: to any wallet. kyc-none: no KYC provider in the sandbox. */
export const FEATURES = ['pegged-withdraw', 'cashin-any-wallet', 'kyc-none'] as const;

export type Feature = (typeof FEATURES)[number];

export interface PartnerTerms {
  readonly features: Readonly<Record<string, boolean>>;
  readonly cashinDelivery: DeliveryMode;
  readonly cashinSplitKey: SplitKey | null;
}

export const FIRST_TERMS: PartnerTerms = { features: {}, cashinDelivery: 'PLATFORM', cashinSplitKey: null };

export const termsAfter = (terms: PartnerTerms, changed: PartnerTermsChanged): PartnerTerms => ({
  features: { ...terms.features, ...changed.features },
  cashinDelivery: changed.cashinDelivery ?? terms.cashinDelivery,
  cashinSplitKey: changed.cashinSplitKey === undefined ? terms.cashinSplitKey : changed.cashinSplitKey,
});

export const hasFeature = ({ features }: Pick<PartnerTerms, 'features'>, feature: Feature): boolean =>
  Object.hasOwn(features, feature) && features[feature] === true;

export const MAXIMUM_ALLOWLIST_ENTRIES = 100;

/** 100 % of the payout; more is a mistake in the unit. */
const MAXIMUM_MARKUP_BASIS_POINTS = 10_000;

export const MAXIMUM_REQUESTS_PER_MINUTE = 1_000_000;

/** Throws VALIDATION_ERROR for senseless terms. The caller has checked that each allow-list entry is a network. */
export const mustBeSoundTerms = (before: PartnerTerms, changed: PartnerTermsChanged): void => {
  mustBeWithinBounds(changed);
  const { cashinDelivery, cashinSplitKey } = termsAfter(before, changed);
  if (cashinDelivery === 'PARTNER' && cashinSplitKey === null) {
    throw invalidField(
      'cashinDelivery',
      'mode PARTNER needs the PIX key that receives the partner’s part of each charge',
    );
  }
};

const mustBeWithinBounds = ({ partnerId: _who, changedAt: _when, ...terms }: PartnerTermsChanged): void => {
  const { ipAllowlist, features, feeMarkupBasisPoints, requestsPerMinute } = terms;
  if (Object.keys(terms).length === 0) {
    throw invalidField('terms', 'the request changes no terms');
  }
  if (ipAllowlist !== undefined && ipAllowlist.length > MAXIMUM_ALLOWLIST_ENTRIES) {
    throw invalidField('ipAllowlist', `at most ${MAXIMUM_ALLOWLIST_ENTRIES} entries`);
  }
  const unknown = Object.keys(features ?? {}).find((name) => !(FEATURES as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw invalidField(
      'features',
      `unknown feature ${JSON.stringify(unknown)}; known features: ${FEATURES.join(', ')}`,
    );
  }
  if (feeMarkupBasisPoints !== undefined && !isWhole(feeMarkupBasisPoints, MAXIMUM_MARKUP_BASIS_POINTS)) {
    throw invalidField('feeMarkupBasisPoints', `a whole number from 0 to ${MAXIMUM_MARKUP_BASIS_POINTS}`);
  }
  const limit = requestsPerMinute ?? 0;
  if (!isWhole(limit, MAXIMUM_REQUESTS_PER_MINUTE)) {
    throw invalidField('requestsPerMinute', `a whole number from 0 to ${MAXIMUM_REQUESTS_PER_MINUTE}`);
  }
};

const isWhole = (value: number, most: number): boolean => Number.isInteger(value) && value >= 0 && value <= most;
