import type { UserStanding } from '../../../aggregates/user/events';

/** How the user stands when it is asked, never before; null when there is no such user, or no more. */
export type ReadUserStanding = (userId: string) => Promise<UserStanding | null>;
