/** SQL, true when an event later than the row denies the right: a parked stream's row stays behind the checkpoint. */
export const isDenied = (kind: DeniedKind, subject: string, revision: string): string =>
  `EXISTS (SELECT FROM lastro.denials d
     WHERE d.kind = '${kind}' AND d.subject = ${subject} AND d.revision > coalesce(${revision}, -1))`;

/** SQL of the value (jsonb) that an event later than the row has set; null without one. May restore a right. */
export const deniedValue = (kind: DeniedKind, subject: string, revision: string): string =>
  `(SELECT d.value FROM lastro.denials d
     WHERE d.kind = '${kind}' AND d.subject = ${subject} AND d.revision > coalesce(${revision}, -1))`;

/** Names from `commands/ports/denials.ts`. */
export type DeniedKind = 'API_KEY' | 'HMAC_SECRET' | 'PARTNER' | 'IP_ALLOWLIST' | 'USER_BLOCK' | 'KYC_STATUS' | 'USER';
