import type { Actor } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';

/** The actor, subject and cause of a command. Null fields are inherited from the stream's first event. */
export interface CommandContext {
  /** UUID; deterministic if the command may be repeated, so that a repetition finds its own events. */
  readonly commandId: string;
  /** True when the id is random for this call, which is then no repetition. */
  readonly isFresh?: boolean;
  readonly correlationId: string | null;
  readonly causationId: string;
  readonly actor: Actor;
  readonly partnerId: string | null;
  readonly subjectId: string | null;
  readonly mode: Mode | null;
  readonly requestId: string | null;
  readonly reason: string | null;
}

export const systemContext = (worker: string, commandId: string, causationId: string): CommandContext => ({
  commandId,
  correlationId: null,
  causationId,
  actor: { kind: 'system', id: worker },
  partnerId: null,
  subjectId: null,
  mode: null,
  requestId: null,
  reason: null,
});

export const continuing = (context: CommandContext, commandId: string): CommandContext => ({ ...context, commandId });
