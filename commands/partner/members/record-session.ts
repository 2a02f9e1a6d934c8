import type { MemberSignedIn, MemberSignedOut } from '../../../aggregates/console/events';
import type { CommandContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import { recordAct } from '../../operator/console/record-act';
import { sessionIdOf } from '../../operator/console/session-id';
import type { Ids } from '../../ports/ids';
import type { MemberSession, MemberSessions } from '../../ports/member-sessions';

type Act =
  | { readonly type: 'MemberSignedIn'; readonly data: MemberSignedIn }
  | { readonly type: 'MemberSignedOut'; readonly data: MemberSignedOut };

type RecordDeps = HandleDeps & { readonly ids: Ids };

const record = async (deps: RecordDeps, act: Act, at: string, requestId: string): Promise<void> => {
  const { memberId, partnerId } = act.data;
  const context: CommandContext = {
    ...{ commandId: deps.ids.uuid(), isFresh: true, correlationId: null, causationId: requestId, requestId },
    ...{ actor: { kind: 'member', id: memberId }, partnerId, subjectId: null, mode: null, reason: null },
  };
  await recordAct(deps, act, { at, context });
};

const ofSession = (session: MemberSession) => ({
  ...{ memberId: session.memberId, partnerId: session.partnerId, memberSessionId: sessionIdOf(session) },
});

/** Before the session is there: none begins that is not in the log. */
export const recordSignIn = (deps: RecordDeps, session: MemberSession, requestId: string): Promise<void> => {
  const { startedAt } = session;
  const data = { ...ofSession(session), by: 'LINK', signedInAt: startedAt } as const;
  return record(deps, { type: 'MemberSignedIn', data }, startedAt, requestId);
};

/** In force when it answers. Repeatable: a session that is over leaves no event. */
export const signOutMember =
  (deps: RecordDeps & { readonly sessions: Pick<MemberSessions, 'remove'> }) =>
  async (session: MemberSession, requestId: string): Promise<void> => {
    if (!(await deps.sessions.remove(session.tokenHash))) return;
    const signedOutAt = deps.clock.iso();
    await record(
      deps,
      { type: 'MemberSignedOut', data: { ...ofSession(session), signedOutAt } },
      signedOutAt,
      requestId,
    );
  };
