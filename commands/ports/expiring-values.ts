/**
 * Values that live for minutes and count once: wallet challenges, one-time codes. Every process of the service shares
 * them. All methods reject when the store is away: then nobody is let in.
 */
export interface ExpiringValues {
  /** In place of the value before it, which nobody can take any more. */
  readonly put: (key: string, value: string, ttlSeconds: number) => Promise<void>;
  /** Puts a value as the newest of its group. Of a group that is full then, the oldest go: nobody can take them any more. */
  readonly putInGroup: (group: string, member: GroupMember) => Promise<void>;
  /** The values of a group that can still be taken, newest first. */
  readonly readGroup: (group: string) => Promise<readonly string[]>;
  /** Null when there is none or it has expired. */
  readonly read: (key: string) => Promise<string | null>;
  /** Removes the value if it is still this one; true for exactly one of all callers. */
  readonly take: (key: string, value: string) => Promise<boolean>;
  /** Adds one to a counter, which begins at 0 and is forgotten `ttlSeconds` after its first count. Answers its value. */
  readonly count: (key: string, ttlSeconds: number) => Promise<number>;
}

export interface GroupMember {
  readonly key: string;
  readonly value: string;
  /** The same for all members of a group. */
  readonly ttlSeconds: number;
  /** How many of the group may live, at least 1. */
  readonly most: number;
}
