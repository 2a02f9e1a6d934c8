import type { NetworkName } from '../../../aggregates/chain';
import { watcher } from '../../../aggregates/watcher/watcher';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';

export interface ResumeAsset {
  readonly network: NetworkName;
  readonly assetId: number;
}

/** Refuses WRONG_STATE. */
export const resumeAsset =
  (deps: HandleDeps) =>
  async ({ network, assetId }: ResumeAsset, context: CommandContext): Promise<void> => {
    const now = deps.clock.iso();
    const command = { type: 'ResumeAsset', network, assetId, now } as const;
    await handle(deps, watcher, { id: network, context, command });
  };
