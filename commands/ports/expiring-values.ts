/** Single-use values for minutes, shared by all processes. Methods reject when the store is away: no login succeeds. */
export interface ExpiringValues {
  readonly put: (key: string, value: string, ttlSeconds: number) => Promise<void>;
  /** Adds the newest value of a group; a full group drops its oldest. */
  readonly putInGroup: (group: string, member: GroupMember) => Promise<void>;
  /** Newest first. */
  readonly readGroup: (group: string) => Promise<readonly string[]>;
  readonly read: (key: string) => Promise<string | null>;
  /** Removes the value if unchanged; true for exactly one caller. */
  readonly take: (key: string, value: string) => Promise<boolean>;
  /** Increments a counter that starts at 0 and expires `ttlSeconds` after its first count; answers its value. */
  readonly count: (key: string, ttlSeconds: number) => Promise<number>;
}

export interface GroupMember {
  readonly key: string;
  readonly value: string;
  /** The same for all members of a group. */
  readonly ttlSeconds: number;
  /** Limit of living members, at least 1. */
  readonly most: number;
}
