import type { OperatorRole } from '../../aggregates/operator/events';
import { OPERATORS_ID, operators } from '../../aggregates/operator/operators';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';

export interface ApproveOperator {
  readonly operatorName: string;
  readonly role: OperatorRole;
  readonly by: string;
}

/** An admin approves an operator that another admin added. Repeatable. Refuses NOT_FOUND, WRONG_STATE. */
export const approveOperator =
  (deps: HandleDeps) =>
  async ({ operatorName, role, by }: ApproveOperator, context: CommandContext): Promise<void> => {
    const command = { type: 'ApproveOperator', operatorName, role, by, now: deps.clock.iso() } as const;
    await handle(deps, operators, { id: OPERATORS_ID, context, command });
  };

/** In force when it answers: every look-up reads the log. Refuses NOT_FOUND, WRONG_STATE. Repeatable. */
export const revokeOperator =
  (deps: HandleDeps) =>
  async (
    { operatorName, by }: { readonly operatorName: string; readonly by: string | null },
    context: CommandContext,
  ): Promise<void> => {
    const command = { type: 'RevokeOperator', operatorName, by, now: deps.clock.iso() } as const;
    await handle(deps, operators, { id: OPERATORS_ID, context, command });
  };
