import assert from 'node:assert/strict';
import type { SeenMovement } from '../../../../../aggregates/chain';
import type { ChainHeads, ChainReader, KeptHash } from '../../../../../commands/ports/chains/chain-reader';
import type { Opened } from '../cases';
import type { Arm, ManualClock } from '../providers';

export interface PaymentToMake {
  /** Null: none. */
  readonly memo: string | null;
  /** Base units of the coin, above its dust. */
  readonly amount: bigint;
  /** The receiver unless given. */
  readonly to?: string;
}

/** A reader over one endpoint of a chain that the suite drives. */
export interface ChainUnderTest {
  readonly reader: ChainReader;
  /** The chain's and the reader's clock. */
  readonly clock: ManualClock;
  readonly receiver: string;
  /** An account that is not ours and can be paid. */
  readonly stranger: string;
  /** Text that our memos begin with, such as `lastro:`. */
  readonly memoOpening: string;
  /** Memo that the reader reports for this memo, where the chain carries a hash of it. Absent: the memo itself. */
  readonly toldMemo?: (memo: string) => string;
  /** Pays the coin, signed by another account than the stranger. The payment is final when it answers its txid. */
  readonly pay: (payment: PaymentToMake) => Promise<string>;
  /** Makes blocks without a payment, final when it resolves. */
  readonly pass: (blocks: number) => Promise<void>;
  /** Ends a fault that was armed. */
  readonly mend: () => Promise<void> | void;
  readonly close?: () => Promise<void>;
}

/** Faults that a test can arm at the endpoint until `mend`. The tests of an absent fault are skipped. */
export interface ChainFaults<World> {
  /** Drops every connection. */
  readonly dropConnections?: Arm<World>;
  /** Answers text that is no answer. */
  readonly garbage?: Arm<World>;
  /** Answers half of an answer. */
  readonly half?: Arm<World>;
  /** Answers HTTP 429. */
  readonly tooManyRequests?: Arm<World>;
  /** Answers an error of its own to every question about a range or a page. */
  readonly refuseRanges?: Arm<World>;
  /** Knows the head, and lists nothing. */
  readonly empty?: Arm<World>;
  /** Lists everything twice. */
  readonly repeat?: Arm<World>;
  /** Has lost the history below its head. */
  readonly prune?: Arm<World>;
  /** Answers a head some blocks below its last one. */
  readonly goBack?: Arm<World>;
  /** Serves another chain. */
  readonly otherChain?: Arm<World>;
}

export interface ChainContract<World extends ChainUnderTest> extends Opened<World> {
  readonly faults: ChainFaults<World>;
}

export interface Scene extends ChainUnderTest {
  readonly arm: (fault: keyof ChainFaults<never>) => Promise<void>;
  readonly memo: () => string;
  readonly heads: (kept?: readonly KeptHash[]) => Promise<ChainHeads>;
  /** Movements from a height up to the head, by as many scans as the reader needs. */
  readonly movementsFrom: (from: bigint) => Promise<readonly SeenMovement[]>;
  /** The next height to scan. */
  readonly next: () => Promise<bigint>;
}

/** More pages than any suite has. */
const MOST_PAGES = 100;

export const sceneOf = <World extends ChainUnderTest>(world: World, { faults }: ChainContract<World>): Scene => {
  const { reader, memoOpening } = world;
  let made = 0;
  const heads: Scene['heads'] = async (kept = []) => {
    const told = await reader.heads(kept);
    if (told.outcome !== 'HEADS') throw new Error(`finality contradicted at ${told.height}`);
    return told;
  };
  const movementsFrom: Scene['movementsFrom'] = async (from) => {
    const { newest } = await heads();
    const movements: SeenMovement[] = [];
    let next = from;
    let resume: unknown = null;
    for (let page = 0; next <= newest.height; page += 1) {
      assert.ok(page < MOST_PAGES, `The reader does not get beyond ${next}`);
      const found = await reader.scan({ from: next, to: newest.height, resume });
      if (found.outcome === 'GAP') throw new Error(`a gap at ${found.height}`);
      assert.ok(found.upTo.height >= next && found.upTo.height <= newest.height, `scanned up to ${found.upTo.height}`);
      movements.push(...found.movements.map(({ movement }) => movement));
      next = found.upTo.height + 1n;
      ({ resume } = found);
    }
    return movements;
  };
  return {
    ...world,
    ...{ heads, movementsFrom },
    arm: async (fault) => faults[fault]?.(world),
    memo: () => {
      made += 1;
      return `${memoOpening}memo-${made}`;
    },
    next: async () => (await heads()).newest.height + 1n,
  };
};
