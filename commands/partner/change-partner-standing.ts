import type { Position } from '../../aggregates/events';
import { partner } from '../../aggregates/partner/partner';
import type { CommandContext } from '../handling/context';
import { type DenyingDeps, revokeRight } from '../handling/revoke-right';

export interface ChangePartnerStanding {
  readonly partnerId: string;
  readonly change: 'SuspendPartner' | 'ReinstatePartner' | 'RevokePartner';
  readonly reason: string;
}

/** In force when it answers. Open intents are completed, and webhooks continue. */
export const changePartnerStanding =
  (deps: DenyingDeps) =>
  async (
    { partnerId, change, reason }: ChangePartnerStanding,
    context: CommandContext,
  ): Promise<{ readonly position: Position | null }> => {
    const now = deps.clock.iso();
    const request = { id: partnerId, context, command: { type: change, partnerId, reason, now } };
    const { type, value } = OUTCOMES[change];
    const isTakenBy = (event: { readonly type: string }): boolean => event.type === type;
    const { position } = await revokeRight(deps, partner, request, {
      kind: 'PARTNER',
      subject: partnerId,
      value,
      isTakenBy,
    });
    return { position };
  };

const OUTCOMES = {
  SuspendPartner: { type: 'PartnerSuspended', value: 'SUSPENDED' },
  ReinstatePartner: { type: 'PartnerReinstated', value: 'ACTIVE' },
  RevokePartner: { type: 'PartnerRevoked', value: 'REVOKED' },
} as const;
