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

interface Change<Data> {
  readonly request: Request;
  /** Header Idempotency-Key. */
  readonly key: string;
  readonly reason: string;
  readonly run: (context: CommandContext) => Promise<Data>;
  /** The answer to a repetition; absent: the same. */
  readonly kept?: (data: Data) => Data;
}

const SHORTEST_REASON = 3;
const LONGEST_REASON = 500;

/**
 * Runs a change once per Idempotency-Key of the operator, whether by key or by session. Refuses a reason that says
 * nothing.
 */
export const changeOnce = async <Data>(change: Change<Data>): Promise<Success<Data>> => {
  const { request, run, kept = (data) => data } = change;
  const reason = reasonOf(change.reason);
  const key = idempotencyKeyOf(change.key) ?? '';
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
const reasonOf = (given: string): string => {
  const reason = given.trim();
  if (reason.length < SHORTEST_REASON || reason.length > LONGEST_REASON)
    throw invalidField('reason', `must have ${SHORTEST_REASON} to ${LONGEST_REASON} characters`);
  return reason;
};
