import type { Movement } from '../aggregates/chain';
import type { ChainHead, ChainReader } from '../commands/ports/single-chain-reader';
import { movement, time } from './sample-data';

interface Block {
  readonly hash: string;
  readonly time: string;
  readonly movements: readonly Movement[];
}

const NO_BLOCK = '0x0';

/** A chain that the test mines, finalises and reorganises: of one block per second from noon on, unless told otherwise. */
export const scriptedChain = (timeOf: (blockNumber: number) => string = time) => {
  let blocks: readonly Block[] = [];
  let finalNumber = 0;
  let forks = 0;
  const scans: (readonly [bigint, bigint])[] = [];

  const headOf = (number: number): ChainHead => {
    const block = blocks[number];
    if (block === undefined) throw new Error(`no block ${number}`);
    return { blockNumber: BigInt(number), blockHash: block.hash, blockTime: block.time };
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

  const reader: ChainReader = {
    network: 'ethereum',
    checkIdentity: async () => undefined,
    newest: async () => headOf(blocks.length - 1),
    finalised: async () => headOf(finalNumber),
    blockAt: async (number) => headOf(Number(number)),
    scan: async (from, to) => {
      scans.push([from, to]);
      const movements = blocks.slice(Number(from), Number(to) + 1).flatMap((block) => block.movements);
      return { movements, parentHash: blocks[Number(from) - 1]?.hash ?? NO_BLOCK, upTo: headOf(Number(to)) };
    },
    judge: async ({ txid, position }) => {
      const final = blocks.slice(0, finalNumber + 1).flatMap((block) => block.movements);
      const found = final.find((made) => made.txid === txid && made.position === position);
      if (found !== undefined) return { verdict: 'FINAL', movement: found };
      const later = blocks.slice(finalNumber + 1).flatMap((block) => block.movements);
      return later.some((made) => made.txid === txid)
        ? { verdict: 'PENDING' }
        : { verdict: 'GONE', reason: 'REORGANISED_AWAY' };
    },
  };

  return {
    reader,
    scans,
    mine,
    /** `count` blocks without anything for us. */
    pass: (count: number): void => {
      for (let mined = 0; mined < count; mined += 1) mine();
    },
    finalise: (number: number): void => {
      finalNumber = number;
    },
    /** The blocks from `number` on never were; what follows is another chain. Answers what they held. */
    reorganise: (number: number): readonly Movement[] => {
      const dropped = blocks.slice(number).flatMap(({ movements }) => movements);
      blocks = blocks.slice(0, number);
      forks += 1;
      return dropped;
    },
    newestNumber: (): number => blocks.length - 1,
    finalNumber: (): number => finalNumber,
  };
};
