import type { NetworkName } from '../../../aggregates/chain';
import { watcher } from '../../../aggregates/watcher/watcher';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';

export interface AcceptGap {
  readonly network: NetworkName;
  readonly toHeight: bigint;
  readonly reason: string;
}

/** Skips a gap; payments in it are not seen. Refuses WRONG_STATE, VALIDATION_ERROR. */
export const acceptGap =
  (deps: HandleDeps) =>
  async ({ network, toHeight, reason }: AcceptGap, context: CommandContext): Promise<void> => {
    const now = deps.clock.iso();
    const command = { type: 'AcceptGap', network, toHeight: toHeight.toString(), reason, now } as const;
    await handle(deps, watcher, { id: network, context, command });
  };
