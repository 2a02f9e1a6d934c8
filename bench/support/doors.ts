import type { Bench, Figure } from '../figures';
import type { Order } from '../seeds/order';
import type { DoorLoad, DoorResult, DoorTarget } from '../sides/door-load';
import type { Window } from '../sides/shared/closed-loop';
import type { Door } from '../sides/shared/requests';
import { alternate } from './alternate';
import { refuseOverload } from './overload';
import { whileServiceStands } from './service';
import { startSide } from './side';
import type { Site } from './site';
import type { World } from './world';

/** Requests a second that a cold service must not make us doubt. */
const LEAST_EXPECTED = 1_500;
/** Orders for each request that the fastest second makes us expect. */
const MARGIN = 1.5;

export interface Target {
  readonly url: string;
  readonly door: Door;
  /** Absent for a door that needs no orders. */
  readonly issue?: (count: number) => Promise<readonly Order[]>;
}

export interface Clients extends Target {
  readonly clients?: number;
  /** Until what the requests caused is done, on the clock of `performance.now()`. */
  readonly untilAtRest: () => Promise<number>;
}

export interface Measured {
  /** Requests a second, until all that they caused was done. */
  readonly perSecond: number;
  readonly medianMs: number;
}

/** Clients of one door. Each measurement begins at rest, after requests that warm up, and ends at rest. */
export const openClients = async (bench: Bench, site: Site, opened: Clients): Promise<() => Promise<Measured>> => {
  const { url, door, clients = bench.scale.clients, issue, untilAtRest } = opened;
  const load = await startSide<DoorLoad, DoorResult>(site, 'door-load', { url, clients, door } satisfies DoorTarget);
  let orders: readonly Order[] = [];
  let fastest = LEAST_EXPECTED;
  const issueFor = async ({ warmMs, windowMs }: Window): Promise<void> => {
    const needed = Math.ceil(((warmMs + windowMs) / 1_000) * fastest * MARGIN) + 2 * clients;
    if (issue !== undefined && orders.length < needed) orders = [...orders, ...(await issue(needed - orders.length))];
  };
  const ask = async (durationMs: number): Promise<DoorResult> => {
    const result = await load.ask({ durationMs, orders });
    orders = orders.slice(result.used);
    fastest = Math.max(fastest, result.done / (result.elapsedMs / 1_000));
    return result;
  };
  return async () => {
    await issueFor(bench.scale);
    await ask(bench.scale.warmMs);
    await untilAtRest();
    const { done, refused, elapsedMs, medianMs } = await ask(bench.scale.windowMs);
    const answeredMs = performance.now();
    const restMs = (await untilAtRest()) - answeredMs;
    refuseOverload(bench, refused, done + refused);
    if (medianMs === null) throw new Error('No request was taken');
    bench.say(`    ${done} requests in ${Math.round(elapsedMs)} ms, at rest after ${Math.round(restMs)} ms`);
    return { perSecond: done / ((elapsedMs + restMs) / 1_000), medianMs };
  };
};

export interface ComparedDoor {
  readonly name: string;
  readonly unit?: string;
  readonly world: World;
  readonly target: Omit<Target, 'url'>;
  readonly baseline: Target;
}

/** A door of the service against bare Express on the same database, in turn; the service stands still for the other. */
export const compareDoor = async (bench: Bench, site: Site, compared: ComparedDoor): Promise<Figure> => {
  const { name, unit = 'requests/s', world, target, baseline } = compared;
  const { service, untilAtRest } = world;
  const measured = await openClients(bench, site, { url: service.url, ...target, untilAtRest });
  const bare = await openClients(bench, site, { ...baseline, untilAtRest: async () => performance.now() });
  await untilAtRest();
  return alternate(bench, {
    ...{ name, unit },
    measured: async () => (await measured()).perSecond,
    baseline: () => whileServiceStands(service, async () => (await bare()).perSecond),
  });
};
