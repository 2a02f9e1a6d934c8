import { invalidField } from '../rejection';
import type { PartnerTermsChanged } from './events';

/** What can be allowed to a partner and is not by default. */
export const FEATURES = ['pegged-withdraw'] as const;

export const MAXIMUM_ALLOWLIST_ENTRIES = 100;

/** A markup of the whole payout, which is where a mistake in the unit would begin. */
const MAXIMUM_MARKUP_BASIS_POINTS = 10_000;

/** Refuses VALIDATION_ERROR for terms that nobody can have meant; that an entry is a network is checked before. */
export const mustBeSoundTerms = ({ ipAllowlist, features, feeMarkupBasisPoints }: PartnerTermsChanged): void => {
  if (ipAllowlist === undefined && features === undefined && feeMarkupBasisPoints === undefined) {
    throw invalidField('terms', 'nothing was asked to change');
  }
  if (ipAllowlist !== undefined && ipAllowlist.length > MAXIMUM_ALLOWLIST_ENTRIES) {
    throw invalidField('ipAllowlist', `at most ${MAXIMUM_ALLOWLIST_ENTRIES} entries`);
  }
  const unknown = Object.keys(features ?? {}).find((name) => !(FEATURES as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw invalidField('features', `unknown feature ${JSON.stringify(unknown)}; there is ${FEATURES.join(', ')}`);
  }
  if (feeMarkupBasisPoints !== undefined && !isMarkup(feeMarkupBasisPoints)) {
    throw invalidField('feeMarkupBasisPoints', `a whole number from 0 to ${MAXIMUM_MARKUP_BASIS_POINTS}`);
  }
};

const isMarkup = (basisPoints: number): boolean =>
  Number.isInteger(basisPoints) && basisPoints >= 0 && basisPoints <= MAXIMUM_MARKUP_BASIS_POINTS;
