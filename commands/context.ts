import type { Actor } from '../aggregates/events';
import type { Mode } from '../aggregates/partner/events';

/** Who asks for a command, on whose behalf, and because of what. */
export interface CommandContext {
  /** UUID. Deterministic wherever the command may be repeated, so that a repetition meets its own events. */
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly actor: Actor;
  readonly partnerId: string | null;
  readonly subjectId: string | null;
  readonly mode: Mode | null;
  readonly requestId: string | null;
  readonly reason: string | null;
}
