import { invalidField } from '../rejection';
import type { PartnerTermsChanged } from './events';

export const FEATURES = ['pegged-withdraw'] as const;

export const MAXIMUM_ALLOWLIST_ENTRIES = 100;

/** 100 % of the payout; more is a mistake in the unit. */
const MAXIMUM_MARKUP_BASIS_POINTS = 10_000;

/** More than one process can serve. */
export const MAXIMUM_REQUESTS_PER_MINUTE = 1_000_000;

/** Throws VALIDATION_ERROR for senseless terms. The caller has checked that each allow-list entry is a network. */
export const mustBeSoundTerms = ({ partnerId: _who, changedAt: _when, ...terms }: PartnerTermsChanged): void => {
  const { ipAllowlist, features, feeMarkupBasisPoints, requestsPerMinute } = terms;
  if (Object.keys(terms).length === 0) {
    throw invalidField('terms', 'nothing was asked to change');
  }
  if (ipAllowlist !== undefined && ipAllowlist.length > MAXIMUM_ALLOWLIST_ENTRIES) {
    throw invalidField('ipAllowlist', `at most ${MAXIMUM_ALLOWLIST_ENTRIES} entries`);
  }
  const unknown = Object.keys(features ?? {}).find((name) => !(FEATURES as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw invalidField('features', `unknown feature ${JSON.stringify(unknown)}; there is ${FEATURES.join(', ')}`);
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
