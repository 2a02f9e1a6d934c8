import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import { webhook } from '../../aggregates/webhook/webhook';
import type { CommandContext } from '../handling/context';
import { eventIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';

export interface RequestWebhookTestDeps extends HandleDeps {
  readonly deliveryIdOf: (eventId: string) => string;
}

export const requestWebhookTest =
  (deps: RequestWebhookTestDeps) =>
  async (
    { partnerId, mode }: { readonly partnerId: string; readonly mode: Mode },
    context: CommandContext,
  ): Promise<{ readonly deliveryId: string; readonly position: Position | null }> => {
    const deliveryId = deps.deliveryIdOf(eventIdOf(context.commandId, 0));
    const requestedAt = deps.clock.iso();
    const { position } = await handle(deps, webhook, {
      id: deliveryId,
      context,
      command: { type: 'RequestTest', request: { deliveryId, partnerId, mode, requestedAt } },
      opensStream: true,
    });
    return { deliveryId, position };
  };
