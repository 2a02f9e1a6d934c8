import type { DocumentRegistry, RegistryStatus } from '../../../commands/ports/providers/document-registry';
import type { KycAnswer } from '../../../commands/ports/providers/kyc-provider';
import { failed, NAME } from './desk';
import type { Timeline } from './scenarios';

type End = Timeline<KycAnswer['state']>;

/** A row of the table. Tests and documentation are made from it. */
export interface TestDocument {
  /** Without punctuation; '' is every other document. */
  readonly document: string;
  /** Scenario that chooses the row for any document (X-Sandbox-Scenario); null: the document decides. */
  readonly name: string | null;
  readonly does: string;
  /** UNAVAILABLE and NOT_FOUND are no record. */
  readonly registry: RegistryStatus | 'UNAVAILABLE' | 'NOT_FOUND';
  /** UNAVAILABLE: provably no session. UNKNOWN: no answer, and the session is there. */
  readonly start: 'OK' | 'UNAVAILABLE' | 'UNKNOWN';
  readonly ends: End;
  readonly endsAfterReopen?: End;
  readonly rejection?: NonNullable<KycAnswer['rejection']>;
  readonly screening?: NonNullable<KycAnswer['screening']>;
  /** The date in the documents, if it differs from the declared one. */
  readonly verifiedBirthDate?: string;
}

const APPROVED: End = { APPROVED: 5_000 };
const REJECTED: End = { REJECTED: 5_000 };
const DAY_MS = 86_400_000;

const row = (document: string, name: string | null, does: string, differences: Partial<TestDocument> = {}) => ({
  ...{ document, name, does, registry: 'REGULAR' as const, start: 'OK' as const, ends: APPROVED, ...differences },
});

const refused = (registry: TestDocument['registry']): Partial<TestDocument> => ({
  ...{ registry, ends: REJECTED, rejection: { code: 'REGISTRY', retryAllowed: false } },
});

const ANY_DOCUMENT: TestDocument = row('', null, 'regular, and APPROVED after 5 s');

export const TEST_DOCUMENTS: readonly TestDocument[] = [
  row('40442820135', 'KYC_APPROVED', 'regular, and APPROVED after 5 s'),
  row('63017285995', 'KYC_REJECTED', 'suspended, and REJECTED', refused('SUSPENDED')),
  row(
    '91708635203',
    'KYC_IN_REVIEW',
    'regular, and IN_REVIEW until `POST /api/v1/sandbox/kyc/sessions/:sessionId/decide`',
    { ends: { IN_REVIEW: 5_000 } },
  ),
  row('58136053391', null, 'of a person who has died: REJECTED', refused('DECEASED')),
  row('40532176871', null, 'cancelled, and REJECTED', refused('CANCELLED')),
  row('47123586964', 'KYC_UNAVAILABLE', 'the registry and the KYC provider are away: 502', {
    ...{ registry: 'UNAVAILABLE', start: 'UNAVAILABLE' },
  }),
  row('07691852312', null, 'unknown to the registry: 404, and REJECTED', refused('NOT_FOUND')),
  row('10975384600', 'KYC_EXPIRED', 'regular; EXPIRED after a day, and APPROVED once it was reopened', {
    ...{ ends: { EXPIRED: DAY_MS }, endsAfterReopen: APPROVED },
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

/** By the header, then by the document; a name of another table leaves the session to itself. */
export const playedBy = (played: { readonly scenario: string | null; readonly document: string }): TestDocument =>
  TEST_DOCUMENTS.find(({ name, document }) =>
    played.scenario === null ? document === played.document : name === played.scenario,
  ) ?? ANY_DOCUMENT;

/** Serves what Brazil registers; every other document has no registry. */
export const createSandboxRegistry = (): DocumentRegistry => ({
  ...{ name: NAME, mode: 'sandbox' },
  supports: ({ type, country }) => country === 'BR' && (type === 'CPF' || type === 'CNPJ'),
  lookUp: async (_context, { type, number, country }) => {
    const { registry } = playedBy({ scenario: null, document: number });
    if (registry === 'UNAVAILABLE') return failed('UNAVAILABLE', 'OTHER', 'The registry is unreachable');
    if (registry === 'NOT_FOUND') return failed('NOT_FOUND', 'OTHER', 'The registry does not have this document');
    return { ok: true, value: { type, number, country, status: registry, name: `TESTE ${number.slice(-4)}` } };
  },
});
