import type { LedgerEvent, Metadata } from '../../aggregates/events';
import { SCHEMA_VERSIONS } from '../../aggregates/schema-versions';
import type { Proposed } from '../ports/event-store';
import type { CommandContext } from './context';
import { eventIdOf } from './deterministic-ids';

/** `opening`: metadata of the stream's first event, inherited by null context fields. */
export const proposed = (
  events: readonly LedgerEvent[],
  context: CommandContext,
  opening: Metadata | undefined,
  at: string,
): readonly Proposed[] => {
  const complete = inheriting(context, opening);
  return events.map((event, index) => ({
    ...event,
    id: eventIdOf(context.commandId, index),
    metadata: metadataOf(event, complete, at),
  }));
};

type CompleteContext = CommandContext & { readonly correlationId: string };

const inheriting = (context: CommandContext, opening: Metadata | undefined): CompleteContext => ({
  ...context,
  correlationId: context.correlationId ?? opening?.$correlationId ?? context.commandId,
  partnerId: context.partnerId ?? opening?.partnerId ?? null,
  subjectId: context.subjectId ?? opening?.subjectId ?? null,
  mode: context.mode ?? opening?.mode ?? null,
});

const metadataOf = (event: LedgerEvent, context: CompleteContext, at: string): Metadata => ({
  $correlationId: context.correlationId,
  $causationId: context.causationId,
  actor: context.actor,
  partnerId: context.partnerId,
  subjectId: context.subjectId,
  mode: context.mode,
  requestId: context.requestId,
  reason: context.reason,
  at,
  schemaVersion: SCHEMA_VERSIONS[event.type],
});
