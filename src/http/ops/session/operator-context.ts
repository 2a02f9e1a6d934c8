import type { Request } from 'express';
import { invalidField } from '../../../../aggregates/rejection';
import type { CommandContext } from '../../../../commands/handling/context';
import { type Success, success } from '../../envelope';
import { idempotencyKeyOf, repeatableBy } from '../../request/idempotency';
import { operatorOf, stateOf } from '../../request/request-state';

/** For commands that only the caller repeats; the actor is the operator. */
export const operatorContextOf = (request: Request, reason: string | null = null): CommandContext => ({
  ...contextOf(request, stateOf(request).deps.ids.uuid(), reason),
  isFresh: true,
});

const contextOf = (request: Request, commandId: string, reason: string | null): CommandContext => {
  const { requestId } = stateOf(request);
  const { operator } = operatorOf(request);
  return {
    ...{ commandId, correlationId: null, causationId: requestId },
    actor: { kind: 'operator', id: operator.operatorName },
    ...{ partnerId: null, subjectId: null, mode: null, requestId, reason },
  };
};

interface Asked {
  /** Header Idempotency-Key. */
  readonly key: string;
  readonly reason: string;
}

const SHORTEST_REASON = 3;
const LONGEST_REASON = 500;

/** Runs a change once per Idempotency-Key of the operator. A repetition answers the `kept` data. */
export const changeOnce = async <Data>(
  request: Request,
  asked: Asked,
  run: (context: CommandContext) => Promise<Data>,
  kept = (data: Data): Data => data,
): Promise<Success<Data>> => {
  const reason = reasonOf(asked.reason);
  const key = idempotencyKeyOf(asked.key) ?? '';
  return repeatableBy(
    { request, status: 200, run },
    {
      name: [`operator:${operatorOf(request).operator.operatorName}`, request.method, request.path, key],
      contextOf: (commandId) => contextOf(request, commandId, reason),
      bodyToKeep: async (answer) => JSON.stringify(success(kept(answer.data as Data))),
    },
  );
};

/** Trimmed, 3 to 500 characters. Throws VALIDATION_ERROR. */
export const reasonOf = (given: string): string => {
  const reason = given.trim();
  if (reason.length < SHORTEST_REASON || reason.length > LONGEST_REASON)
    throw invalidField('reason', `must have ${SHORTEST_REASON} to ${LONGEST_REASON} characters`);
  return reason;
};
