import type { Resolved } from '../../../../commands/payout/request-payout';
import type { Reactions } from '../../../../commands/reactions';
import { dueItems, dueTimes, type Item, type View } from './due-work';
import type { manualClock } from './memory/manual-clock';
import type { memoryInbox } from './memory/memory-inbox';
import type { ProjectedRows } from './memory/projected-rows';
import type { sandboxProviders } from './sandbox-providers';

export interface WorkOptions {
  readonly clock: ReturnType<typeof manualClock>;
  readonly projected: ProjectedRows;
  readonly knownOf: View['knownOf'];
  readonly inbox: ReturnType<typeof memoryInbox>;
  readonly sandbox: Pick<ReturnType<typeof sandboxProviders>, 'takeCallbacks' | 'planned'>;
  readonly reactions: Reactions;
}

/** Work that was done and still looks due rests so long. */
const COOL_DOWN_MS = 1_000;

const keyOf = ({ kind, work }: Item): string => JSON.stringify([kind, work]);

/** The workers of the service, in one line: each piece of work at the time at which it is due. */
export const workOff = ({ clock, projected, knownOf, inbox, sandbox, reactions }: WorkOptions) => {
  const view: View = { clock, knownOf, rowsOf: projected.rowsOf };
  /** When each piece of work may be done again; milliseconds since 1970. */
  const leases = new Map<string, number>();

  const dueNow = async (): Promise<readonly Item[]> => {
    await sandbox.takeCallbacks();
    await projected.project(Number.POSITIVE_INFINITY);
    const callbacks = inbox.due().map((work): Item => ({ kind: 'take-callback', work }));
    return [...callbacks, ...dueItems(view)];
  };
  const isFree = (item: Item): boolean => (leases.get(keyOf(item)) ?? 0) <= clock.now();
  const run = async (item: Item): Promise<void> => {
    const react = reactions[item.kind] as (work: Item['work']) => Promise<Resolved>;
    const resolved = await react(item.work);
    const again = resolved === 'done' ? clock.now() + COOL_DOWN_MS : resolved.askAgainAtMs;
    leases.set(keyOf(item), Math.max(again, clock.now() + 1));
  };
  /** Until nothing is due at this time. */
  const settle = async (): Promise<void> => {
    for (;;) {
      const items = await dueNow();
      const free = items.filter(isFree);
      const known = new Set(items.map(keyOf));
      for (const key of leases.keys()) if (!known.has(key)) leases.delete(key);
      if (free.length === 0) return;
      for (const item of free) await run(item);
    }
  };
  const nextAt = (): number => {
    const times = [...leases.values(), ...dueTimes(view), ...sandbox.planned()];
    return Math.min(...times.filter((atMs) => atMs > clock.now()));
  };
  return {
    advance: async (ms: number): Promise<void> => {
      const untilMs = clock.now() + ms;
      await settle();
      while (clock.now() < untilMs) {
        clock.advance(Math.min(nextAt(), untilMs) - clock.now());
        await settle();
      }
    },
  };
};
