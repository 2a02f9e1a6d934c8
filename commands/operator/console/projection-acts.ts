import type { CommandContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import { recordAct } from './record-act';

interface OfStream {
  /** Null: the stream is parked no more. */
  readonly error: string | null;
}

/** Replays the parked streams of a projection, and records who did so; without such streams no event follows. */
export const replayParkedBy =
  <Replayed extends OfStream>(deps: HandleDeps, replay: (projection: string) => Promise<readonly Replayed[]>) =>
  async (projection: string, context: CommandContext): Promise<readonly Replayed[]> => {
    const replayed = await replay(projection);
    if (replayed.length === 0) return replayed;
    const at = deps.clock.iso();
    const failed = replayed.filter(({ error }) => error !== null).length;
    const data = { operatorName: context.actor.id, projection, streams: replayed.length, failed, replayedAt: at };
    await recordAct(deps, { type: 'ParkedStreamsReplayed', data }, { at, context });
    return replayed;
  };

/** Cancels a rebuild, and records who did so. False: none was running. */
export const cancelRebuildBy =
  (deps: HandleDeps, cancel: (projection: string) => Promise<boolean>) =>
  async (projection: string, context: CommandContext): Promise<boolean> => {
    if (!(await cancel(projection))) return false;
    const at = deps.clock.iso();
    const data = { operatorName: context.actor.id, projection, cancelledAt: at };
    await recordAct(deps, { type: 'RebuildCancelled', data }, { at, context });
    return true;
  };
