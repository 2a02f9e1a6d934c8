export interface MemberSession {
  readonly tokenHash: string;
  readonly partnerId: string;
  readonly memberId: string;
  readonly startedAt: string;
  readonly usedAt: string;
  readonly address: string;
  readonly browser: string;
}

export interface MemberSessions {
  readonly add: (session: MemberSession) => Promise<void>;
  readonly find: (tokenHash: string) => Promise<MemberSession | null>;
  readonly use: (tokenHash: string, usedAt: string) => Promise<void>;
  /** Those of one person with one partner, the last used first. */
  readonly list: (member: Pick<MemberSession, 'partnerId' | 'memberId'>) => Promise<readonly MemberSession[]>;
  /** False: there was none. */
  readonly remove: (tokenHash: string) => Promise<boolean>;
  readonly removeOf: (member: Pick<MemberSession, 'partnerId' | 'memberId'>) => Promise<void>;
}
