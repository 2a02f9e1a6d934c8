import type { Movement, SeenMovement } from '../../aggregates/chain';
import type {
  ChainHead,
  ChainReader,
  Judgement,
  KeptHash,
  ScannedMovement,
  Transfer,
} from '../../commands/ports/chains/chain-reader';
import { movement, time } from '../../packages/testing/src/samples/sample-data';

interface Block {
  readonly hash: string;
  readonly time: string;
  readonly movements: readonly Movement[];
}

const NO_BLOCK = '0x0';

const transferOf = ({ sender, receiver, assetId, amountBaseUnits }: SeenMovement): Transfer => ({
  ...{ from: sender, to: receiver, assetId: assetId!, baseUnits: BigInt(amountBaseUnits), reference: null },
});

/** A chain that the test mines, finalises and reorganises: by default one block a second from noon on. */
export const scriptedChain = (timeOf: (height: number) => string = time) => {
  let blocks: readonly Block[] = [];
  let finalNumber = 0;
  let forks = 0;
  const scans: (readonly [bigint, bigint])[] = [];
  const judged: number[] = [];

  const headOf = (height: number): ChainHead => {
    const block = blocks[height];
    if (block === undefined) throw new Error(`no block ${height}`);
    return { height: BigInt(height), hash: block.hash, time: block.time };
  };
  const mine = (...movements: readonly Partial<Movement>[]): void => {
    const number = blocks.length;
    const hash = `0xb${number}f${forks}`;
    const facts = { blockNumber: String(number), blockHash: hash, blockTime: timeOf(number) };
    blocks = [
      ...blocks,
      { hash, time: timeOf(number), movements: movements.map((made) => ({ ...movement, ...made, ...facts })) },
    ];
  };
  mine();

  const movementsIn = (from: bigint, to: bigint): readonly ScannedMovement[] =>
    blocks
      .slice(Number(from), Number(to) + 1)
      .flatMap((block) => block.movements.map((made) => ({ movement: made, isFinal: false })));
  const judge = ({ txid, position }: Pick<Movement, 'txid' | 'position'>): Judgement => {
    const final = blocks.slice(0, finalNumber + 1).flatMap((block) => block.movements);
    const found = final.find((made) => made.txid === txid && made.position === position);
    if (found !== undefined) return { verdict: 'FINAL', movement: found };
    const later = blocks.slice(finalNumber + 1).flatMap((block) => block.movements);
    return later.some((made) => made.txid === txid)
      ? { verdict: 'PENDING' }
      : { verdict: 'GONE', reason: 'REORGANISED_AWAY' };
  };
  const contradicts = ({ height, hash }: KeptHash): boolean => (blocks[Number(height)]?.hash ?? hash) !== hash;

  const reader: ChainReader = {
    network: 'ethereum',
    heads: async (kept) => {
      const wrong = kept.find(contradicts);
      if (wrong === undefined) {
        const receivers = [{ address: '0xaa', refusal: null }];
        const heads = { newest: headOf(blocks.length - 1), final: headOf(finalNumber) };
        return { outcome: 'HEADS', ...heads, identity: '1', receivers, uncompared: null };
      }
      const common = kept.find((hash) => !contradicts(hash) && hash.height < BigInt(blocks.length));
      const seen = blocks[Number(wrong.height)]!.hash;
      return {
        ...{ outcome: 'FINALITY_CONTRADICTED', height: wrong.height, kept: wrong.hash, seen },
        commonHeight: common?.height ?? null,
      };
    },
    hashAt: async (height) => headOf(Number(height)).hash,
    scan: async ({ from, to }) => {
      scans.push([from, to]);
      const parentHash = blocks[Number(from) - 1]?.hash ?? NO_BLOCK;
      const movements = movementsIn(from, to);
      return {
        ...{ outcome: 'SCANNED', movements, unread: [], dust: [], parentHash },
        ...{ upTo: headOf(Number(to)), resume: null },
      };
    },
    rescan: async (from, to) => ({
      ...{ movements: movementsIn(from, to), unread: [], upTo: headOf(Number(to)) },
      gone: null,
    }),
    read: async (transactions) =>
      transactions.map(({ txid, height, blockHash }) => {
        const block = blocks[Number(height)];
        if (block?.hash !== blockHash) return { outcome: 'GONE' };
        const own = block.movements.filter((made) => made.txid === txid);
        return { outcome: 'READ', movements: own.map((made) => ({ movement: made, isFinal: false })) };
      }),
    judge: async (movements) => {
      judged.push(movements.length);
      return { judgements: movements.map(judge), shortfalls: [], unprovedBlocks: 0 };
    },
    find: async (txids) =>
      txids.map((txid) => {
        const height = blocks.findIndex((block) => block.movements.some((made) => made.txid === txid));
        if (height < 0) return { outcome: 'UNKNOWN' };
        if (height > finalNumber) return { outcome: 'PENDING' };
        const movements = movementsIn(BigInt(height), BigInt(height)).filter(
          ({ movement: made }) => made.txid === txid,
        );
        return { outcome: 'FINAL', movements, transfers: movements.map(({ movement: made }) => transferOf(made)) };
      }),
    close: async () => undefined,
  };

  return {
    reader,
    scans,
    /** Number of movements in each call to judge. */
    judged,
    mine,
    /** Mines `count` blocks without a movement. */
    pass: (count: number): void => {
      for (let mined = 0; mined < count; mined += 1) mine();
    },
    finalise: (number: number): void => {
      finalNumber = number;
    },
    /** Drops the blocks from `number` on, so that another chain follows. Answers their movements. */
    reorganise: (number: number): readonly Movement[] => {
      const dropped = blocks.slice(number).flatMap(({ movements }) => movements);
      blocks = blocks.slice(0, number);
      forks += 1;
      return dropped;
    },
    /** Remembers the chain; answers a function that restores it. */
    fork: (): (() => void) => {
      const before = { blocks, finalNumber };
      return () => {
        ({ blocks, finalNumber } = before);
      };
    },
    newestNumber: (): number => blocks.length - 1,
    finalNumber: (): number => finalNumber,
  };
};
