import type { RegistryStatus } from '../../../../commands/ports/kyc/document-registry';
import type { KycAnswer } from '../../../../commands/ports/kyc/kyc-provider';
import type { StoredKyc } from './kyc-store';

/** A row of the table (design: providers, "Sandbox provider"). Times count from the start, at the default pace. */
export interface TestDocument {
  /** Without punctuation; '' is every other document. */
  readonly document: string;
  /** What a session is played by whatever its document (X-Sandbox-Scenario); null: by its document alone. */
  readonly name: string | null;
  readonly does: string;
  /** UNAVAILABLE and NOT_FOUND are no record. */
  readonly registry: RegistryStatus | 'UNAVAILABLE' | 'NOT_FOUND';
  /** UNAVAILABLE: provably no session. UNKNOWN: no answer, and the session is there. */
  readonly start: 'OK' | 'UNAVAILABLE' | 'UNKNOWN';
  readonly ends: { readonly afterMs: number; readonly state: KycAnswer['state'] } | null;
  /** Of a session that was opened again. */
  readonly endsAfterReopen: TestDocument['ends'];
  readonly rejection?: NonNullable<KycAnswer['rejection']>;
  readonly screening?: NonNullable<KycAnswer['screening']>;
  /** What the documents say when it is not what was declared. */
  readonly verifiedBirthDate?: string;
}

const DAY_MS = 86_400_000;

const APPROVED = { afterMs: 5_000, state: 'APPROVED' } as const;
const REJECTED = { afterMs: 5_000, state: 'REJECTED' } as const;
const IN_REVIEW = { afterMs: 5_000, state: 'IN_REVIEW' } as const;

type Row = Pick<TestDocument, 'document' | 'does'> & Partial<TestDocument>;

/** An end is the same after a reopening unless the row says otherwise. */
const row = ({ ends = APPROVED, ...differences }: Row): TestDocument => ({
  ...{ name: null, registry: 'REGULAR', start: 'OK', ends, endsAfterReopen: ends },
  ...differences,
});

const refused = (registry: TestDocument['registry']): Omit<Row, 'document' | 'does'> => ({
  ...{ registry, ends: REJECTED, rejection: { code: 'REGISTRY', retryAllowed: false } },
});

export const ANY_DOCUMENT = row({ document: '', does: 'regular, and APPROVED after 5 s' });

/** The sandbox's table of documents: tests and documentation are made from it. */
export const TEST_DOCUMENTS: readonly TestDocument[] = [
  row({ document: '40442820135', name: 'KYC_APPROVED', does: 'regular, and APPROVED after 5 s' }),
  row({ document: '63017285995', name: 'KYC_REJECTED', does: 'suspended, and REJECTED', ...refused('SUSPENDED') }),
  row({
    document: '91708635203',
    name: 'KYC_IN_REVIEW',
    does: 'regular, and IN_REVIEW until `POST /api/v1/sandbox/kyc/sessions/:sessionId/decide`',
    ends: IN_REVIEW,
  }),
  row({ document: '58136053391', does: 'of a person who has died: REJECTED', ...refused('DECEASED') }),
  row({ document: '40532176871', does: 'cancelled, and REJECTED', ...refused('CANCELLED') }),
  row({
    document: '47123586964',
    name: 'KYC_UNAVAILABLE',
    does: 'the registry and the KYC provider are away: 502',
    registry: 'UNAVAILABLE',
    start: 'UNAVAILABLE',
  }),
  row({ document: '07691852312', does: 'unknown to the registry: 404, and REJECTED', ...refused('NOT_FOUND') }),
  row({
    document: '10975384600',
    name: 'KYC_EXPIRED',
    does: 'regular; EXPIRED after a day, and APPROVED once it was reopened',
    ends: { afterMs: DAY_MS, state: 'EXPIRED' },
    endsAfterReopen: APPROVED,
  }),
  row({
    document: '01648527949',
    name: 'KYC_FACE_MISMATCH',
    does: 'regular; REJECTED, since the face is another; another session is allowed',
    ends: REJECTED,
    rejection: { code: 'FACE_MISMATCH', retryAllowed: true },
  }),
  row({
    document: '47893062592',
    name: 'KYC_PEP',
    does: 'regular; a politically exposed person: IN_REVIEW',
    screening: { sanctionsHit: false, pepHit: true },
  }),
  row({
    document: '98302514705',
    name: 'KYC_SANCTIONS',
    does: 'regular; on a sanctions list: IN_REVIEW',
    screening: { sanctionsHit: true, pepHit: false },
  }),
  row({
    document: '11144477735',
    name: 'KYC_BIRTH_DATE',
    does: 'regular; APPROVED by the provider with another birth date: IN_REVIEW',
    verifiedBirthDate: '1900-01-01',
  }),
  row({
    document: '52998224725',
    name: 'KYC_UNANSWERED',
    does: 'regular; no answer to the start, then APPROVED after 5 s',
    start: 'UNKNOWN',
  }),
  row({ document: '12ABC34501DE35', does: 'active, and APPROVED after 5 s' }),
  row({ document: '11222333000181', does: 'unfit, and REJECTED', ...refused('UNFIT') }),
];

export const testDocumentOf = (document: string): TestDocument =>
  TEST_DOCUMENTS.find((candidate) => candidate.document === document) ?? ANY_DOCUMENT;

/** By the header, then by the document; a name of another table leaves the session to itself. */
export const playedBy = ({ scenario, document }: Pick<StoredKyc, 'scenario' | 'document'>): TestDocument => {
  if (scenario === null) return testDocumentOf(document);
  return TEST_DOCUMENTS.find(({ name }) => name === scenario) ?? ANY_DOCUMENT;
};
