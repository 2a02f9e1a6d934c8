import type { NetworkName } from '../../../aggregates/chain';
import { watcher } from '../../../aggregates/watcher/watcher';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';

export interface AcceptGap {
  readonly network: NetworkName;
  /** The last height that is skipped. */
  readonly toHeight: bigint;
  readonly reason: string;
}

/** An operator goes on behind a gap; what was paid in it is not seen. Refuses WRONG_STATE, VALIDATION_ERROR. */
export const acceptGap =
  (deps: HandleDeps) =>
  async ({ network, toHeight, reason }: AcceptGap, context: CommandContext): Promise<void> => {
    const now = deps.clock.iso();
    const command = { type: 'AcceptGap', network, toHeight: toHeight.toString(), reason, now } as const;
    await handle(deps, watcher, { id: network, context, command });
  };
