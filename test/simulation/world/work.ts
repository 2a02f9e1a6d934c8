import { reactions } from '../../../commands/reactions';
import { takeCallback } from '../../../commands/take-callback';
import { dueItems, type Item } from '../../../packages/testing/src/ledger/due-work';
import { surviving } from './surviving';
import type { World } from './world';

const NOTHING = new Uint8Array();

/** The time from which each piece of work may be tried again, as in the workers' own table. */
export type Leases = Map<string, number>;

const runItem = async (world: World, leases: Leases, { kind, work }: Item): Promise<void> => {
  const key = JSON.stringify([kind, work]);
  if ((leases.get(key) ?? 0) > world.clock.now()) return;
  const react = reactions(world.deps)[kind] as (
    work: Item['work'],
  ) => Promise<{ readonly askAgainAtMs: number } | 'done'>;
  await surviving(async () => {
    const resolved = await react(work);
    if (resolved !== 'done') leases.set(key, resolved.askAgainAtMs);
  });
};

/** Workers do the due work, some of it twice at once, because a lease ran out. */
export const react = async (world: World, leases: Leases): Promise<void> => {
  for (const item of dueItems(world)) {
    const times = world.chance(world.troubles.duplicatePercent) ? 2 : 1;
    await world.pauses.run(() => Promise.all(Array.from({ length: times }, () => runItem(world, leases, item))));
  }
};

export const takeCallbacks = async (world: World): Promise<void> => {
  for (const called of [...(await world.bank.callBack()), ...world.charges.callBack()])
    await world.inbox.store(called, NOTHING);
  const again = world.inbox
    .due()
    .flatMap((due) => (world.chance(world.troubles.duplicatePercent) ? [due, due] : [due]));
  for (const callback of again) {
    await world.pauses.run(() => surviving(() => takeCallback(world.deps)(callback)));
  }
};
