import type { NetworkName } from '../../../../aggregates/chain';
import type { Alert } from '../../../../commands/alerts/kinds';
import type { Clock } from '../../../../commands/ports/clock';
import { systemClock } from '../../../clock';
import type { ChainLogger, Wait } from '../../reader-options';
import { connectNode, type EvmNode } from './node';
import { messageOf, nodesError } from './nodes-error';
import { type ExpectedHash, proveNode } from './proof';
import { createStandings, type Standings } from './standings';
import { createWait } from './wait';

export interface OnOneOptions {
  /** Asked last, and the preferred node stays the same: for a second opinion. */
  readonly last?: EvmNode | undefined;
}

export interface EvmNodes {
  readonly all: readonly EvmNode[];
  /** Nodes not set aside, the preferred one first. */
  readonly available: () => readonly EvmNode[];
  readonly prefer: (node: EvmNode) => void;
  /** Sets a node that contradicts a kept hash aside for an hour, and raises an alert. */
  readonly setAside: (node: EvmNode, reason: string) => void;
  /** The newest kept hash, which nodes must prove to have before other questions. */
  readonly expect: (kept: ExpectedHash | null) => void;
  readonly expected: () => ExpectedHash | null;
  /** Rejects unless the node proves to serve the chain; a proof lasts some seconds. */
  readonly prove: (node: EvmNode) => Promise<void>;
  /** Counts a contradiction and drops the node's proof. */
  readonly doubt: (node: EvmNode, error: unknown) => void;
  /** Runs the whole work on one node, so that its answers are consistent; on the next node when it fails. */
  readonly onOne: <Answer>(work: (node: EvmNode) => Promise<Answer>, options?: OnOneOptions) => Promise<Answer>;
  /** Asks node after node about the items that are still open. Answers the failures. */
  readonly inTurn: <Item>(
    open: () => readonly Item[],
    ask: (node: EvmNode, items: readonly Item[]) => Promise<void>,
    nodes?: readonly EvmNode[],
  ) => Promise<readonly unknown[]>;
  /** Fails calls under way and all later ones. */
  readonly close: () => Promise<void>;
}

/** Per endpoint, unless the networks file says otherwise. */
export const CALLS_PER_SECOND = 200;

export interface EvmNodesOptions {
  readonly network: NetworkName;
  readonly chainId: number | bigint;
  readonly rpcUrls: readonly string[];
  readonly timeoutMs: number;
  readonly logger: ChainLogger;
  readonly headers?: Readonly<Record<string, string>>;
  /** Per endpoint; 200 when null or absent. */
  readonly callsPerSecond?: number | null;
  readonly clock?: Clock;
  readonly wait?: Wait;
  readonly alert?: Alert;
}

type Turns = Pick<EvmNodesOptions, 'network' | 'logger'> &
  Pick<EvmNodes, 'available' | 'prefer' | 'prove'> & { readonly standings: Standings };

const createTurns = ({ network, logger, standings, available, prefer, prove }: Turns): EvmNodes['onOne'] => {
  const attempt = async <Answer>(node: EvmNode, work: (node: EvmNode) => Promise<Answer>): Promise<Answer> => {
    try {
      await prove(node);
      return await work(node);
    } catch (error) {
      standings.doubt(node, error);
      throw error;
    }
  };
  return async (work, { last } = {}) => {
    const failures: unknown[] = [];
    const nodes = available();
    for (const node of last === undefined ? nodes : [...nodes.filter((one) => one !== last), last]) {
      try {
        const answer = await attempt(node, work);
        const told = failures.map(messageOf);
        if (told.length > 0) logger.warn({ network, node: node.label, failures: told }, 'Another node answered');
        if (last === undefined) prefer(node);
        return answer;
      } catch (error) {
        failures.push(error);
      }
    }
    throw nodesError(network, failures);
  };
};

const createInTurn =
  (available: EvmNodes['available'], standings: Standings): EvmNodes['inTurn'] =>
  async (open, ask, asked = available()) => {
    const failures: unknown[] = [];
    for (const node of asked) {
      const items = open();
      if (items.length === 0) break;
      try {
        await ask(node, items);
      } catch (error) {
        standings.doubt(node, error);
        failures.push(error);
      }
    }
    return failures;
  };

/** Connects the nodes of one network; throws without an RPC URL. */
export const connectNodes = (options: EvmNodesOptions): EvmNodes => {
  const { network, rpcUrls, timeoutMs, logger, headers = {}, clock = systemClock } = options;
  if (rpcUrls.length === 0) throw new Error(`${network} has no RPC URL`);
  const callsPerSecond = options.callsPerSecond ?? CALLS_PER_SECOND;
  const waiting = createWait(options.wait);
  const all = rpcUrls.map((url) => connectNode({ url, headers, timeoutMs, callsPerSecond, clock, wait: waiting.wait }));
  const standings = createStandings({ network, clock, logger, alert: options.alert ?? (() => undefined) });
  let first = 0;
  let kept: ExpectedHash | null = null;
  const available = (): readonly EvmNode[] =>
    all.map((_, turn) => all[(first + turn) % all.length]!).filter((node) => !standings.isAside(node));
  const prefer = (node: EvmNode): void => {
    first = all.indexOf(node);
  };
  const prove = async (node: EvmNode): Promise<void> => {
    if (standings.isProved(node)) return;
    await proveNode(node, BigInt(options.chainId), kept);
    standings.proved(node);
  };
  const onOne = createTurns({ network, logger, standings, available, prefer, prove });
  return {
    all,
    available,
    prefer,
    setAside: standings.setAside,
    expect: (hash) => {
      kept = hash;
    },
    expected: () => kept,
    prove,
    doubt: standings.doubt,
    onOne,
    inTurn: createInTurn(available, standings),
    close: async () => {
      waiting.close();
      await Promise.all(all.map((node) => node.close()));
    },
  };
};
