import type { UserStanding } from '../../aggregates/user/events';

/** Read after the call, never cached; null when the user is unknown or erased. */
export type ReadUserStanding = (userId: string) => Promise<UserStanding | null>;
