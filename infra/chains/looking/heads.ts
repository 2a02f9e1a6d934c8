import type {
  ChainHeads,
  ChainReader,
  FinalityContradiction,
  KeptHash,
} from '../../../commands/ports/chains/chain-reader';
import type { Clock } from '../../../commands/ports/clock';
import { type ChainNode, headOf } from '../nodes/chain-node';
import { historyGone } from '../nodes/history-gone';
import type { Nodes } from '../nodes/nodes';
import { nodesError } from '../nodes/nodes-error';
import { isKeptDoubt } from '../nodes/proof';
import { byHeight, type History, type NodeLook } from './history';
import { type Contradicting, commonHeightOf, contradictionOf, olderContradictionOf } from './kept-history';
import { createReceiverWatch } from './receiver-watch';

export interface HeadsScope<Node extends ChainNode> {
  readonly network: string;
  readonly identity: string;
  readonly receivers: readonly string[];
  readonly nodes: Nodes<Node>;
  readonly clock: Clock;
  readonly history: History<Node>;
  readonly isClosed?: true;
}

/** A newest block that does not change for this long is compared with the other nodes', once per period. */
const STANDSTILL_MS = 60_000;

interface Round<Node> {
  readonly looks: NodeLook<Node>[];
  readonly pruned: NodeLook<Node>[];
  readonly contradicting: Contradicting<Node>[];
  readonly failures: unknown[];
}

const highest = <Node>(looks: readonly NodeLook<Node>[]): NodeLook<Node> | undefined =>
  looks.reduce<NodeLook<Node> | undefined>(
    (best, look) => (best === undefined || look.newest.number > best.newest.number ? look : best),
    undefined,
  );

/** Fresh: the newest block is not below the last one and has changed within a minute. */
type Newest = Pick<NodeLook<unknown>, 'newest'>;

const createFreshness = (clock: Clock) => {
  let newest = -1n;
  let since = 0;
  return {
    isFresh: ({ newest: { number } }: Newest): boolean =>
      number > newest || (number === newest && clock.now() - since < STANDSTILL_MS),
    note: ({ newest: { number } }: Newest): void => {
      if (number !== newest || clock.now() - since >= STANDSTILL_MS) since = clock.now();
      newest = number;
    },
  };
};

/** A false answer, or a machine still syncing, must not end the comparison. */
const PRUNED_MS = 60_000;

/** Confirmed once every node has reported the highest kept block as pruned for a minute, and none has it. */
const createPruning = (clock: Clock) => {
  let told: { readonly height: bigint; readonly firstMs: number; readonly lastMs: number } | null = null;
  return {
    note: (top: KeptHash | null, isCompared: boolean, isGoneEverywhere: boolean): void => {
      if (isCompared || told?.height !== top?.height) told = null;
      if (isCompared || top === null || !isGoneEverywhere) return;
      told = { height: top.height, firstMs: told?.firstMs ?? clock.now(), lastMs: clock.now() };
    },
    isConfirmed: (top: KeptHash | null): boolean =>
      told !== null && told.height === top?.height && told.lastMs - told.firstMs >= PRUNED_MS,
  };
};

interface Around {
  readonly kept: readonly KeptHash[];
  readonly accounts: readonly string[];
  readonly isFresh: (look: Newest) => boolean;
}

const lookInTurn = async <Node extends ChainNode>(
  node: Node,
  { nodes, history }: HeadsScope<Node>,
  round: Round<Node>,
  { kept, accounts, isFresh }: Around,
): Promise<boolean> => {
  const [highestKept] = kept;
  const expected = highestKept === undefined ? null : { ...highestKept, mayBeGone: true };
  try {
    const seen = await history.lookAt(node, { kept: expected, accounts });
    const contradicting = seen.lacksKept ? await olderContradictionOf(history, node, kept) : null;
    if (contradicting !== null) round.contradicting.push(contradicting);
    else (seen.lacksKept ? round.pruned : round.looks).push(seen);
    return !seen.lacksKept && isFresh(seen);
  } catch (error) {
    nodes.doubt(node, error);
    const contradicting = isKeptDoubt(error) ? await contradictionOf(history, node, kept) : null;
    if (contradicting === null) round.failures.push(error);
    else round.contradicting.push(contradicting);
    return false;
  }
};

