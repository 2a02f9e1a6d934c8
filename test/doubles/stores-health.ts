import { type Position, type Recorded, START } from '../../aggregates/events';
import type { EventStore } from '../../commands/ports/event-store';
import { clockOf } from '../../infra/clock';
import type { Logger } from '../../infra/logger';
import { createWriteProof, type WriteProof } from '../../infra/readiness/write-proof';
import type { Adapters } from '../../src/bin/wiring/adapters';
import { createStoresHealth, type StoresHealth } from '../../src/bin/wiring/stores-health';

export const at = (place: number): Position => ({ commit: BigInt(place), prepare: BigInt(place) });

export const PREFIXES = { accounts: 'user-', payouts: 'cashout-' } as const;

/** Stores and time in the hands of the test. */
export interface SetStores {
  nowMs: number;
  isDatabaseAway: boolean;
  /** Null: the store is away. */
  head: number | null;
  /** Positions of our events. */
  events: number[];
  /** Positions of the projections. */
  positions: Record<string, number>;
}

export interface OutlookWorld {
  readonly set: SetStores;
  readonly storesHealth: StoresHealth;
  readonly writes: WriteProof;
  readonly lines: readonly (readonly [object, string])[];
  /** Start positions of the short reads of the log. */
  readonly proofs: readonly Position[];
  /** The needs of the readiness check. */
  readonly adapters: Adapters;
}

const away = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** By default an empty log that both projections have applied. */
export const outlookWorld = (begin: Partial<SetStores> = {}): OutlookWorld => {
  const set: SetStores = { nowMs: 0, isDatabaseAway: false, head: -1, events: [], positions: {}, ...begin };
  const [lines, proofs]: [(readonly [object, string])[], Position[]] = [[], []];
  const nowMs = (): number => set.nowMs;
  const readAll: EventStore['readAll'] = async function* (after) {
    proofs.push(after);
    for (const event of set.events) if (BigInt(event) > after.commit) yield { position: at(event) } as Recorded;
  };
  const writes = createWriteProof(nowMs);
  const logger = { warn: (fields: object, said: string) => void lines.push([fields, said]) } as Pick<Logger, 'warn'>;
  const storesHealth = createStoresHealth({
    eventStore: { readAll },
    projections: Object.entries(PREFIXES).map(([name, prefix]) => ({ name, streamPrefixes: [prefix] })),
    positions: async () => {
      if (set.isDatabaseAway) throw away();
      return new Map(Object.entries(set.positions).map(([name, place]) => [name, at(place)]));
    },
    ...{ writes, nowMs, logger },
  });
  const query = async (): Promise<readonly never[]> => {
    if (set.isDatabaseAway) throw away();
    return [];
  };
  const head = async (): Promise<Position> => {
    if (set.head === null) throw away();
    return set.head < 0 ? START : at(set.head);
  };
  const pair = { standing: () => ({ is: 'RIGHT', lookedMs: 0 }), unheld: () => null };
  const adapters = {
    redis: null,
    pair,
    ports: { query, clock: clockOf(() => set.nowMs), alert: () => undefined, eventStore: { head } },
  } as unknown as Adapters;
  return { set, storesHealth, writes, lines, proofs, adapters };
};
