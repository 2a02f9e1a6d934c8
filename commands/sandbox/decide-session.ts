import type { ProviderRejection } from '../../aggregates/kyc/events';
import { isEnded, kycSession } from '../../aggregates/kyc/kyc-session';
import type { Mode } from '../../aggregates/partner/events';
import { invalidField, rejection } from '../../aggregates/rejection';
import { stateOf } from '../handling/read-stream';
import type { HandleDeps } from '../handling/request';
import type { SandboxControls, SessionDecision } from '../ports/sandbox-controls';

export interface DecideSessionDeps {
  readonly eventStore: HandleDeps['eventStore'];
  readonly sandboxControls: Pick<SandboxControls, 'decideSession'>;
}

export interface DecideSession {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly sessionId: string;
  readonly decision: SessionDecision;
  /** Of a rejection; without one it is the document's own, or OTHER. */
  readonly reason?: ProviderRejection | undefined;
}

/**
 * Decides an open session at the simulated KYC provider, or lets the provider take an approval back; false when no
 * session of the caller has this id. Writes no event: the session follows when the provider is asked. Refuses
 * VALIDATION_ERROR for a reason without a rejection, WRONG_STATE.
 */
export const decideSession =
  (deps: DecideSessionDeps) =>
  async ({ partnerId, mode, sessionId, decision, reason }: DecideSession): Promise<boolean> => {
    if (reason !== undefined && decision !== 'REJECTED') throw invalidField('reason', 'goes with a rejection alone');
    const state = await stateOf(deps.eventStore, kycSession, sessionId);
    if (state.status === 'NONE' || state.facts.partnerId !== partnerId || state.facts.mode !== mode) return false;
    const isTakenBack = state.status === 'APPROVED' && decision === 'REJECTED';
    if (isEnded(state.status) && !isTakenBack) throw rejection('WRONG_STATE', `The session is ${state.status} already`);
    const providerSessionId = state.opened?.providerSessionId;
    const isBooked =
      providerSessionId !== undefined &&
      (await deps.sandboxControls.decideSession({ partnerId, providerSessionId }, decision, reason));
    if (!isBooked) throw rejection('WRONG_STATE', 'The KYC provider has no such session');
    return true;
  };
