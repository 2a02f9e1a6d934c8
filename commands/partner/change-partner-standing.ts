import type { Position } from '../../aggregates/events';
import { partner } from '../../aggregates/partner/partner';
import type { CommandContext } from '../handling/context';
import { type HandleDeps, handle } from '../handling/handle';

export interface ChangePartnerStanding {
  readonly partnerId: string;
  readonly change: 'SuspendPartner' | 'ReinstatePartner' | 'RevokePartner';
  readonly reason: string;
}

/** Suspends, reinstates or revokes. Open intents are carried through, and webhooks go on (design: domain, section 3). */
export const changePartnerStanding =
  (deps: HandleDeps) =>
  async (
    { partnerId, change, reason }: ChangePartnerStanding,
    context: CommandContext,
  ): Promise<{ readonly position: Position | null }> => {
    const now = new Date(deps.clock.now()).toISOString();
    const { position } = await handle(deps, partner, {
      id: partnerId,
      context,
      command: { type: change, partnerId, reason, now },
    });
    return { position };
  };
