import type { Movement, SeenMovement } from '../../../../aggregates/chain';
import type { Judged, Judgement, Shortfall } from '../../../../commands/ports/chain-reader';
import type { ProvedArrival } from '../looking/arrival';
import { type EvmLook, lookAt } from '../looking/look';
import type { CallBudget } from '../looking/receipts';
import type { EvmScope } from '../looking/scope';
import type { EvmNode } from '../nodes/node';
import { messageOf, nodesError } from '../nodes/nodes-error';
import { proveArrivals } from './arrivals';
import { evidenceOf } from './evidence';
import { verdictOf } from './judge';
import { type Doubts, noteGone, PENDING, tellDoubts, weigh } from './judging-doubts';

/** A fee-on-transfer token delivered less than it logged: its worth is unknown. */
const LESS_ARRIVED = 'LESS_ARRIVED_THAN_LOGGED';

interface Bench extends Doubts {
  readonly shortfalls: Map<string, Shortfall>;
  readonly unprovedBlocks: Set<string>;
  readonly budget: CallBudget;
}

const unreadable = (error: unknown): Judgement => ({ verdict: 'UNREADABLE', reason: messageOf(error) });

const judged = (make: () => Judgement): Judgement => {
  try {
    return make();
  } catch (error) {
    return unreadable(error);
  }
};

const isFinal = (judgement: Judgement | undefined): judgement is Judgement & { readonly verdict: 'FINAL' } =>
  judgement?.verdict === 'FINAL';

/** Applies the arrival proof: a shortfall makes the movement unsupported and is reported for the books. */
const withArrival = (
  bench: Bench,
  movement: Movement,
  arrival: ProvedArrival | undefined,
  wasKnown: boolean,
): Movement => {
  if (arrival === 'GONE' && !wasKnown) bench.unprovedBlocks.add(movement.blockHash);
  if (arrival === undefined || arrival === 'ARRIVED' || arrival === 'GONE') return movement;
  bench.shortfalls.set(`${arrival.assetId}:${arrival.height}`, arrival);
  return { ...movement, unsupported: LESS_ARRIVED };
};

const settleArrivals = async (node: EvmNode, scope: EvmScope, bench: Bench, places: readonly number[]) => {
  const finals = places.filter((place) => isFinal(bench.judgements[place]));
  const movements = finals.map((place) => (bench.judgements[place] as { readonly movement: Movement }).movement);
  try {
    const { arrivals, known } = await proveArrivals(node, scope, movements);
    for (const [index, place] of finals.entries()) {
      const arrival = arrivals[index];
      bench.judgements[place] =
        arrival === 'DOUBTED'
          ? PENDING
          : { verdict: 'FINAL', movement: withArrival(bench, movements[index]!, arrival, known[index]!) };
    }
  } catch (error) {
    for (const [index, place] of finals.entries()) {
      if (movements[index]!.contract !== null) bench.judgements[place] = unreadable(error);
    }
  }
};

const judgeWith = async (look: EvmLook, scope: EvmScope, bench: Bench, places: readonly number[]): Promise<void> => {
  const { seen, budget } = bench;
  const { node } = look;
  const due: number[] = [];
  for (const place of places) {
    if (BigInt(seen[place]!.blockNumber) <= look.final.number) due.push(place);
    else weigh(scope, bench, place, { node, judgement: PENDING, blockHash: null });
  }
  const transactions = new Map(due.map((place) => [seen[place]!.txid, seen[place]!]));
  const evidence = await evidenceOf(look, scope, [...transactions.values()], budget);
  for (const place of due) {
    const movement = seen[place]!;
    const found = evidence.get(movement.txid)!;
    const judgement = judged(() => {
      if ('error' in found) throw found.error;
      return verdictOf(found.answer, movement, scope.watch);
    });
    const blockHash = 'error' in found ? null : (found.answer.canonical?.hash ?? null);
    weigh(scope, bench, place, { node, judgement, blockHash });
  }
  await settleArrivals(node, scope, bench, due);
};

/** Movements with one of our memos come first: the call budget may run out before the rest. */
const byMemo = (seen: readonly SeenMovement[]): readonly number[] => {
  const places = [...seen.keys()];
  const isNamed = (place: number): boolean => seen[place]!.memos.length > 0;
  return [...places.filter(isNamed), ...places.filter((place) => !isNamed(place))];
};

const isOpen =
  ({ judgements, doubted }: Bench) =>
  (place: number): boolean =>
    doubted.has(place) || (judgements[place]?.verdict ?? 'UNREADABLE') === 'UNREADABLE';

/** See ChainReader. The next node is asked what one cannot tell; rejects when no node could be looked at. */
export const judge = async (scope: EvmScope, seen: readonly SeenMovement[]): Promise<Judged> => {
  const bench: Bench = {
    ...{ seen, judgements: [], doubted: new Set(), shortfalls: new Map(), unprovedBlocks: new Set() },
    budget: { left: scope.mostSingleCalls },
  };
  const ordered = byMemo(seen);
  const failures: unknown[] = [];
  for (const node of seen.length === 0 ? [] : scope.nodes.available()) {
    const open = ordered.filter(isOpen(bench));
    if (open.length === 0) break;
    try {
      const look = await lookAt(node, scope, { kept: scope.nodes.expected(), accounts: [] });
      await judgeWith(look, scope, bench, open);
    } catch (error) {
      scope.nodes.doubt(node, error);
      failures.push(error);
    }
  }
  if (ordered.some((place) => bench.judgements[place] === undefined)) throw nodesError(scope.watch.network, failures);
  tellDoubts(scope, bench);
  noteGone(scope, bench);
  return {
    judgements: bench.judgements,
    shortfalls: [...bench.shortfalls.values()],
    unprovedBlocks: bench.unprovedBlocks.size,
  };
};
