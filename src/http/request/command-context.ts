import type { Request } from 'express';
import type { Actor, Position } from '../../../aggregates/events';
import type { CommandContext } from '../../../commands/handling/context';
import type { ProjectionName } from '../../../projections/all';
import type { Principal } from './principal';
import { principalOf, stateOf } from './request-state';

/** Only the credential decides the owner. */
export const contextOf = (request: Request, commandId: string): CommandContext => {
  const principal = principalOf(request);
  const { requestId } = stateOf(request);
  const isUser = principal.kind === 'user';
  return {
    commandId,
    correlationId: null,
    causationId: requestId,
    actor: actorOf(principal),
    partnerId: principal.partnerId,
    subjectId: isUser ? principal.userId : null,
    mode: principal.mode,
    requestId,
    reason: null,
  };
};

const actorOf = (principal: Principal): Actor => {
  if (principal.kind === 'user') return { kind: 'user', id: principal.userId };
  const { credential, partnerId } = principal;
  return credential.kind === 'MEMBER'
    ? { kind: 'member', id: credential.membership.memberId }
    : { kind: 'partner', id: partnerId };
};

/** For commands that only the caller repeats. */
export const freshContextOf = (request: Request): CommandContext => ({
  ...contextOf(request, stateOf(request).deps.ids.uuid()),
  isFresh: true,
});

const READ_YOUR_WRITES_MS = 1_000;

/** The projections that the next request's credentials and look-ups read. */
export const ACCOUNTS = 'accounts';
export const CASHIN_INTENTS = 'cashin-intents';
export const CASHOUT_INTENTS = 'cashout-intents';
export const WITHDRAWALS = 'withdrawals';
export const WEBHOOK_OUTBOX = 'webhook-outbox';
export const LINKS = 'links';
export const KYC_SESSIONS = 'kyc-sessions';

/** Waits until the caller's next request sees the write, at most a second; then answers in any case. */
export const readYourWrites = async (
  request: Request,
  projection: ProjectionName,
  position: Position | null,
): Promise<void> => {
  if (position === null) return;
  const { deps, requestId } = stateOf(request);
  const isApplied = await deps.waitUntilApplied([projection], position, READ_YOUR_WRITES_MS);
  if (!isApplied) deps.logger.warn({ requestId, projection }, 'answered before the projection had caught up');
};