const lookAround = async <Node extends ChainNode>(scope: HeadsScope<Node>, around: Around): Promise<Round<Node>> => {
  const round: Round<Node> = { looks: [], pruned: [], contradicting: [], failures: [] };
  for (const node of scope.nodes.available()) {
    if (await lookInTurn(node, scope, round, around)) break;
  }
  return round;
};

/** Excluded nodes are only asked if every node contradicts the kept hashes. */
const askThoseAside = async <Node extends ChainNode>(
  { nodes, history }: HeadsScope<Node>,
  kept: readonly KeptHash[],
  round: Round<Node>,
): Promise<void> => {
  const asked = nodes.available();
  for (const node of nodes.all.filter((one) => !asked.includes(one))) {
    const contradicting = await contradictionOf(history, node, kept);
    if (contradicting === null) round.failures.push(new Error(`${node.label} is set aside`));
    else round.contradicting.push(contradicting);
  }
};

const withoutAnswer = async <Node extends ChainNode>(
  scope: HeadsScope<Node>,
  kept: readonly KeptHash[],
  round: Round<Node>,
): Promise<FinalityContradiction> => {
  const { network, nodes } = scope;
  if (round.contradicting.length > 0) await askThoseAside(scope, kept, round);
  const [first] = round.contradicting;
  // Nodes that have pruned the kept block contradict no other node.
  if (first !== undefined && round.contradicting.length + round.pruned.length === nodes.all.length) {
    const commonHeight = await commonHeightOf(scope.history, first, kept);
    const { height, hash } = first.kept;
    return { outcome: 'FINALITY_CONTRADICTED', height, kept: hash, seen: first.seen, commonHeight };
  }
  const lacking = round.pruned.map(({ node }) => historyGone(node.label, kept[0]!.height, 'it was final'));
  const contradicting = round.contradicting.map(({ error }) => error);
  throw nodesError(network, [...round.failures, ...lacking, ...contradicting]);
};

/** The heads to use, or null. Pruned heads count only once the pruning is confirmed. */
const bestOf = <Node>({ looks, pruned }: Round<Node>, isConfirmed: boolean): NodeLook<Node> | null =>
  highest(looks) ?? (isConfirmed ? highest(pruned) : undefined) ?? null;

/** See ChainReader. Asks one node; the next when it fails, lags, contradicts a kept hash or has pruned it. */
export const createHeads = <Node extends ChainNode>(scope: HeadsScope<Node>): ChainReader['heads'] => {
  const { nodes, identity, clock } = scope;
  const receivers = createReceiverWatch(clock, scope.receivers);
  const freshness = createFreshness(clock);
  const pruning = createPruning(clock);
  return async (unordered): Promise<ChainHeads | FinalityContradiction> => {
    const kept = byHeight(unordered);
    const [top = null] = kept;
    const expect = () => nodes.expect(top === null ? null : { ...top, mayBeGone: pruning.isConfirmed(top) });
    expect();
    const accounts = receivers.due();
    const round = await lookAround(scope, { kept, accounts, isFresh: freshness.isFresh });
    const isGoneEverywhere = round.pruned.length === nodes.all.length;
    pruning.note(top, round.looks.length + round.contradicting.length > 0, isGoneEverywhere);
    expect();
    const best = bestOf(round, pruning.isConfirmed(top) && isGoneEverywhere);
    if (best === null) return withoutAnswer(scope, kept, round);
    for (const { node, error } of round.contradicting) nodes.setAside(node, error.message);
    nodes.prefer(best.node);
    freshness.note(best);
    receivers.note(best.receivers);
    return {
      outcome: 'HEADS',
      newest: headOf(best.newest),
      final: headOf(best.final),
      identity,
      receivers: receivers.states(),
      uncompared: best.lacksKept ? top : null,
      ...(scope.isClosed === true ? { isClosed: true } : {}),
    };
  };
};
