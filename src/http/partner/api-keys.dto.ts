export interface IssueApiKeyRequest {
  /**
   * Name that the partner gives the key.
   * @minLength 1
   * @maxLength 64
   * @example "production server"
   */
  name?: string;
}

/** The body of a request without fields. */
// oxlint-disable-next-line typescript/no-extraneous-class -- tsoa refuses every field of a model without any.
export class NoFields {}

/**
 * @example { "keyId": "0f4e3c8e-8a3e-4c5c-9d7f-2f8a1d3b4c5d", "apiKey": "sk_live_<64 hex>", "name": "production server", "prefix": "sk_live_9f2c", "last4": "07be", "createdAt": "2026-11-20T12:00:00.000Z" }
 */
export interface IssuedApiKeyAnswer {
  keyId: string;
  /** The whole key: shown now and never again. */
  apiKey: string;
  name: string | null;
  prefix: string;
  last4: string;
  createdAt: string;
}

/** @example { "keyId": "0f4e3c8e-8a3e-4c5c-9d7f-2f8a1d3b4c5d", "name": "production server", "prefix": "sk_live_9f2c", "last4": "07be", "status": "ACTIVE", "createdAt": "2026-11-20T12:00:00.000Z", "lastUsedAt": "2026-11-20T12:30:00.000Z", "revokedAt": null } */
export interface ApiKeyItem {
  keyId: string;
  name: string | null;
  prefix: string;
  last4: string;
  status: 'ACTIVE' | 'REVOKED';
  createdAt: string;
  /** Exact to about a minute; null when the key was never used. */
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** @example { "hmacSecret": "<64 hex>", "issuedAt": "2026-11-20T12:00:00.000Z" } */
export interface IssuedHmacSecretAnswer {
  /** Shown now and never again. */
  hmacSecret: string;
  issuedAt: string;
}

/** @example { "keyId": "0f4e3c8e-8a3e-4c5c-9d7f-2f8a1d3b4c5d", "status": "REVOKED", "revokedAt": "2026-11-20T12:00:00.000Z" } */
export interface RevokedApiKey {
  keyId: string;
  status: 'REVOKED';
  revokedAt: string;
}
