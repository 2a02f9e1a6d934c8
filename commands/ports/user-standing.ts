import type { UserStanding } from '../../aggregates/user/user';

/** How the user stands at this moment, by the user's own stream; null when there is no such user, or no more. */
export type ReadUserStanding = (userId: string) => Promise<UserStanding | null>;
