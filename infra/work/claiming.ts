import type { InLane } from '../../commands/timing/lanes';
import type { Bell } from '../../packages/event-store/timing/bell';
import { claimDue, type LeaseHolder } from './leases';
import type { Running } from './running';
import type { Settle } from './settling';
import type { WorkerLimits, WorkerOptions, WorkQueue } from './work-queue';

export interface Claiming extends WorkerOptions {
  readonly holder: LeaseHolder;
  readonly settle: Settle;
  readonly bounds: WorkerLimits;
  readonly running: Running;
  readonly bells: ReadonlyMap<string, Bell>;
  /** Claims share few connections: a statement is planned on each, and requests need the others. */
  readonly inLane: InLane;
  /** Room reserved for open claims. */
  reserved: number;
  /** Queues with possibly more due items than room. */
  readonly withoutRoom: Set<string>;
}

/** Claims as many items as there is room for; an item that ends makes room. `more`: others may be due. */
export async function startDue(state: Claiming, queue: WorkQueue, signal: AbortSignal): Promise<'more' | 'enough'> {
  const { withoutRoom, bounds } = state;
  if (state.isHeld?.() === true) return 'enough';
  const room = roomFor(state, queue);
  const limit = Math.min(room, bounds.pageItems);
  const isFilled = limit === 0 || (await claimReserved(state, queue, limit, signal)) === limit;
  if (!isFilled) return 'enough';
  if (limit < room) return 'more';
  withoutRoom.add(queue.name);
  return 'enough';
}

function roomFor({ running, concurrency, reserved }: Claiming, { name, concurrency: most, leastRoom = 1 }: WorkQueue) {
  const own = most - running.count(name);
  return own < leastRoom ? 0 : Math.max(0, Math.min(own, concurrency - running.count() - reserved));
}

/** Reserved room that is not needed goes to the other queues. */
async function claimReserved(state: Claiming, queue: WorkQueue, limit: number, signal: AbortSignal): Promise<number> {
  state.reserved += limit;
  let claimed = 0;
  try {
    claimed = await claim(state, queue, limit, signal);
    return claimed;
  } finally {
    state.reserved -= limit;
    if (claimed < limit) wakeWithoutRoom(state);
  }
}

export function wakeWithoutRoom({ withoutRoom, bells }: Pick<Claiming, 'withoutRoom' | 'bells'>): void {
  for (const name of withoutRoom) bells.get(name)?.ring();
  withoutRoom.clear();
}

async function claim(state: Claiming, queue: WorkQueue, limit: number, signal: AbortSignal): Promise<number> {
  const { clock, holder, running, settle, inLane } = state;
  const { claims, claimedAtMs } = await inLane(async () => {
    const [nowMs, beganMs] = [clock.now(), performance.now()];
    const claimed = await claimDue(holder, queue.name, queue.due(nowMs), { nowMs, limit });
    return { claims: claimed, claimedAtMs: beganMs };
  });
  for (const item of claims) {
    const verdict = { againInMs: 0, attempts: item.attempts, error: null };
    if (signal.aborted) await settle({ claim: item, verdict });
    else running.start(queue, item, claimedAtMs);
  }
  return claims.length;
}
