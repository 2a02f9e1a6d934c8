import { consoleIdOf, operatorConsole } from '../../../aggregates/console/console';
import type { ConsoleEvent } from '../../../aggregates/console/events';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';

/** Repeatable by the context's command id. */
export const recordAct = async (
  deps: HandleDeps,
  act: ConsoleEvent,
  { at, context }: { readonly at: string; readonly context: CommandContext },
): Promise<void> => {
  await handle(deps, operatorConsole, { id: consoleIdOf(act, at), context, command: { type: 'RecordAct', act } });
};
