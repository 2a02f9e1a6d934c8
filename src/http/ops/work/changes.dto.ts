export interface OpsReason {
  /** 3 to 500 characters. */
  reason: string;
}

export interface OpsChanged {
  /** False: no change was needed. */
  isChanged: boolean;
}

export interface OpsAlert {
  kind: string;
  subject: string;
  /** English. */
  says: string;
  facts: { [name: string]: string };
  openedAt: string;
}

export interface OpsClosing extends OpsReason {
  /** @maxLength 100 */
  kind: string;
  /** @maxLength 1000 */
  subject: string;
}

export interface OpsKycChange extends OpsReason {
  status: 'PENDING' | 'SUBMITTED' | 'APPROVED' | 'REJECTED';
}
