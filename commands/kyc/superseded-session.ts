import type { KycSessionFacts } from '../../aggregates/kyc/events';
import { kycSession } from '../../aggregates/kyc/kyc-session';
import { type CommandContext, continuing } from '../handling/context';
import { commandIdOf, sessionIdOf } from '../handling/deterministic-ids';
import { stateOf } from '../handling/reading/read-stream';
import { askSession, type KycDeps } from './kyc-deps';

type Numbered = Pick<KycSessionFacts, 'userId' | 'number'>;

export const hasLater = async ({ eventStore }: Pick<KycDeps, 'eventStore'>, { userId, number }: Numbered) =>
  (await stateOf(eventStore, kycSession, sessionIdOf(userId, number + 1))).status !== 'NONE';

/** The later of two simultaneous sessions of a person stays. Each start searches after its own event. */
export const expireSuperseded = async (
  deps: KycDeps,
  { userId, number }: Numbered,
  context: CommandContext,
): Promise<void> => {
  if (number < 1) return;
  const sessionId = sessionIdOf(userId, number);
  const expiring = continuing(context, commandIdOf('expire-superseded-kyc', context.commandId, sessionId));
  await askSession(deps, sessionId, expiring, { type: 'ExpireSuperseded', now: deps.clock.iso() });
};
