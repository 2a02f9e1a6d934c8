import type { Actor } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';

/** Who asks for a command, on whose behalf, and because of what. What is null comes from the stream's first event. */
export interface CommandContext {
  /** UUID. Deterministic wherever the command may be repeated, so that a repetition meets its own events. */
  readonly commandId: string;
  /** The id was drawn at random for this call alone, so that nobody can have used it before; otherwise it may be a repetition. */
  readonly isFresh?: boolean;
  readonly correlationId: string | null;
  /** The event or the request that made somebody ask. */
  readonly causationId: string;
  readonly actor: Actor;
  readonly partnerId: string | null;
  readonly subjectId: string | null;
  readonly mode: Mode | null;
  readonly requestId: string | null;
  /** Why an operator asks; null otherwise. */
  readonly reason: string | null;
}

/** The service itself acts, in the name of whoever opened the stream. */
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

/** The same request continues with another command. */
export const continuing = (context: CommandContext, commandId: string): CommandContext => ({ ...context, commandId });
