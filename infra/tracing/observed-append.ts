import { partsOfStream } from '../../aggregates/stream';
import type { EventStore } from '../../commands/ports/event-store';
import type { Tracing } from './tracing';

/** Times and traces appends, by the stream's category, never its name. */
export const observedAppend = (
  append: EventStore['append'],
  tracing: Tracing,
  tookMs: (durationMs: number) => void,
): EventStore['append'] => {
  const drawn: EventStore['append'] =
    tracing.request === null
      ? append
      : (stream, expected, events) =>
          tracing.span(
            {
              name: 'append',
              facts: { 'lastro.category': partsOfStream(stream)?.category ?? 'other', 'lastro.events': events.length },
              factsOf: ({ outcome }) => ({ 'lastro.outcome': outcome }),
            },
            () => append(stream, expected, events),
          );
  return async (stream, expected, events) => {
    const beganMs = performance.now();
    try {
      return await drawn(stream, expected, events);
    } finally {
      tookMs(performance.now() - beganMs);
    }
  };
};
