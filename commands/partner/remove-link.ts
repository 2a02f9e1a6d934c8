import type { Position } from '../../aggregates/events';
import { link } from '../../aggregates/link/link';
import type { Mode } from '../../aggregates/partner/events';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';

/** Repeatable. Refuses NOT_FOUND for a link of another partner. */
export const removeLink =
  (deps: HandleDeps) =>
  async (
    { linkCode, partnerId, mode }: { readonly linkCode: string; readonly partnerId: string; readonly mode: Mode },
    context: CommandContext,
  ): Promise<{ readonly position: Position | null }> => {
    const removedAt = deps.clock.iso();
    const { position } = await handle(deps, link, {
      id: linkCode,
      context,
      command: { type: 'RemoveLink', link: { linkCode, partnerId, mode, removedAt } },
    });
    return { position };
  };
