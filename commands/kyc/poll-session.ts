import { isEnded } from '../../aggregates/kyc/kyc-session';
import { isRejection } from '../../aggregates/rejection';
import { systemContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import type { Resolved } from '../payout/request-payout';
import type { KycDeps } from './kyc-deps';
import { syncSession } from './sync-session';

export interface PollSession {
  readonly sessionId: string;
  /** Time of its last change: milliseconds since 1970. */
  readonly sinceMs: number;
}

/** First after its last change; then every hour. */
const ASK_AFTER_MS = [10_000, 30_000, 60_000, 300_000, 900_000];
const ASK_EVERY_MS = 3_600_000;

/** A callback may never come: open sessions are asked about until they end. */
export const pollSession =
  (deps: KycDeps & { readonly workerId: string }) =>
  async ({ sessionId, sinceMs }: PollSession): Promise<Resolved> => {
    const commandId = commandIdOf('poll-kyc', sessionId, deps.clock.iso());
    const context = systemContext(deps.workerId, commandId, sessionId);
    const isOver = await syncSession(deps)({ sessionId }, context).then(
      ({ state: { status } }) => status !== 'NONE' && isEnded(status),
      (error: unknown) => {
        if (isRejection(error) && UNANSWERED.has(error.rejection.code)) return false;
        throw error;
      },
    );
    return isOver ? 'done' : { askAgainAtMs: nextAskMs(deps.clock.now(), sinceMs) };
  };

const UNANSWERED: ReadonlySet<string> = new Set(['PROVIDER_FAILURE', 'PROVIDER_NOT_CONFIGURED']);

const nextAskMs = (nowMs: number, sinceMs: number): number => {
  const next = ASK_AFTER_MS.find((afterMs) => sinceMs + afterMs > nowMs);
  return next === undefined ? nowMs + ASK_EVERY_MS : sinceMs + next;
};
