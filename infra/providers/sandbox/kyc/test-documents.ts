import type { RegistryStatus } from '../../../../commands/ports/kyc/document-registry';
import type { KycAnswer } from '../../../../commands/ports/kyc/kyc-provider';

/** A row of the table (design: providers, "Sandbox provider"). Times count from the start, at the default pace. */
export interface TestDocument {
  /** Without punctuation; '' is every other document. */
  readonly document: string;
  /** Scenario that plays the row whatever the document (X-Sandbox-Scenario); null: the document alone does. */
  readonly name: string | null;
  readonly does: string;
  /** UNAVAILABLE and NOT_FOUND are no record. */
  readonly registry: RegistryStatus | 'UNAVAILABLE' | 'NOT_FOUND';
  /** UNAVAILABLE: provably no session. UNKNOWN: no answer, and the session is there. */
  readonly start: 'OK' | 'UNAVAILABLE' | 'UNKNOWN';
  readonly ends: { readonly afterMs: number; readonly state: KycAnswer['state'] } | null;
  /** The end after a reopening. */
  readonly endsAfterReopen: TestDocument['ends'];
  readonly rejection?: NonNullable<KycAnswer['rejection']>;
  readonly screening?: NonNullable<KycAnswer['screening']>;
  /** Read from the documents where it differs from the declared one. */
  readonly verifiedBirthDate?: string;
}

const DAY_MS = 86_400_000;

const APPROVED = { afterMs: 5_000, state: 'APPROVED' } as const;
const REJECTED = { afterMs: 5_000, state: 'REJECTED' } as const;
const IN_REVIEW = { afterMs: 5_000, state: 'IN_REVIEW' } as const;

/** An end is the same after a reopening unless the row says otherwise. */
const row = (
  document: string,
  name: string | null,
  does: string,
  { ends = APPROVED, ...differences }: Partial<TestDocument> = {},
): TestDocument => ({
  ...{ document, name, does, registry: 'REGULAR', start: 'OK', ends, endsAfterReopen: ends },
  ...differences,
});

const refused = (registry: TestDocument['registry']): Partial<TestDocument> => ({
  ...{ registry, ends: REJECTED, rejection: { code: 'REGISTRY', retryAllowed: false } },
});

export const ANY_DOCUMENT = row('', null, 'regular, and APPROVED after 5 s');

/** The sandbox's table of documents: tests and documentation are made from it. */
export const TEST_DOCUMENTS: readonly TestDocument[] = [
  row('40442820135', 'KYC_APPROVED', 'regular, and APPROVED after 5 s'),
  row('63017285995', 'KYC_REJECTED', 'suspended, and REJECTED', refused('SUSPENDED')),
  row(
    '91708635203',
    'KYC_IN_REVIEW',
    'regular, and IN_REVIEW until `POST /api/v1/sandbox/kyc/sessions/:sessionId/decide`',
    { ends: IN_REVIEW },
  ),
  row('58136053391', null, 'of a person who has died: REJECTED', refused('DECEASED')),
  row('40532176871', null, 'cancelled, and REJECTED', refused('CANCELLED')),
  row('47123586964', 'KYC_UNAVAILABLE', 'the registry and the KYC provider are away: 502', {
    ...{ registry: 'UNAVAILABLE', start: 'UNAVAILABLE' },
  }),
  row('07691852312', null, 'unknown to the registry: 404, and REJECTED', refused('NOT_FOUND')),
  row('10975384600', 'KYC_EXPIRED', 'regular; EXPIRED after a day, and APPROVED once it was reopened', {
    ...{ ends: { afterMs: DAY_MS, state: 'EXPIRED' }, endsAfterReopen: APPROVED },
  }),
  row('01648527949', 'KYC_FACE_MISMATCH', 'regular; REJECTED, since the face is another; another session is allowed', {
    ...{ ends: REJECTED, rejection: { code: 'FACE_MISMATCH', retryAllowed: true } },
  }),
  row('47893062592', 'KYC_PEP', 'regular; a politically exposed person: IN_REVIEW', {
    screening: { sanctionsHit: false, pepHit: true },
  }),
  row('98302514705', 'KYC_SANCTIONS', 'regular; on a sanctions list: IN_REVIEW', {
    screening: { sanctionsHit: true, pepHit: false },
  }),
  row('11144477735', 'KYC_BIRTH_DATE', 'regular; APPROVED by the provider with another birth date: IN_REVIEW', {
    verifiedBirthDate: '1900-01-01',
  }),
  row('52998224725', 'KYC_UNANSWERED', 'regular; no answer to the start, then APPROVED after 5 s', {
    start: 'UNKNOWN',
  }),
  row('12ABC34501DE35', null, 'active, and APPROVED after 5 s'),
  row('11222333000181', null, 'unfit, and REJECTED', refused('UNFIT')),
];

export const testDocumentOf = (document: string): TestDocument =>
  TEST_DOCUMENTS.find((candidate) => candidate.document === document) ?? ANY_DOCUMENT;

/** By the header, then by the document; a name of another table leaves the session to itself. */
interface Played {
  readonly scenario: string | null;
  readonly document: string;
}

export const playedBy = ({ scenario, document }: Played): TestDocument => {
  if (scenario === null) return testDocumentOf(document);
  return TEST_DOCUMENTS.find(({ name }) => name === scenario) ?? ANY_DOCUMENT;
};
