export type KycDocumentType =
  | 'CPF'
  | 'CNPJ'
  | 'RG'
  | 'PASSPORT'
  | 'SSN'
  | 'DNI'
  | 'CURP'
  | 'RUT'
  | 'CC'
  | 'NIT'
  | 'OTHER';

export interface DocumentRequest {
  documentType: KycDocumentType;

  /**
   * @minLength 3
   * @maxLength 32
   * @example "404.428.201-35"
   */
  documentNumber: string;

  /**
   * ISO 3166-1 alpha-2.
   * @pattern ^[A-Z]{2}$ must be two capital letters
   * @example "BR"
   */
  country: string;

  /**
   * YYYY-MM-DD. The registry of live credentials looks a CPF up with it.
   * @pattern ^\d{4}-\d{2}-\d{2}$ must be a date (YYYY-MM-DD)
   * @example "1970-11-14"
   */
  birthDate?: string;
}

/**
 * Answer of the registry; an absent field is unknown.
 * @example { "documentType": "CPF", "documentNumber": "***.***.***-35", "country": "BR", "taxIdStatus": "REGULAR", "name": "TESTE 0135" }
 */
export interface DocumentAnswer {
  documentType: KycDocumentType;
  /** Masked. */
  documentNumber: string;
  country: string;
  taxIdStatus:
    | 'REGULAR'
    | 'PENDING'
    | 'SUSPENDED'
    | 'CANCELLED'
    | 'DECEASED'
    | 'NULL'
    | 'INACTIVE'
    | 'UNFIT'
    | 'UNKNOWN';
  name?: string;
  tradeName?: string;
  birthDate?: string;
}

/**
 * @example { "valid": true, "status": "REGULAR", "source": "sandbox" }
 */
export interface DocumentVerification {
  valid: boolean;
  status: DocumentAnswer['taxIdStatus'];
  /** Source of the result: a registry's name, or `format` when only the document's form was checked. */
  source: string;
}
