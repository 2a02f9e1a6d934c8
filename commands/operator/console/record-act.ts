import { dayIdOf, operatorConsole } from '../../../aggregates/console/console';
import type { ConsoleEvent } from '../../../aggregates/console/events';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';

type Session = 'OperatorSignedIn' | 'OperatorSignedOut' | 'MemberSignedIn' | 'MemberSignedOut';

type Act = Exclude<ConsoleEvent, { readonly type: Session }>;

/** Repeatable by the context's command id. */
export const recordAct = async (
  deps: HandleDeps,
  act: Act,
  { at, context }: { readonly at: string; readonly context: CommandContext },
): Promise<void> => {
  const id = dayIdOf(act.data.operatorName, at);
  await handle(deps, operatorConsole, { id, context, command: { type: 'RecordAct', act } });
};
