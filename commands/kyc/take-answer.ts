import type { KycSessionOpened } from '../../aggregates/kyc/events';
import type { KnownSession } from '../../aggregates/kyc/kyc-session';
import { kycSession } from '../../aggregates/kyc/kyc-session';
import { streamNameOf } from '../../aggregates/stream';
import { alertRecorded } from '../alerts/recorded-alarms';
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
  /** As it was before the provider was asked; null when it was not opened yet. */
  readonly opening: KycSessionOpened | null;
}

/**
 * Records what a provider said of a session, if it says something and moves it forward; null when it says nothing. An
 * answer about an opening that is not the latest any more moves nothing.
 */
export const takeAnswer =
  (deps: KycDeps) =>
  async ({ sessionId, context, answer, opening }: TakeAnswer): Promise<SessionAnswer | null> => {
    const state = await stateOf(deps.eventStore, kycSession, sessionId);
    if (state.status === 'NONE') return null;
    const breach = breachOf(answer, opening?.providerSessionId ?? null);
    if (breach !== null) {
      deps.alert('A KYC provider gave an answer that cannot be', {
        ...{ sessionId, provider: state.facts.provider, detail: breach },
      });
      return null;
    }
    const opened = opening === null ? await open(deps, state, context, answer) : { opening, position: null };
    const report = await reportOf(deps, state, answer);
    const reporting = continuing(context, commandIdOf('report-kyc', context.commandId, sessionId));
    const reported = await askSession(deps, sessionId, reporting, {
      ...{ type: 'ReportStatus', report, opening: opened.opening, now: deps.clock.iso() },
    });
    alertRecorded(deps.alert, streamNameOf(kycSession, sessionId), reported.events);
    return { sessionId, state: reported.state, position: reported.position ?? opened.position };
  };

const open = async (
  deps: KycDeps,
  { facts: { sessionId, userId } }: KnownSession,
  context: CommandContext,
  { providerSessionId, webViewUrl }: KycAnswer,
): Promise<Pick<SessionAnswer, 'position'> & { readonly opening: KycSessionOpened }> => {
  const url = webViewUrl === undefined ? null : await deps.vault.seal(userId, webViewUrl);
  const continued = continuing(context, commandIdOf('open-kyc', context.commandId, sessionId));
  const opening = { sessionId, providerSessionId, webViewUrl: url, openedAt: deps.clock.iso() };
  const { events, position } = await askSession(deps, sessionId, continued, { type: 'OpenSession', opened: opening });
  const written = events.find(({ type }) => type === 'KycSessionOpened');
  // An earlier run of this command may have opened it.
  return { opening: written?.type === 'KycSessionOpened' ? written.data : opening, position };
};
