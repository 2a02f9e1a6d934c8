import type { Mode } from '../../../aggregates/partner/events';
import type { CallContext, Result } from './result';

export type DocumentType = 'CPF' | 'CNPJ' | 'RG' | 'PASSPORT' | 'SSN' | 'DNI' | 'CURP' | 'RUT' | 'CC' | 'NIT' | 'OTHER';

export interface Document {
  readonly type: DocumentType;
  /** Without punctuation, in upper case. */
  readonly number: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** YYYY-MM-DD, as declared; a registry may check it. */
  readonly birthDate?: string;
}

export type RegistryStatus =
  | 'REGULAR'
  | 'PENDING'
  | 'SUSPENDED'
  | 'CANCELLED'
  | 'DECEASED'
  | 'NULL'
  | 'INACTIVE'
  | 'UNFIT'
  | 'UNKNOWN';

/** A registry's record of a document: personal data, answered and never stored. */
export interface RegistryRecord {
  readonly type: DocumentType;
  readonly number: string;
  readonly country: string;
  readonly status: RegistryStatus;
  readonly name?: string;
  readonly tradeName?: string;
  readonly birthDate?: string;
}

export interface DocumentRegistry {
  readonly name: string;
  readonly mode: Mode;
  readonly supports: (document: Pick<Document, 'type' | 'country'>) => boolean;
  readonly lookUp: (context: CallContext, document: Document) => Promise<Result<RegistryRecord>>;
}

export interface DocumentRegistries {
  readonly choose: (mode: Mode, document: Pick<Document, 'type' | 'country'>) => DocumentRegistry | null;
}
