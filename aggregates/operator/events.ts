/**
 * OperatorAdded -> (OperatorApproved, where a second admin is asked) -> OperatorRevoked -> OperatorAdded again (a new key).
 * OperatorEmailSet -> (OperatorEmailApproved, by a second admin) -> OperatorSubjectBound, at the first sign-in with it.
 */
export type OperatorEvent =
  | { readonly type: 'OperatorAdded'; readonly data: OperatorAdded }
  | { readonly type: 'OperatorApproved'; readonly data: OperatorApproved }
  | { readonly type: 'OperatorRevoked'; readonly data: OperatorRevoked }
  | { readonly type: 'OperatorEmailSet'; readonly data: OperatorEmailSet }
  | { readonly type: 'OperatorEmailApproved'; readonly data: OperatorEmailApproved }
  | { readonly type: 'OperatorSubjectBound'; readonly data: OperatorSubjectBound };

export const OPERATOR_ROLES = ['viewer', 'auditor', 'operator', 'approver', 'admin'] as const;

export type OperatorRole = (typeof OPERATOR_ROLES)[number];

export interface OperatorAdded {
  readonly operatorName: string;
  readonly role: OperatorRole;
  /** Hex SHA-256 of the key: 256 random bits need no slow hash. */
  readonly keyHash: string;
  /** The admin whose key added the operator; null for the first one. */
  readonly addedBy: string | null;
  /** The key grants no access until another admin than `addedBy` has approved it. */
  readonly needsApproval: boolean;
  readonly addedAt: string;
}

export interface OperatorApproved {
  readonly operatorName: string;
  readonly approvedBy: string;
  readonly approvedAt: string;
}

export interface OperatorRevoked {
  readonly operatorName: string;
  readonly revokedBy: string | null;
  readonly revokedAt: string;
}

export interface OperatorEmailSet {
  readonly operatorName: string;
  /** HMAC-SHA-256 in hex under a key of the vault, of the address in lower case. */
  readonly emailHash: string;
  readonly setBy: string | null;
  /** The address signs nobody in until another admin than `setBy` has approved it. */
  readonly needsApproval: boolean;
  readonly setAt: string;
}

export interface OperatorEmailApproved {
  readonly operatorName: string;
  readonly approvedBy: string;
  readonly approvedAt: string;
}

export interface OperatorSubjectBound {
  readonly operatorName: string;
  /** HMAC-SHA-256 in hex under the same key, of the issuer and its name for the person. */
  readonly subjectHash: string;
  readonly boundAt: string;
}
