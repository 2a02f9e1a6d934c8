import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import { partner } from '../../aggregates/partner/partner';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';

/** Cancels pending notifications before their next attempt. Repeatable. */
export const removeDestination =
  (deps: HandleDeps) =>
  async (
    { partnerId, mode }: { readonly partnerId: string; readonly mode: Mode },
    context: CommandContext,
  ): Promise<{ readonly position: Position | null }> => {
    const now = deps.clock.iso();
    const { position } = await handle(deps, partner, {
      id: partnerId,
      context,
      command: { type: 'RemoveDestination', partnerId, mode, now },
    });
    return { position };
  };
