import type {
  ChainHeads,
  ChainReader,
  FinalityContradiction,
  KeptHash,
} from '../../../../commands/ports/chains/chain-reader';
import { historyGone } from '../nodes/history-gone';
import type { EvmNode } from '../nodes/node';
import { nodesError } from '../nodes/nodes-error';
import { isKeptDoubt } from '../nodes/proof';
import { type Contradicting, commonHeightOf, contradictionOf, olderContradictionOf } from './kept-history';
import { type EvmLook, lookAt } from './look';
import { createReceiverWatch } from './receiver-watch';
import { type EvmScope, headOf } from './scope';

/** A newest block unchanged for this long is compared with the other nodes' once per such period. */
const STANDSTILL_MS = 60_000;

interface Round {
  /** Of nodes that have the highest kept hash. */
  readonly looks: EvmLook[];
  /** Of nodes that have pruned every kept hash. */
  readonly pruned: EvmLook[];
  readonly contradicting: Contradicting[];
  readonly failures: unknown[];
}

const highest = (looks: readonly EvmLook[]): EvmLook | undefined =>
  looks.reduce<EvmLook | undefined>(
    (best, look) => (best === undefined || look.newest.number > best.newest.number ? look : best),
    undefined,
  );

/** Fresh: the newest block is not below the last one and has not stood still for a minute. */
const createFreshness = ({ clock }: EvmScope) => {
  let newest = -1n;
  let since = 0;
  return {
    isFresh: ({ newest: { number } }: EvmLook): boolean =>
      number > newest || (number === newest && clock.now() - since < STANDSTILL_MS),
    note: ({ newest: { number } }: EvmLook): void => {
      if (number !== newest || clock.now() - since >= STANDSTILL_MS) since = clock.now();
      newest = number;
    },
  };
};

/** A false answer, or a machine still syncing, must not end the comparison. */
const PRUNED_MS = 60_000;

/** Confirmed once every node has reported the highest kept block as pruned for a minute, and none denied it. */
const createPruning = ({ clock }: EvmScope) => {
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
  readonly isFresh: (look: EvmLook) => boolean;
}

/** Looks at one node; true when no other node is needed. */
const lookInTurn = async (node: EvmNode, scope: EvmScope, round: Round, around: Around): Promise<boolean> => {
  const { kept, accounts, isFresh } = around;
  const [highestKept] = kept;
  const expected = highestKept === undefined ? null : { ...highestKept, mayBeGone: true };
  try {
    const seen = await lookAt(node, scope, { kept: expected, accounts });
    const contradicting = seen.lacksKept ? await olderContradictionOf(node, kept) : null;
    if (contradicting !== null) round.contradicting.push(contradicting);
    else (seen.lacksKept ? round.pruned : round.looks).push(seen);
    return !seen.lacksKept && isFresh(seen);
  } catch (error) {
    scope.nodes.doubt(node, error);
    const contradicting = isKeptDoubt(error) ? await contradictionOf(node, kept, scope.watch.chainId) : null;
    if (contradicting === null) round.failures.push(error);
    else round.contradicting.push(contradicting);
    return false;
  }
};

const lookAround = async (scope: EvmScope, around: Around): Promise<Round> => {
  const round: Round = { looks: [], pruned: [], contradicting: [], failures: [] };
  for (const node of scope.nodes.available()) {
    if (await lookInTurn(node, scope, round, around)) break;
  }
  return round;
};

/** Nodes set aside are asked only whether every node contradicts the kept hashes. */
const askThoseAside = async (scope: EvmScope, kept: readonly KeptHash[], round: Round): Promise<void> => {
  const asked = scope.nodes.available();
  for (const node of scope.nodes.all.filter((one) => !asked.includes(one))) {
    const contradicting = await contradictionOf(node, kept, scope.watch.chainId);
    if (contradicting === null) round.failures.push(new Error(`${node.label} is set aside`));
    else round.contradicting.push(contradicting);
  }
};

const withoutAnswer = async (
  scope: EvmScope,
  kept: readonly KeptHash[],
  round: Round,
): Promise<FinalityContradiction> => {
  const { watch, nodes } = scope;
  if (round.contradicting.length > 0) await askThoseAside(scope, kept, round);
  const [first] = round.contradicting;
  // Nodes that have pruned the kept block contradict nobody.
  if (first !== undefined && round.contradicting.length + round.pruned.length === nodes.all.length) {
    const commonHeight = await commonHeightOf(first, kept);
    const { height, hash } = first.kept;
    return { outcome: 'FINALITY_CONTRADICTED', height, kept: hash, seen: first.seen, commonHeight };
  }
  const lacking = round.pruned.map(({ node }) => historyGone(node.label, kept[0]!.height, 'it was final'));
  const contradicting = round.contradicting.map(({ error }) => error);
  throw nodesError(watch.network, [...round.failures, ...lacking, ...contradicting]);
};

/** The look to use, null when there is none. A pruned look counts only once the pruning is confirmed. */
const bestOf = ({ looks, pruned }: Round, isConfirmed: boolean): EvmLook | null =>
  highest(looks) ?? (isConfirmed ? highest(pruned) : undefined) ?? null;

/** See ChainReader. Looks at one node; at the next when it fails, lags, contradicts a kept hash or has pruned it. */
export const createHeads = (scope: EvmScope): ChainReader['heads'] => {
  const { nodes, watch } = scope;
  const receivers = createReceiverWatch(scope);
  const freshness = createFreshness(scope);
  const pruning = createPruning(scope);
  return async (unordered): Promise<ChainHeads | FinalityContradiction> => {
    const kept = [...unordered].sort((one, other) => (one.height > other.height ? -1 : 1));
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
    receivers.note(accounts, best.codes);
    return {
      outcome: 'HEADS',
      newest: headOf(best.newest),
      final: headOf(best.final),
      identity: watch.chainId.toString(),
      receivers: receivers.states(),
      uncompared: best.lacksKept ? top : null,
    };
  };
};
