import type { Operator } from '../../../aggregates/operator/operators';
import type { CommandContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import type { ConsoleSession, ConsoleSessions } from '../../ports/console-sessions';
import { recordAct } from './record-act';
import { sessionIdOf } from './session-id';

export interface SignedOut {
  readonly operator: Pick<Operator, 'operatorName'>;
  readonly session: Pick<ConsoleSession, 'tokenHash'>;
}

export interface SignOutDeps extends HandleDeps {
  readonly sessions: Pick<ConsoleSessions, 'remove'>;
}

/** Valid with the answer. Repeatable: an ended session gets no event. */
export const signOut =
  (deps: SignOutDeps) =>
  async ({ operator: { operatorName }, session }: SignedOut, context: CommandContext): Promise<void> => {
    if (!(await deps.sessions.remove(session.tokenHash))) return;
    const signedOutAt = deps.clock.iso();
    const data = { operatorName, consoleSessionId: sessionIdOf(session), signedOutAt };
    await recordAct(deps, { type: 'OperatorSignedOut', data }, { at: signedOutAt, context });
  };
