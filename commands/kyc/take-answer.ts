import type { KnownSession } from '../../aggregates/kyc/kyc-session';
import { kycSession } from '../../aggregates/kyc/kyc-session';
import { type CommandContext, continuing } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { stateOf } from '../handling/read-stream';
import type { KycAnswer } from '../ports/kyc/kyc-provider';
import { breachOf, reportOf } from './kyc-answer';
import { askSession, type KycDeps, type SessionAnswer } from './kyc-deps';

interface TakeAnswer {
  readonly sessionId: string;
  readonly context: CommandContext;
  readonly answer: KycAnswer;
}

/** Records what a provider said of a session, if it says something and moves it forward; null when it says nothing. */
export const takeAnswer =
  (deps: KycDeps) =>
  async ({ sessionId, context, answer }: TakeAnswer): Promise<SessionAnswer | null> => {
    const state = await stateOf(deps.eventStore, kycSession, sessionId);
    if (state.status === 'NONE') return null;
    const breach = breachOf(answer, state.opened?.providerSessionId ?? null);
    if (breach !== null) {
      deps.alert('A KYC provider gave an answer that cannot be', {
        ...{ sessionId, provider: state.facts.provider, detail: breach },
      });
      return null;
    }
    const opened = await open(deps, state, context, answer);
    const report = await reportOf(deps.vault, state, answer);
    const reporting = continuing(context, commandIdOf('report-kyc', context.commandId, sessionId));
    const { state: reported, position } = await askSession(deps, sessionId, reporting, {
      ...{ type: 'ReportStatus', report, now: deps.clock.iso() },
    });
    return { sessionId, state: reported, position: position ?? opened };
  };

const open = async (
  deps: KycDeps,
  { facts, opened }: KnownSession,
  context: CommandContext,
  { providerSessionId, webViewUrl }: KycAnswer,
): Promise<SessionAnswer['position']> => {
  if (opened?.providerSessionId === providerSessionId) return null;
  const { sessionId, userId } = facts;
  const url = webViewUrl === undefined ? null : await deps.vault.seal(userId, webViewUrl);
  const opening = continuing(context, commandIdOf('open-kyc', context.commandId, sessionId));
  const session = { sessionId, providerSessionId, webViewUrl: url, openedAt: deps.clock.iso() };
  return (await askSession(deps, sessionId, opening, { type: 'OpenSession', opened: session })).position;
};
