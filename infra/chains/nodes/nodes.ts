import type { NetworkName } from '../../../aggregates/chain';
import type { Alert } from '../../../commands/alerts/kinds';
import type { Clock } from '../../../commands/ports/clock';
import { systemClock } from '../../clock';
import type { ChainLogger, Wait } from '../reader-options';
import type { ChainNode } from './chain-node';
import { messageOf, nodesError } from './nodes-error';
import type { ExpectedHash } from './proof';
import type { EndpointOptions } from './rpc/open-endpoint';
import { createStandings, type Standings } from './standings';
import { createWait } from './wait';

export interface OnOneOptions<Node> {
  /** Asked last, and the preferred node stays the same: for a second opinion. */
  readonly last?: Node | undefined;
}

export interface Nodes<Node extends ChainNode> {
  readonly all: readonly Node[];
  /** Nodes that are not excluded, the preferred one first. */
  readonly available: () => readonly Node[];
  readonly prefer: (node: Node) => void;
  /** Excludes a node that contradicts a kept hash for an hour, and raises an alert. */
  readonly setAside: (node: Node, reason: string) => void;
  /** The newest kept hash, which nodes must prove to have before other questions. */
  readonly expect: (kept: ExpectedHash | null) => void;
  readonly expected: () => ExpectedHash | null;
  /** Rejects unless the node proves to serve the chain; a proof lasts some seconds. */
  readonly prove: (node: Node) => Promise<void>;
  /** Counts a contradiction and drops the node's proof. */
  readonly doubt: (node: Node, error: unknown) => void;
  /** Runs the whole work on one node, so that its answers are consistent; on the next node when it fails. */
  readonly onOne: <Answer>(work: (node: Node) => Promise<Answer>, options?: OnOneOptions<Node>) => Promise<Answer>;
  readonly inTurn: <Item>(
    open: () => readonly Item[],
    ask: (node: Node, items: readonly Item[]) => Promise<void>,
    nodes?: readonly Node[],
  ) => Promise<readonly unknown[]>;
  readonly close: () => Promise<void>;
}

export const CALLS_PER_SECOND = 200;

export interface NodesOptions<Node extends ChainNode> {
  readonly network: NetworkName;
  readonly rpcUrls: readonly string[];
  readonly timeoutMs: number;
  readonly logger: ChainLogger;
  readonly headers?: Readonly<Record<string, string>>;
  /** Per endpoint; 200 when null or absent. */
  readonly callsPerSecond?: number | null;
  readonly clock?: Clock;
  readonly wait?: Wait;
  readonly alert?: Alert;
  readonly connect: (endpoint: EndpointOptions) => Node;
  /** Rejects unless the node serves the chain and has the newest kept block. */
  readonly proveNode: (node: Node, kept: ExpectedHash | null) => Promise<void>;
}

type Turns<Node extends ChainNode> = Pick<NodesOptions<Node>, 'network' | 'logger'> &
  Pick<Nodes<Node>, 'available' | 'prefer' | 'prove'> & { readonly standings: Standings };

const createTurns = <Node extends ChainNode>(turns: Turns<Node>): Nodes<Node>['onOne'] => {
  const { network, logger, standings, available, prefer, prove } = turns;
  const attempt = async <Answer>(node: Node, work: (node: Node) => Promise<Answer>): Promise<Answer> => {
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
  <Node extends ChainNode>(available: Nodes<Node>['available'], standings: Standings): Nodes<Node>['inTurn'] =>
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
export const connectNodes = <Node extends ChainNode>(options: NodesOptions<Node>): Nodes<Node> => {
  const { network, rpcUrls, timeoutMs, logger, headers = {}, clock = systemClock, connect, proveNode } = options;
  if (rpcUrls.length === 0) throw new Error(`${network} has no RPC URL`);
  const callsPerSecond = options.callsPerSecond ?? CALLS_PER_SECOND;
  const waiting = createWait(options.wait);
  const { wait } = waiting;
  const all = rpcUrls.map((url) => connect({ url, headers, timeoutMs, callsPerSecond, clock, wait }));
  const standings = createStandings({ network, clock, logger, alert: options.alert ?? (() => undefined) });
  let first = 0;
  let kept: ExpectedHash | null = null;
  const available = (): readonly Node[] =>
    all.map((_, turn) => all[(first + turn) % all.length]!).filter((node) => !standings.isAside(node));
  const prefer = (node: Node): void => {
    first = all.indexOf(node);
  };
  const prove = async (node: Node): Promise<void> => {
    if (standings.isProved(node)) return;
    await proveNode(node, kept);
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
