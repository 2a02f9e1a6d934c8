/**
 * SQL that is true while a right is denied by a later event than the one that its door's row was written from. The
 * checkpoint would not tell: a parked stream's row stays behind while the checkpoint moves on.
 * @param subject the SQL expression of the right's subject
 * @param revision the SQL expression of the row's revision
 */
export const isDenied = (kind: DeniedKind, subject: string, revision: string): string =>
  `EXISTS (SELECT FROM lastro.denials d
     WHERE d.kind = '${kind}' AND d.subject = ${subject} AND d.revision > coalesce(${revision}, -1))`;

/**
 * SQL of the value (jsonb) that a later event has put in place of the row's own; null while there is none. It may give
 * back what an earlier one took.
 */
export const deniedValue = (kind: DeniedKind, subject: string, revision: string): string =>
  `(SELECT d.value FROM lastro.denials d
     WHERE d.kind = '${kind}' AND d.subject = ${subject} AND d.revision > coalesce(${revision}, -1))`;

/** As `commands/ports/denials.ts` names them. */
export type DeniedKind = 'API_KEY' | 'HMAC_SECRET' | 'PARTNER' | 'IP_ALLOWLIST' | 'USER_BLOCK' | 'KYC_STATUS' | 'USER';
