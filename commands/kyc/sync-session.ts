import { isEnded, type KnownSession, kycSession } from '../../aggregates/kyc/kyc-session';
import { rejection } from '../../aggregates/rejection';
import { user } from '../../aggregates/user/user';
import { type CommandContext, continuing } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { stateOf } from '../handling/reading/read-stream';
import { asked } from '../payout/outcome/payout-answer';
import type { KycAnswer, KycProvider } from '../ports/providers/kyc-provider';
import type { Failure, Result } from '../ports/providers/result';
import { expireForgotten, NOT_FOUND_GRACE_MS } from './forgotten-session';
import { askSession, type KycDeps, kycCall, type SessionAnswer } from './kyc-deps';
import { takeAnswer } from './take-answer';

/** Moves the session forward only. Refuses SESSION_NOT_FOUND, PROVIDER_NOT_CONFIGURED, PROVIDER_FAILURE. */
export const syncSession =
  (deps: KycDeps) =>
  async ({ sessionId }: { readonly sessionId: string }, context: CommandContext): Promise<SessionAnswer> => {
    const state = await stateOf(deps.eventStore, kycSession, sessionId);
    if (state.status === 'NONE') throw rejection('SESSION_NOT_FOUND', 'No such KYC session');
    const unchanged = { sessionId, state, position: null };
    if (state.opened === null && isEnded(state.status)) return unchanged;
    // The data of an erased user can be neither sealed nor compared.
    if ((await stateOf(deps.eventStore, user, state.facts.userId)).status === 'ERASED') return unchanged;
    const provider = deps.kycProviders.named(state.facts.provider, state.facts.mode);
    if (provider === null) throw rejection('PROVIDER_NOT_CONFIGURED', "The session's KYC provider is not configured");
    const answer = await ask(deps, provider, state);
    if (!answer.ok) {
      if (answer.code === 'PROTOCOL') alertOfBreach(deps, state, answer);
      if (answer.kind !== 'NOT_FOUND') throw rejection('PROVIDER_FAILURE', 'The KYC provider did not answer');
      // The provider may have deleted the data of an ended session.
      return isEnded(state.status) ? unchanged : expired(await expireForgotten(deps, provider, state, context));
    }
    if (answer.value === null) return (await failIfLate(deps, state, context)) ?? unchanged;
    const taken = await takeAnswer(deps)({ sessionId, context, answer: answer.value, opening: state.opened });
    if (taken === null) throw rejection('PROVIDER_FAILURE', 'The KYC provider gave an impossible answer');
    return taken;
  };

const alertOfBreach = ({ alert }: KycDeps, { facts }: KnownSession, { provider, message }: Failure): void =>
  alert('A KYC provider gave an impossible answer', { sessionId: facts.sessionId, provider, detail: message });

const expired = (answer: SessionAnswer | null): SessionAnswer => {
  if (answer === null) throw rejection('PROVIDER_FAILURE', 'The KYC provider does not know this session yet');
  return answer;
};

const ask = async (deps: KycDeps, provider: KycProvider, state: KnownSession): Promise<Result<KycAnswer | null>> => {
  const { facts, opened } = state;
  const call = kycCall(deps, { ...facts, requestId: facts.sessionId });
  if (opened !== null) return asked(provider.name, () => provider.get(call, opened.providerSessionId));
  const found = await asked(provider.name, () => provider.find(call, facts.sessionId));
  return found.ok ? { ok: true, value: found.value.at(-1) ?? null } : found;
};

const failIfLate = async (
  deps: KycDeps,
  { facts: { sessionId }, startedAt }: KnownSession,
  context: CommandContext,
): Promise<SessionAnswer | null> => {
  if (deps.clock.now() < Date.parse(startedAt) + NOT_FOUND_GRACE_MS) return null;
  const failing = continuing(context, commandIdOf('fail-kyc-start', sessionId));
  const { state, position } = await askSession(deps, sessionId, failing, { type: 'FailStart', now: deps.clock.iso() });
  return { sessionId, state, position };
};
