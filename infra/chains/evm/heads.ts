import type { ChainHeads, ChainReader, FinalityContradiction, KeptHash } from '../../../commands/ports/chain-reader';
import { type Contradicting, commonHeightOf, contradictionOf } from './kept-history';
import { type EvmLook, lookAt } from './look';
import type { EvmNode } from './node';
import { nodesError } from './nodes-error';
import { isKeptDoubt } from './proof';
import { createReceiverWatch } from './receiver-watch';
import { type EvmScope, headOf } from './scope';

/** A newest block that has stood for so long is compared with that of the other nodes, as often as this. */
const STANDSTILL_MS = 60_000;

interface Round {
  readonly looks: EvmLook[];
  readonly contradicting: Contradicting[];
  readonly failures: unknown[];
}

const highest = (looks: readonly EvmLook[]): EvmLook | undefined =>
  looks.reduce<EvmLook | undefined>(
    (best, look) => (best === undefined || look.newest.number > best.newest.number ? look : best),
    undefined,
  );

/** Whether a node's newest block is as new as it should be: neither below the last one nor the same for a minute. */
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

/** Looks at the nodes in turn until one is as new as it should be. */
const lookAround = async (
  scope: EvmScope,
  kept: readonly KeptHash[],
  look: (node: EvmNode) => Promise<EvmLook>,
  isFresh: (look: EvmLook) => boolean,
): Promise<Round> => {
  const round: Round = { looks: [], contradicting: [], failures: [] };
  for (const node of scope.nodes.available()) {
    try {
      const seen = await look(node);
      round.looks.push(seen);
      if (isFresh(seen)) break;
    } catch (error) {
      scope.nodes.doubt(node, error);
      const contradicting = isKeptDoubt(error) ? await contradictionOf(node, kept, scope.watch.chainId) : null;
      if (contradicting === null) round.failures.push(error);
      else round.contradicting.push(contradicting);
    }
  }
  return round;
};

/** Those that were set aside speak only to the question whether all of them contradict what was final. */
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
  if (first !== undefined && round.contradicting.length === nodes.all.length) {
    const commonHeight = await commonHeightOf(first.node, kept);
    const { height, hash } = first.kept;
    return { outcome: 'FINALITY_CONTRADICTED', height, kept: hash, seen: first.seen, commonHeight };
  }
  throw nodesError(watch.network, [...round.failures, ...round.contradicting.map(({ error }) => error)]);
};

/** See ChainReader. One node a look; the next one when it fails, lags or contradicts what was final. */
export const createHeads = (scope: EvmScope): ChainReader['heads'] => {
  const { nodes, watch } = scope;
  const receivers = createReceiverWatch(scope);
  const freshness = createFreshness(scope);
  return async (unordered): Promise<ChainHeads | FinalityContradiction> => {
    const kept = [...unordered].sort((one, other) => (one.height > other.height ? -1 : 1));
    nodes.expect(kept[0] ?? null);
    const accounts = receivers.due();
    const looking = { kept: kept[0] ?? null, accounts };
    const round = await lookAround(scope, kept, (node) => lookAt(node, scope, looking), freshness.isFresh);
    const best = highest(round.looks);
    if (best === undefined) return withoutAnswer(scope, kept, round);
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
    };
  };
};
