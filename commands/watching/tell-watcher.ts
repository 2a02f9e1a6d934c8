import type { WatcherEvent } from '../../aggregates/watcher/events';
import { type WatcherCommand, type WatcherState, watcher } from '../../aggregates/watcher/watcher';
import { systemContext } from '../handling/context';
import { commandIdOf, eventIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import type { HandleDeps, Handled } from '../handling/request';
import type { ChainReader } from '../ports/chains/chain-reader';

interface TellDeps extends HandleDeps {
  readonly reader: Pick<ChainReader, 'network'>;
}

interface ToldWatcher extends Handled<WatcherState, WatcherEvent> {
  readonly eventIds: readonly string[];
}

/** Appends to the network's stream; `about` distinguishes commands of the same millisecond. */
export const tellWatcher = async (deps: TellDeps, command: WatcherCommand, about: string): Promise<ToldWatcher> => {
  const { network } = deps.reader;
  const commandId = commandIdOf(command.type, network, about, deps.clock.now().toString());
  // Fresh: the state makes a repetition harmless, and the long stream need not be read.
  const context = { ...systemContext(`watcher:${network}`, commandId, about), isFresh: true };
  const handled = await handle(deps, watcher, { id: network, context, command });
  return { ...handled, eventIds: handled.events.map((_event, index) => eventIdOf(commandId, index)) };
};
