import type { KycSessionFacts, KycSessionOpened } from '../../aggregates/kyc/events';
import { isEnded, type KnownSession, kycSession, mustBeReopenable } from '../../aggregates/kyc/kyc-session';
import { rejection } from '../../aggregates/rejection';
import { user } from '../../aggregates/user/user';
import type { CommandContext } from '../handling/context';
import { stateOf } from '../handling/reading/read-stream';
import { asked } from '../payout/outcome/payout-answer';
import type { KycAnswer, KycProvider } from '../ports/providers/kyc-provider';
import { expireForgotten } from './forgotten-session';
import { breachOf } from './kyc-answer';
import { askSession, type KycDeps, kycCall, type SessionAnswer } from './kyc-deps';
import { expireSuperseded, hasLater } from './superseded-session';

/** Refuses SESSION_NOT_FOUND, SESSION_ENDED (also for a lost session), PROVIDER_NOT_CONFIGURED, PROVIDER_FAILURE. */
export const reopenSession =
  (deps: KycDeps) =>
  async ({ sessionId }: { readonly sessionId: string }, context: CommandContext): Promise<SessionAnswer> => {
    const state = await stateOf(deps.eventStore, kycSession, sessionId);
    mustBeReopenable(state);
    const { facts, opened } = state;
    if ((await stateOf(deps.eventStore, user, facts.userId)).status === 'ERASED')
      throw rejection('SESSION_ENDED', 'The user was erased');
    if (state.status === 'EXPIRED') await mustBeLatest(deps, facts);
    const provider = deps.kycProviders.named(facts.provider, facts.mode);
    if (provider === null) throw rejection('PROVIDER_NOT_CONFIGURED', "The session's KYC provider is not configured");
    if (opened === null) throw rejection('PROVIDER_FAILURE', 'The KYC provider has no session that can be reopened');
    const { providerSessionId, webViewUrl: link } = await openedAgain(deps, provider, { ...state, opened }, context);
    const webViewUrl = await deps.vault.seal(facts.userId, link);
    // Checked again: the session may have ended, and another started, during the call.
    await mustBeLatest(deps, facts);
    const { state: reopened, position } = await askSession(deps, sessionId, context, {
      type: 'ReopenSession',
      opened: { sessionId, providerSessionId, webViewUrl, openedAt: deps.clock.iso() },
    });
    if (await hasLater(deps, facts)) {
      await expireSuperseded(deps, facts, context);
      throw superseded();
    }
    return { sessionId, state: reopened, position };
  };

type OpenedSession = KnownSession & { readonly opened: KycSessionOpened };

const openedAgain = async (
  deps: KycDeps,
  provider: KycProvider,
  session: OpenedSession,
  context: CommandContext,
): Promise<Required<Pick<KycAnswer, 'providerSessionId' | 'webViewUrl'>>> => {
  const { facts, opened, status } = session;
  const call = kycCall(deps, { ...facts, requestId: facts.sessionId });
  const answer = await asked(provider.name, () => provider.reopen(call, opened.providerSessionId));
  if (!answer.ok && answer.kind === 'NOT_FOUND') {
    const isOver = isEnded(status) || (await expireForgotten(deps, provider, session, context)) !== null;
    if (isOver) throw rejection('SESSION_ENDED', 'The KYC provider has lost the session: start another session');
  }
  if (!answer.ok || breachOf(answer.value, null) !== null || answer.value.webViewUrl === undefined) {
    throw rejection('PROVIDER_FAILURE', 'The KYC provider gave no new link');
  }
  return { ...answer.value, webViewUrl: answer.value.webViewUrl };
};

const mustBeLatest = async (deps: KycDeps, facts: KycSessionFacts): Promise<void> => {
  if (await hasLater(deps, facts)) throw superseded();
};

const superseded = () => rejection('SESSION_ENDED', 'The user has a later KYC session');
