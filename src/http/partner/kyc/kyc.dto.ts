import { IsCnpj, IsCpf, IsDay, IsPersonDocument } from '../../request/shape/people';

export interface KycAddress {
  /**
   * @minLength 1
   * @maxLength 16
   * @example "01310-100"
   */
  postalCode: string;
  /**
   * @minLength 1
   * @maxLength 128
   */
  street: string;
  /**
   * @minLength 1
   * @maxLength 16
   */
  number: string;
  /**
   * @minLength 1
   * @maxLength 128
   */
  neighborhood: string;
  /**
   * @minLength 1
   * @maxLength 128
   */
  city: string;
  /**
   * @minLength 1
   * @maxLength 64
   * @example "SP"
   */
  state: string;
}

/**
 * A person to be verified. The declared data must match the documents.
 * @example { "externalUserId": "customer-17", "documentNumber": "404.428.201-35", "fullName": "TESTE 0135", "birthDate": "1970-11-14", "motherName": "Maria Teste", "email": "ana@example.com", "isPoliticallyExposedPerson": false }
 */
export class NaturalPersonRequest {
  /**
   * The partner's own id of the user, who is registered when there is none.
   * @minLength 1
   * @maxLength 128
   * @example "customer-17"
   */
  externalUserId!: string;

  /**
   * CPF, formatted or not.
   * @minLength 11
   * @maxLength 14
   * @example "404.428.201-35"
   */
  @IsCpf()
  documentNumber!: string;

  /**
   * @minLength 1
   * @maxLength 256
   */
  fullName!: string;

  /**
   * YYYY-MM-DD, in the past, at most 130 years ago.
   * @example "1970-11-14"
   */
  @IsDay()
  birthDate!: string;

  /**
   * @minLength 1
   * @maxLength 256
   */
  motherName!: string;

  /**
   * @pattern ^[^@\s]+@[^@\s]+$ must be an e-mail address
   * @maxLength 254
   */
  email!: string;

  isPoliticallyExposedPerson!: boolean;

  /**
   * ISO 3166-1 alpha-2; BR when it is left out.
   * @pattern ^[A-Z]{2}$ must be two capital letters
   */
  country?: string;

  address?: KycAddress;

  /**
   * @minLength 1
   * @maxLength 32
   */
  phoneNumber?: string;
}

export class KycOwner {
  ownerType!: 'PARTNER' | 'LEGAL_REPRESENTATIVE' | 'BOTH';

  /**
   * CPF or CNPJ, formatted or not.
   * @minLength 11
   * @maxLength 18
   */
  @IsPersonDocument()
  documentNumber!: string;

  /**
   * @minLength 1
   * @maxLength 256
   */
  fullName!: string;

  /** YYYY-MM-DD, in the past, at most 130 years ago. */
  @IsDay()
  birthDate!: string;

  /**
   * @minLength 1
   * @maxLength 256
   */
  motherName!: string;

  /**
   * @minLength 1
   * @maxLength 32
   */
  phoneNumber!: string;

  /**
   * @pattern ^[^@\s]+@[^@\s]+$ must be an e-mail address
   * @maxLength 254
   */
  email!: string;

  address!: KycAddress;
}

/**
 * A company to be verified, with its owners.
 * @example { "externalUserId": "company-17", "documentNumber": "12.ABC.345/01DE-35", "businessName": "Empresa Teste SA", "tradingName": "Empresa Teste", "companyType": "LTDA", "contactNumber": "+5511999990000", "businessEmail": "contato@example.com", "businessAddress": { "postalCode": "01310-100", "street": "Avenida Paulista", "number": "1000", "neighborhood": "Bela Vista", "city": "Sao Paulo", "state": "SP" }, "owners": [{ "ownerType": "BOTH", "documentNumber": "404.428.201-35", "fullName": "TESTE 0135", "birthDate": "1970-11-14", "motherName": "Maria Teste", "phoneNumber": "+5511999990000", "email": "ana@example.com", "address": { "postalCode": "01310-100", "street": "Avenida Paulista", "number": "1000", "neighborhood": "Bela Vista", "city": "Sao Paulo", "state": "SP" } }] }
 */
export class LegalPersonRequest {
  /**
   * The partner's own id of the company, which is registered as a user when there is none.
   * @minLength 1
   * @maxLength 128
   * @example "company-17"
   */
  externalUserId!: string;

  /**
   * CNPJ, formatted or not; it may have letters.
   * @minLength 14
   * @maxLength 18
   * @example "12.ABC.345/01DE-35"
   */
  @IsCnpj()
  documentNumber!: string;

  /**
   * @minLength 1
   * @maxLength 256
   */
  businessName!: string;

  /**
   * @minLength 1
   * @maxLength 256
   */
  tradingName!: string;

  companyType!: 'MEI' | 'EI' | 'EIRELI' | 'LTDA' | 'SA' | 'SLU';

  /**
   * @minLength 1
   * @maxLength 32
   */
  contactNumber!: string;

  /**
   * @pattern ^[^@\s]+@[^@\s]+$ must be an e-mail address
   * @maxLength 254
   */
  businessEmail!: string;

  businessAddress!: KycAddress;

  /**
   * @minItems 1
   * @maxItems 50
   */
  owners!: KycOwner[];
}
