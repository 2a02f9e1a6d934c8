import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import { webhook } from '../../aggregates/webhook/webhook';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';

export interface ReplayWebhook {
  readonly deliveryId: string;
  readonly partnerId: string;
  readonly mode: Mode;
  readonly isUnsent: boolean;
}

/** Resends a finished notification under its id. Refuses WRONG_STATE while an attempt is under way. */
export const replayWebhook =
  (deps: HandleDeps) =>
  async (
    { deliveryId, partnerId, mode, isUnsent }: ReplayWebhook,
    context: CommandContext,
  ): Promise<{ readonly position: Position | null }> => {
    const requestedAt = deps.clock.iso();
    const { position } = await handle(deps, webhook, {
      id: deliveryId,
      context,
      command: { type: 'RequestReplay', request: { deliveryId, partnerId, mode, requestedAt }, isUnsent },
    });
    return { position };
  };
