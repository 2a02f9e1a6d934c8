import type { OperatorRole } from '../../aggregates/operator/events';
import { OPERATORS_ID, operators } from '../../aggregates/operator/operators';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';
import { newOperatorKey, sha256Hex } from '../handling/secrets';
import type { Ids } from '../ports/ids';

export interface AddOperator {
  readonly operatorName: string;
  readonly role: OperatorRole;
  readonly by: string | null;
  readonly isEmbedded: boolean;
}

export interface AddedOperator {
  readonly operatorName: string;
  readonly role: OperatorRole;
  /** Shown only here. */
  readonly operatorKey: string;
  readonly needsApproval: boolean;
}

/** Refuses NOT_PROVED without an admin's key, WRONG_STATE for a name in use, LIMIT_EXCEEDED, VALIDATION_ERROR. */
export const addOperator =
  (deps: HandleDeps & { readonly ids: Ids }) =>
  async ({ operatorName, role, by, isEmbedded }: AddOperator, context: CommandContext): Promise<AddedOperator> => {
    const operatorKey = newOperatorKey(deps.ids);
    const asked = { operatorName, role, keyHash: sha256Hex(operatorKey), by, isEmbedded, now: deps.clock.iso() };
    const command = { type: 'AddOperator', ...asked } as const;
    const { events } = await handle(deps, operators, { id: OPERATORS_ID, context, command });
    const added = events.find((event) => event.type === 'OperatorAdded');
    return { operatorName, role, operatorKey, needsApproval: added?.data.needsApproval === true };
  };
