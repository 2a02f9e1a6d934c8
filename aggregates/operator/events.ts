/** OperatorAdded -> (OperatorApproved, where a second admin is asked) -> OperatorRevoked -> OperatorAdded again (a new key). */
export type OperatorEvent =
  | { readonly type: 'OperatorAdded'; readonly data: OperatorAdded }
  | { readonly type: 'OperatorApproved'; readonly data: OperatorApproved }
  | { readonly type: 'OperatorRevoked'; readonly data: OperatorRevoked };

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
