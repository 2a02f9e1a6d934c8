import type { RealNetwork } from '../../../../../commands/ports/chains/catalog';
import type { ChainReader } from '../../../../../commands/ports/chains/chain-reader';
import type { Clock } from '../../../../../commands/ports/clock';
import { createEvmReader } from '../../../../../infra/chains/evm/reader';
import type { ChainReaderOptions, WatchedNetwork } from '../../../../../infra/chains/reader-options';
import { clockOf } from '../../../../../infra/clock';
import { type MadeChain, madeChain, TOKEN } from './made-chain';
import { catalogOf, networkOf } from './scenario';
import { type ScriptedNode, scriptedNode } from './scripted-node';

/** Time that passes only during a wait, or on the test's command. */
export interface VirtualTime {
  readonly clock: Clock;
  readonly wait: (waitMs: number) => Promise<void>;
  readonly pass: (durationMs: number) => void;
}

export const START_MS = Date.parse('2026-11-22T12:00:00.000Z');

export const virtualTime = (): VirtualTime => {
  let nowMs = START_MS;
  return {
    clock: clockOf(() => nowMs),
    wait: async (waitMs) => {
      const until = nowMs + waitMs;
      await new Promise((resolve) => setImmediate(resolve));
      nowMs = Math.max(nowMs, until);
    },
    pass: (durationMs) => {
      nowMs += durationMs;
    },
  };
};

export interface Alarm {
  readonly what: string;
  readonly facts: Readonly<Record<string, string>>;
}

export interface ScriptedLab {
  readonly time: () => VirtualTime;
  readonly alarms: () => readonly Alarm[];
  /** A chain whose newest block is two seconds old. */
  readonly chainOf: (blocks: number) => MadeChain;
  readonly node: (chain: MadeChain) => Promise<ScriptedNode>;
  /** A reader of the coin and one token by default. */
  readonly reader: (
    nodes: readonly ScriptedNode[],
    network?: Partial<WatchedNetwork & RealNetwork>,
    changes?: Partial<ChainReaderOptions>,
  ) => ChainReader;
}

/** Call it inside `describe`. Everything is stopped by itself. */
export const scriptedLab = (): ScriptedLab => {
  let time = virtualTime();
  let alarms: Alarm[] = [];
  const nodes: ScriptedNode[] = [];
  const readers: ChainReader[] = [];
  beforeEach(() => {
    time = virtualTime();
    alarms = [];
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.close();
    for (const node of nodes.splice(0)) await node.stop();
  });
  return {
    time: () => time,
    alarms: () => alarms,
    chainOf: (blocks) => {
      const chain = madeChain(time.clock.now() - blocks * 2_000);
      chain.pass(blocks - 1);
      return chain;
    },
    node: async (chain) => {
      const node = await scriptedNode(chain);
      nodes.push(node);
      return node;
    },
    reader: (own, network = {}, changes = {}) => {
      const reader = createEvmReader({
        network: { ...networkOf(31_337), ...network },
        assets: catalogOf(TOKEN),
        rpcUrls: own.map(({ url }) => url),
        memoPrefix: 'acme',
        finality: 'finalized',
        // A busy machine is no silent node.
        requestTimeoutMs: 30_000,
        logger: { info: () => undefined, warn: () => undefined },
        clock: time.clock,
        wait: time.wait,
        alert: (what, facts) => void alarms.push({ what, facts }),
        ...changes,
      });
      readers.push(reader);
      return reader;
    },
  };
};
