import { parseCnpj, parseCpf } from '../../../aggregates/codes/tax-id';
import type { ProviderRejection } from '../../../aggregates/kyc/events';
import type { KycAnswer } from '../../../commands/ports/providers/kyc-provider';
import type { Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { numberIn, verifiedBy } from '../verified';
import type { Applicant } from './answers';
import type { Sumsub } from './client';

const STATES: Readonly<Record<string, KycAnswer['state']>> = {
  ...{ init: 'CREATED', pending: 'IN_PROGRESS', queued: 'IN_PROGRESS', prechecked: 'IN_PROGRESS' },
  ...{ awaitingService: 'IN_PROGRESS', awaitingUser: 'IN_PROGRESS', onHold: 'IN_REVIEW' },
  ...{ 'completed GREEN': 'APPROVED', 'completed RED': 'REJECTED' },
};

/** Null: a status that no document names. */
const stateOf = ({ review }: Applicant): KycAnswer['state'] | null => {
  if (!review) return 'CREATED';
  const { reviewStatus, reviewResult } = review;
  const said = reviewStatus === 'completed' ? `completed ${reviewResult?.reviewAnswer ?? ''}` : reviewStatus;
  return Object.hasOwn(STATES, said) ? STATES[said]! : null;
};

const statusOf = ({ review }: Applicant): string => {
  const { reviewAnswer, reviewRejectType } = review?.reviewResult ?? {};
  return [review?.reviewStatus ?? 'init', reviewAnswer, reviewRejectType].filter(Boolean).join(' ');
};

const verifiedIn = ({ info }: Applicant): NonNullable<KycAnswer['verified']> => {
  const documents = info?.idDocs ?? [];
  const numbers = [
    ...documents.map(({ number, additionalNumber }) => numberIn(parseCpf, [number, additionalNumber])),
    numberIn(parseCpf, [info?.tin]),
    numberIn(parseCnpj, [info?.companyInfo?.taxId, info?.companyInfo?.registrationNumber]),
  ];
  return verifiedBy(numbers, [info?.dob, ...documents.map(({ dob }) => dob)]);
};

/** Meanings of the labels of a rejection. The first that fits counts. */
const REASONS: readonly (readonly [ProviderRejection, RegExp])[] = [
  ['SANCTIONS', /^SANCTIONS/],
  ['PEP', /^PEP/],
  ['DUPLICATE', /DUPLICATE/],
  ['UNDERAGE', /^AGE_/],
  ['LIVENESS', /LIVENESS|BAD_SELFIE|SPOOF/],
  ['FACE_MISMATCH', /FACE_MATCHING|SELFIE_MISMATCH/],
  ['DOC_FORGED', /FORGERY|GRAPHIC_EDITOR|FRAUDULENT/],
  ['REGISTRY', /^DB_DATA_NOT_FOUND|^COMPANY_/],
  ['DATA_MISMATCH', /MISMATCH|PROBLEMATIC_APPLICANT_DATA/],
  ['DOC_UNREADABLE', /UNSATISFACTORY|LOW_QUALITY|DAMAGED|INCOMPLETE|EXPIR|SCREENSHOTS|BLACK_AND_WHITE/],
];

const labelsOf = ({ review }: Applicant): readonly string[] => review?.reviewResult?.rejectLabels ?? [];

const reasonIn = (applicant: Applicant): ProviderRejection =>
  REASONS.find(([, pattern]) => labelsOf(applicant).some((label) => pattern.test(label)))?.[0] ?? 'OTHER';

const screeningIn = (applicant: Applicant): NonNullable<KycAnswer['screening']> => ({
  sanctionsHit: labelsOf(applicant).some((label) => label.startsWith('SANCTIONS')),
  pepHit: labelsOf(applicant).some((label) => label.startsWith('PEP')),
});

const isRetry = ({ review }: Applicant): boolean => review?.reviewResult?.reviewRejectType !== 'FINAL';

/** The session as its applicant tells. */
export const answerOf = (sumsub: Pick<Sumsub, 'name'>, applicant: Applicant): Result<KycAnswer> => {
  const state = stateOf(applicant);
  if (state === null)
    return failingAs(sumsub)('UNAVAILABLE', 'PROTOCOL', 'No document of Sumsub names the status of the session');
  const isRead = state === 'APPROVED' || state === 'IN_REVIEW';
  return {
    ok: true,
    value: {
      ...{ providerSessionId: applicant.id, state, providerStatus: statusOf(applicant) },
      ...(state === 'REJECTED' ? { rejection: { code: reasonIn(applicant), retryAllowed: isRetry(applicant) } } : {}),
      ...(isRead ? { verified: verifiedIn(applicant), screening: screeningIn(applicant) } : {}),
    },
  };
};
