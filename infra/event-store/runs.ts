import type { Position, Recorded } from '../../aggregates/events';
import type { StrangeRecord, SubscriptionHandlers } from '../../commands/ports/event-store';
import type { Judged } from './judging';

/** Records that a subscriber gets at once: events, or the foreign records between them. */
export type Run = { readonly events: readonly Recorded[] } | { readonly strange: readonly StrangeRecord[] };

export const runsOf = (judged: readonly Judged[]): readonly Run[] => {
  const runs: ({ readonly events: Recorded[] } | { readonly strange: StrangeRecord[] })[] = [];
  for (const each of judged) {
    const last = runs.at(-1);
    if ('event' in each) {
      if (last !== undefined && 'events' in last) last.events.push(each.event);
      else runs.push({ events: [each.event] });
    } else if (last !== undefined && 'strange' in last) last.strange.push(each.strange);
    else runs.push({ strange: [each.strange] });
  }
  return runs;
};

/** Answers the position of the last record that was delivered; null without a listener for the run. */
export const tellRun = async ({ onEvents, onStrange }: SubscriptionHandlers, run: Run): Promise<Position | null> => {
  if ('events' in run) {
    await onEvents(run.events);
    return run.events.at(-1)?.position ?? null;
  }
  if (onStrange === undefined) return null;
  await onStrange(run.strange);
  return run.strange.at(-1)?.position ?? null;
};
