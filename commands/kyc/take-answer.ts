import type { KycSessionOpened } from '../../aggregates/kyc/events';
import type { KnownSession, KycSessionCommand, KycSessionState, StatusReport } from '../../aggregates/kyc/kyc-session';
import { kycSession } from '../../aggregates/kyc/kyc-session';
import { streamNameOf } from '../../aggregates/stream';
import { alertRecorded } from '../alerts/recorded-alarms';
import { type CommandContext, continuing } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { stateOf } from '../handling/reading/read-stream';
import type { KycAnswer } from '../ports/providers/kyc-provider';
import { breachOf, reportOf } from './kyc-answer';
import { askSession, type KycDeps, type SessionAnswer } from './kyc-deps';

interface TakeAnswer {
  readonly sessionId: string;
  readonly context: CommandContext;
  readonly answer: KycAnswer;
  /** The opening before the provider was asked; null when the session was not opened yet. */
  readonly opening: KycSessionOpened | null;
  readonly written?: KycSessionState;
}

/** Null when the answer does not move the session forward. An answer to an older opening never does. */
export const takeAnswer =
  (deps: KycDeps) =>
  async (taken: TakeAnswer): Promise<SessionAnswer | null> => {
    const { sessionId, answer, opening } = taken;
    const state = taken.written ?? (await stateOf(deps.eventStore, kycSession, sessionId));
    if (state.status === 'NONE') return null;
    const breach = breachOf(answer, opening?.providerSessionId ?? null);
    if (breach !== null) {
      deps.alert('A KYC provider gave an impossible answer', {
        ...{ sessionId, provider: state.facts.provider, detail: breach },
      });
      return null;
    }
    const report = await reportOf(deps, state, answer);
    const { command, commandId } =
      opening === null ? await open(deps, state, report, taken) : reportTo(deps, opening, report, taken);
    const recorded = await askSession(deps, sessionId, continuing(taken.context, commandId), command);
    alertRecorded(deps.alert, streamNameOf(kycSession, sessionId), recorded.events);
    return { sessionId, state: recorded.state, position: recorded.position };
  };

interface Asked {
  readonly commandId: string;
  readonly command: KycSessionCommand;
}

const open = async (
  { vault, clock }: KycDeps,
  { facts: { userId } }: KnownSession,
  report: StatusReport,
  { sessionId, context, answer: { providerSessionId, webViewUrl } }: TakeAnswer,
): Promise<Asked> => {
  const url = webViewUrl === undefined ? null : await vault.seal(userId, webViewUrl);
  const opened = { sessionId, providerSessionId, webViewUrl: url, openedAt: clock.iso() };
  const commandId = commandIdOf('open-kyc', context.commandId, sessionId);
  return { commandId, command: { type: 'OpenSession', opened, report } };
};

const reportTo = (
  { clock }: KycDeps,
  opening: KycSessionOpened,
  report: StatusReport,
  { sessionId, context }: TakeAnswer,
): Asked => ({
  commandId: commandIdOf('report-kyc', context.commandId, sessionId),
  command: { type: 'ReportStatus', report, opening, now: clock.iso() },
});
