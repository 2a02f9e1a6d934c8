import type { NetworkName } from '../../../aggregates/chain';
import { watcher } from '../../../aggregates/watcher/watcher';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';

export interface AcceptFinality {
  readonly network: NetworkName;
  /** Rescanned and judged again from here; kept hashes are forgotten. */
  readonly fromHeight: bigint;
  readonly reason: string;
}

/** Accepts the endpoints' current history. Refuses WRONG_STATE, VALIDATION_ERROR. */
export const acceptFinality =
  (deps: HandleDeps) =>
  async ({ network, fromHeight, reason }: AcceptFinality, context: CommandContext): Promise<void> => {
    const now = deps.clock.iso();
    const command = { type: 'AcceptFinality', network, fromHeight: fromHeight.toString(), reason, now } as const;
    await handle(deps, watcher, { id: network, context, command });
  };
