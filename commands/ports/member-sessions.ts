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
  readonly remove: (tokenHash: string) => Promise<void>;
  readonly removeOf: (member: Pick<MemberSession, 'partnerId' | 'memberId'>) => Promise<void>;
}
