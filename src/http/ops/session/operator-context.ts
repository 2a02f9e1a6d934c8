import type { Request } from 'express';
import type { CommandContext } from '../../../../commands/handling/context';
import { operatorOf, stateOf } from '../../request/request-state';

/** For commands that only the caller repeats; the actor is the operator. */
export const operatorContextOf = (request: Request, reason: string | null = null): CommandContext => {
  const { deps, requestId } = stateOf(request);
  const { operator } = operatorOf(request);
  return {
    ...{ commandId: deps.ids.uuid(), isFresh: true, correlationId: null, causationId: requestId },
    actor: { kind: 'operator', id: operator.operatorName },
    ...{ partnerId: null, subjectId: null, mode: null, requestId, reason },
  };
};
