import { isEnded, type KnownSession } from '../../aggregates/kyc/kyc-session';
import { type CommandContext, continuing } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { asked } from '../payout/outcome/payout-answer';
import type { KycProvider } from '../ports/providers/kyc-provider';
import { askSession, type KycDeps, kycCall, type SessionAnswer } from './kyc-deps';

/** A "not found" within this time may be the provider's own delay. */
export const NOT_FOUND_GRACE_MS = 600_000;

/** Null while the loss is uncertain. An approval stays: a provider may delete an approved person. */
export const expireForgotten = async (
  deps: KycDeps,
  provider: KycProvider,
  session: KnownSession,
  context: CommandContext,
): Promise<SessionAnswer | null> => {
  const { facts, opened: opening, status } = session;
  const { sessionId } = facts;
  if (opening === null || isEnded(status) || !isPastGrace(deps, provider, session)) return null;
  const call = kycCall(deps, { ...facts, requestId: sessionId });
  const found = await asked(provider.name, () => provider.find(call, sessionId));
  if (!found.ok || found.value.length > 0) return null;
  const expiring = continuing(context, commandIdOf('expire-forgotten-kyc', sessionId, opening.openedAt));
  const command = { type: 'ExpireForgotten', opening, now: deps.clock.iso() } as const;
  const { state, position } = await askSession(deps, sessionId, expiring, command);
  // A partner may reset its sandbox at any time.
  if (position !== null && provider.mode === 'live')
    deps.alert('A KYC provider has lost an open session', { sessionId, provider: provider.name });
  return { sessionId, state, position };
};

/** The sandbox has no such delay. */
const isPastGrace = (
  { clock }: KycDeps,
  { mode }: KycProvider,
  { opened, startedAt, changedAt }: KnownSession,
): boolean =>
  mode === 'sandbox' ||
  clock.now() >= Math.max(Date.parse(opened?.openedAt ?? startedAt), Date.parse(changedAt)) + NOT_FOUND_GRACE_MS;
