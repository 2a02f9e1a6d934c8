import type { WatcherEvent } from '../../aggregates/watcher/events';
import { type WatcherCommand, type WatcherState, watcher } from '../../aggregates/watcher/watcher';
import { systemContext } from '../handling/context';
import { commandIdOf, eventIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import type { HandleDeps, Handled } from '../handling/request';
import type { ChainReader } from '../ports/chain-reader';

interface TellDeps extends HandleDeps {
  readonly reader: Pick<ChainReader, 'network'>;
}

interface ToldWatcher extends Handled<WatcherState, WatcherEvent> {
  /** Of `events`. */
  readonly eventIds: readonly string[];
}

/** Writes to the network's own stream, on behalf of its watcher; `about` tells the command from others of its moment. */
export const tellWatcher = async (deps: TellDeps, command: WatcherCommand, about: string): Promise<ToldWatcher> => {
  const { network } = deps.reader;
  const commandId = commandIdOf(command.type, network, about, deps.clock.now().toString());
  // Each is decided by the stream's state, so that a repetition is nothing: the long stream need not be read for it.
  const context = { ...systemContext(`watcher:${network}`, commandId, about), isFresh: true };
  const handled = await handle(deps, watcher, { id: network, context, command });
  return { ...handled, eventIds: handled.events.map((_event, index) => eventIdOf(commandId, index)) };
};
