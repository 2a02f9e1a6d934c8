import { parseCnpj, parseCpf } from '../../../aggregates/codes/tax-id';
import type { ProviderRejection } from '../../../aggregates/kyc/events';
import type { KycAnswer } from '../../../commands/ports/providers/kyc-provider';
import type { Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { numberIn, verifiedBy } from '../verified';
import { type Decision, isApproved, stateOf } from './answers';
import type { Didit } from './client';

const verifiedIn = ({ id_verifications, registry_checks }: Decision): NonNullable<KycAnswer['verified']> => {
  const [documents, companies] = [id_verifications.filter(isApproved), registry_checks.filter(isApproved)];
  const numbers = [
    ...documents.map((each) => numberIn(parseCpf, [each.personal_number, each.document_number])),
    ...companies.map((each) => numberIn(parseCnpj, [each.company?.tax_number, each.company?.registration_number])),
  ];
  return verifiedBy(
    numbers,
    documents.map(({ date_of_birth }) => date_of_birth),
  );
};

type Hit = Decision['aml_screenings'][number]['hits'][number];

const isOn = (list: RegExp, { datasets }: Hit, matches: readonly unknown[]): boolean =>
  matches.length > 0 || datasets.some((name) => list.test(name));

const screeningIn = ({ aml_screenings }: Decision): NonNullable<KycAnswer['screening']> => {
  const all = aml_screenings.flatMap((screening) => screening.hits);
  const hits = all.filter(({ review_status }) => !/false.positive/i.test(review_status ?? ''));
  return {
    sanctionsHit: hits.some((hit) => isOn(/sanction/i, hit, hit.sanction_matches)),
    pepHit: hits.some((hit) => isOn(/pep/i, hit, hit.pep_matches)),
  };
};

/** Meanings of the warnings. The first that fits counts. */
const REASONS: readonly (readonly [ProviderRejection, RegExp])[] = [
  ['DUPLICATE', /DUPLICATE/],
  ['UNDERAGE', /(?:^|_)AGE(?:_|$)/],
  ['LIVENESS', /LIVENESS|FACE_ATTACK/],
  ['FACE_MISMATCH', /FACE_MATCH|FACE_MISMATCH/],
  ['DOC_FORGED', /MANIPULATION|PRINTED_COPY|SCREEN_CAPTURE|TAMPER|FORG/],
  ['REGISTRY', /DATABASE_VALIDATION|KYB_/],
  ['DATA_MISMATCH', /MISMATCH|INCONSISTENT/],
  ['DOC_UNREADABLE', /NOT_DETECTED|QUALITY|EXPIRED|NOT_SUPPORTED|NOT_RECOGNIZED/],
];

const reasonIn = (decision: Decision): ProviderRejection => {
  const { sanctionsHit, pepHit } = screeningIn(decision);
  if (sanctionsHit || pepHit) return sanctionsHit ? 'SANCTIONS' : 'PEP';
  const checks = [
    ...[decision.id_verifications, decision.registry_checks, decision.aml_screenings, decision.liveness_checks],
    ...[decision.face_matches, decision.database_validations, decision.document_verifications],
  ].flat();
  const risks = checks.filter((each) => !isApproved(each)).flatMap(({ warnings }) => warnings.map(({ risk }) => risk));
  return REASONS.find(([, pattern]) => risks.some((risk) => pattern.test(risk ?? '')))?.[0] ?? 'OTHER';
};

/** The session as its decision tells. A session of the other environment proves nothing about a person. */
export const answerOf = (didit: Pick<Didit, 'name' | 'environment'>, decision: Decision): Result<KycAnswer> => {
  const [state, fail] = [stateOf(decision.status), failingAs(didit)];
  if (decision.environment !== didit.environment)
    return fail('UNAVAILABLE', 'PROTOCOL', 'The session is of the other environment of Didit');
  if (state === null) return fail('UNAVAILABLE', 'PROTOCOL', 'No document of Didit names the status of the session');
  const { session_id: providerSessionId, status: providerStatus, session_url: webViewUrl } = decision;
  return {
    ok: true,
    value: {
      ...{ providerSessionId, state, providerStatus, ...(webViewUrl ? { webViewUrl } : {}) },
      ...(state === 'REJECTED' ? { rejection: { code: reasonIn(decision), retryAllowed: true } } : {}),
      ...(state === 'APPROVED' || state === 'IN_REVIEW'
        ? { verified: verifiedIn(decision), screening: screeningIn(decision) }
        : {}),
    },
  };
};
