import { sha256Hex } from '../../handling/secrets';
import type { Clock } from '../../ports/clock';
import type { ConsoleSession, ConsoleSessions } from '../../ports/console-sessions';
import { type Reading, sameOperator } from '../find-operator';
import type { SignedIn } from './sign-in';

/** A session ends without a request for so long. */
export const IDLE_MS = 30 * 60_000;

/** Longest time of a session. */
export const LONGEST_MS = 12 * 3_600_000;

/** Uses within this time count as one. */
const USE_EVERY_MS = 10_000;

export interface FindSessionDeps {
  readonly eventStore: Reading;
  readonly clock: Clock;
  readonly sessions: Pick<ConsoleSessions, 'find' | 'use' | 'remove'>;
}

/** Null for an ended session, also once its operator is revoked. A poll for news does not count as a use. */
export const findSession =
  (deps: FindSessionDeps) =>
  async (token: string, isPoll: boolean): Promise<Omit<SignedIn, 'token'> | null> => {
    const session = await deps.sessions.find(sha256Hex(token));
    if (session === null) return null;
    const operator = isOver(deps.clock, session)
      ? null
      : await sameOperator(deps.eventStore, session.operatorName, session.operatorSince);
    if (operator === null) {
      await deps.sessions.remove(session.tokenHash);
      return null;
    }
    if (!isPoll && sinceMs(deps.clock, session.usedAt) >= USE_EVERY_MS)
      await deps.sessions.use(session.tokenHash, deps.clock.iso());
    return { operator, session };
  };

const isOver = (clock: Clock, { startedAt, usedAt }: ConsoleSession): boolean =>
  sinceMs(clock, usedAt) >= IDLE_MS || sinceMs(clock, startedAt) >= LONGEST_MS;

const sinceMs = (clock: Clock, at: string): number => clock.now() - Date.parse(at);
