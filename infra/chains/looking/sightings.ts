import type { Clock } from '../../../commands/ports/clock';
import { createBoundedMap } from '../../../commands/timing/bounded-map';
import type { ChainNode } from '../nodes/chain-node';

/** Unusual claims of nodes. A fact needs two equal answers: from two nodes, or from one node a minute apart. */
export interface Sightings {
  readonly confirm: (what: string, node: ChainNode) => boolean;
}

const APART_MS = 60_000;
const MOST_SIGHTINGS = 10_000;

export const createSightings = (clock: Clock): Sightings => {
  const firstSeen = createBoundedMap<{ readonly node: ChainNode; readonly atMs: number }>(MOST_SIGHTINGS);
  return {
    confirm: (what, node) => {
      const first = firstSeen.get(what);
      if (first !== undefined) return first.node !== node || clock.now() - first.atMs >= APART_MS;
      firstSeen.set(what, { node, atMs: clock.now() });
      return false;
    },
  };
};
