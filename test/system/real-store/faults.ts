import { createRandom, type Random } from '../fuzz/requests/random';
import type { RealStoreOptions } from './options';

/** `kill` and `freeze` meet the leader; `no-quorum` the leader and one node more. */
export type FaultKind = 'kill' | 'freeze' | 'no-quorum';

export interface Fault {
  readonly kind: FaultKind;
  /** From the beginning of the payments. */
  readonly atMs: number;
  /** How long until it is undone. */
  readonly lastsMs: number;
}

export interface FaultPlan {
  readonly faults: readonly Fault[];
  /** How long payments are opened. */
  readonly openingMs: number;
}

const FREEZES = 2;
/** A dead node costs its peers seconds, and a restarted one has to catch up before the next fault. */
const SLOT_MS: Readonly<Record<FaultKind, number>> = { kill: 15_000, freeze: 30_000, 'no-quorum': 60_000 };
/** Longer than readiness bears with a store that is away, so that it is seen to come back. */
const NO_QUORUM_MS = 30_000;
/** Before the first fault payments are made in peace. */
const PEACE_MS = 10_000;

const lengthOf = (kind: FaultKind, random: Random): number => {
  if (kind === 'kill') return 2_000 + random.below(3_000);
  return kind === 'freeze' ? 10_000 + random.below(5_000) : NO_QUORUM_MS;
};

/** Of a list, in an order that only chance knows. */
const shuffled = <Item>(items: readonly Item[], random: Random): readonly Item[] => {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0]!);
};

/** Everything that is decided by chance beforehand: the same seed is the same plan. */
export const planFaults = ({
  nodes,
  kills,
  minutes,
  seed,
}: Pick<RealStoreOptions, 'nodes' | 'kills' | 'minutes' | 'seed'>): FaultPlan => {
  const random = createRandom(seed);
  const repeated = (kind: FaultKind, times: number): readonly FaultKind[] => Array.from({ length: times }, () => kind);
  const kinds = shuffled(
    [...repeated('kill', kills), ...repeated('freeze', FREEZES), ...repeated('no-quorum', nodes === 3 ? 1 : 0)],
    random,
  );
  const least = kinds.reduce((sum, kind) => sum + SLOT_MS[kind], PEACE_MS);
  const openingMs = Math.max(minutes * 60_000, least);
  const spareMs = Math.floor((openingMs - least) / kinds.length);
  let atMs = PEACE_MS;
  const faults = kinds.map((kind) => {
    const fault: Fault = { kind, atMs, lastsMs: lengthOf(kind, random) };
    atMs += SLOT_MS[kind] + spareMs;
    return fault;
  });
  return { faults, openingMs };
};
