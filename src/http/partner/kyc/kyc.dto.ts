import { IsCnpj, IsCpf, IsDay, IsPersonDocument } from '../../request/shape/people';

export type KycStatus = 'PENDING' | 'IN_PROGRESS' | 'IN_REVIEW' | 'APPROVED' | 'REJECTED' | 'EXPIRED';

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

/** A person to be verified. What is declared here must be what the documents say. */
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
   * YYYY-MM-DD.
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

  /** YYYY-MM-DD. */
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

/** A company to be verified, with its owners. */
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

/**
 * @example { "sessionId": "7f4df3a8-1df8-5b6c-a5d9-1f0f2e3a4b5c", "externalUserId": "customer-17", "type": "PF", "provider": "sandbox", "status": "PENDING", "webViewUrl": "https://sandbox.invalid/SANDBOX-SEM-VALOR/kyc/0f8fad5b", "documentMasked": "***.***.***-35", "rejectionReason": null, "createdAt": "2026-11-20T12:00:00.000Z", "updatedAt": "2026-11-20T12:00:00.000Z", "completedAt": null, "lastSyncAt": "2026-11-20T12:00:00.000Z" }
 */
export interface KycSessionAnswer {
  sessionId: string;
  /** Null once the user was erased. */
  externalUserId: string | null;
  /** A natural person (PF) or a company (PJ). */
  type: 'PF' | 'PJ';
  provider: string;
  status: KycStatus;
  /** Where the user's app goes on with it; null until the provider has the session, and once the user was erased. */
  webViewUrl: string | null;
  documentMasked: string;
  /** Why it was rejected, expired at once, or is looked at by people. */
  rejectionReason: string | null;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
  /** When the provider last said something new. */
  lastSyncAt: string | null;
}

/**
 * The user's latest session.
 * @example { "hasSession": true, "sessionId": "7f4df3a8-1df8-5b6c-a5d9-1f0f2e3a4b5c", "status": "APPROVED" }
 */
export interface KycCheckAnswer {
  hasSession: boolean;
  /** The fields of a session, when there is one. */
  sessionId?: string;
  externalUserId?: string | null;
  type?: 'PF' | 'PJ';
  provider?: string;
  status?: KycStatus;
  webViewUrl?: string | null;
  documentMasked?: string;
  rejectionReason?: string | null;
  createdAt?: string;
  updatedAt?: string;
  completedAt?: string | null;
  lastSyncAt?: string | null;
}

/**
 * @example { "provider": "sandbox", "status": "UP" }
 */
export interface KycHealthAnswer {
  provider: string;
  status: 'UP' | 'DOWN';
}
