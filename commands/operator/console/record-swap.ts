import type { CommandContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import type { Ids } from '../../ports/ids';
import { recordAct } from './record-act';

export interface Swap {
  readonly operatorName: string;
  readonly projection: string;
  readonly differences: number;
}

/** After the swap: a rebuild takes longer than any request. */
export const recordSwap =
  (deps: HandleDeps & { readonly ids: Ids }) =>
  async (swap: Swap, reason: string | null = null): Promise<void> => {
    const { operatorName } = swap;
    const swappedAt = deps.clock.iso();
    const commandId = deps.ids.uuid();
    const context: CommandContext = {
      ...{ commandId, isFresh: true, correlationId: null, causationId: commandId },
      actor: { kind: 'operator', id: operatorName },
      ...{ partnerId: null, subjectId: null, mode: null, requestId: null, reason },
    };
    await recordAct(deps, { type: 'ProjectionSwapped', data: { ...swap, swappedAt } }, { at: swappedAt, context });
  };
