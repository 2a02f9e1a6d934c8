import type { OperatorSignedIn } from '../../../aggregates/console/events';
import type { Operator } from '../../../aggregates/operator/operators';
import type { CommandContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import { sha256Hex } from '../../handling/secrets';
import type { SignInLinks } from '../../handling/sign-in-links';
import type { ConsoleSession, ConsoleSessions } from '../../ports/console-sessions';
import type { Ids } from '../../ports/ids';
import { recordAct } from './record-act';
import { sessionIdOf } from './session-id';
import { type KeptLink, opened } from './sign-in-link';

export interface From {
  readonly address: string;
  readonly browser: string;
  readonly requestId: string;
}

export interface SignedIn {
  /** Only the browser has it. */
  readonly token: string;
  readonly operator: Operator;
  readonly session: ConsoleSession;
}

export interface BeginSessionDeps extends HandleDeps {
  readonly ids: Ids;
  readonly sessions: Pick<ConsoleSessions, 'add'>;
}

export interface SignInDeps extends BeginSessionDeps {
  readonly links: Pick<SignInLinks<KeptLink>, 'take'>;
}

/** Uses the link up, and begins a session. Refuses LINK_NOT_VALID. */
export const signIn =
  (deps: SignInDeps) =>
  async (linkToken: string, from: From): Promise<SignedIn> => {
    const { operator } = await opened(deps, await deps.links.take(linkToken));
    return beginSession(deps, { operator, by: 'LINK', from });
  };

interface Begun {
  readonly operator: Operator;
  readonly by: OperatorSignedIn['by'];
  readonly from: From;
}

/** Under a new token, whatever the browser had. */
export const beginSession = async (deps: BeginSessionDeps, { operator, by, from }: Begun): Promise<SignedIn> => {
  const token = deps.ids.hex(32);
  const startedAt = deps.clock.iso();
  const session: ConsoleSession = {
    ...{ tokenHash: sha256Hex(token), operatorName: operator.operatorName, operatorSince: operator.addedAt },
    ...{ startedAt, usedAt: startedAt, address: from.address, browser: from.browser },
  };
  await record(deps, session, { by, requestId: from.requestId });
  await deps.sessions.add(session);
  return { token, operator, session };
};

interface Recorded extends Pick<From, 'requestId'>, Pick<OperatorSignedIn, 'by'> {}

/** The event comes first: every session is in the log. */
const record = async (deps: BeginSessionDeps, session: ConsoleSession, { by, requestId }: Recorded): Promise<void> => {
  const { operatorName, startedAt: signedInAt } = session;
  const context: CommandContext = {
    ...{ commandId: deps.ids.uuid(), isFresh: true, correlationId: null, causationId: requestId, requestId },
    actor: { kind: 'operator', id: operatorName },
    ...{ partnerId: null, subjectId: null, mode: null, reason: null },
  };
  const data = { operatorName, consoleSessionId: sessionIdOf(session), by, signedInAt };
  await recordAct(deps, { type: 'OperatorSignedIn', data }, { at: signedInAt, context });
};
