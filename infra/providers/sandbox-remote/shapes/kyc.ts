import { z } from 'zod';
import type { ProviderRejection } from '../../../../aggregates/kyc/events';
import type {
  Document,
  DocumentType,
  RegistryRecord,
  RegistryStatus,
} from '../../../../commands/ports/kyc/document-registry';
import type { KycAnswer, StartKyc } from '../../../../commands/ports/kyc/kyc-provider';
import { iso, link, oneOf, text } from './values';

const day = z.iso.date();
const declaredFields = z.record(text, z.unknown());

const MOST_OWNERS = 100;

export const startKyc: z.ZodType<StartKyc> = z.object({
  ...{ ref: text, scenario: text.exactOptional() },
  declared: z.object({
    ...{ personType: z.enum(['PF', 'PJ']), document: text, birthDate: day.nullable(), profile: declaredFields },
    owners: z.array(declaredFields).max(MOST_OWNERS),
  }),
});

const REJECTIONS: Readonly<Record<ProviderRejection, true>> = {
  ...{ DOC_FORGED: true, DOC_UNREADABLE: true, FACE_MISMATCH: true, LIVENESS: true, DATA_MISMATCH: true },
  ...{ UNDERAGE: true, SANCTIONS: true, PEP: true, DUPLICATE: true, REGISTRY: true, OTHER: true },
};

export const rejectionReason = oneOf(REJECTIONS);

const verified = z.object({
  ...{ document: text.exactOptional(), birthDate: day.exactOptional(), fullName: text.exactOptional() },
});

export const kycAnswer: z.ZodType<KycAnswer> = z.object({
  ...{ providerSessionId: text, providerStatus: text },
  state: z.enum(['CREATED', 'IN_PROGRESS', 'IN_REVIEW', 'APPROVED', 'REJECTED', 'EXPIRED']),
  ...{ webViewUrl: link.exactOptional(), completedAt: iso.exactOptional(), verified: verified.exactOptional() },
  rejection: z.object({ code: rejectionReason, retryAllowed: z.boolean() }).exactOptional(),
  screening: z.object({ sanctionsHit: z.boolean(), pepHit: z.boolean() }).exactOptional(),
});

const DOCUMENTS: Readonly<Record<DocumentType, true>> = {
  ...{ CPF: true, CNPJ: true, RG: true, PASSPORT: true, SSN: true, DNI: true, CURP: true, RUT: true, CC: true },
  ...{ NIT: true, OTHER: true },
};

const STATUSES: Readonly<Record<RegistryStatus, true>> = {
  ...{ REGULAR: true, PENDING: true, SUSPENDED: true, CANCELLED: true, DECEASED: true, NULL: true, INACTIVE: true },
  ...{ UNFIT: true, UNKNOWN: true },
};

export const document: z.ZodType<Document> = z.object({ type: oneOf(DOCUMENTS), number: text, country: text });

export const registryRecord: z.ZodType<RegistryRecord> = z.object({
  ...{ type: oneOf(DOCUMENTS), number: text, country: text, status: oneOf(STATUSES) },
  ...{ name: text.exactOptional(), tradeName: text.exactOptional(), birthDate: day.exactOptional() },
});
