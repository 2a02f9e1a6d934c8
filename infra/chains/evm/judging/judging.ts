import type { SeenMovement } from '../../../../aggregates/chain';
import { UNEXPLAINED_RISE } from '../../../../aggregates/deposit/matching';
import type { Judged, Judgement, Shortfall } from '../../../../commands/ports/chains/chain-reader';
import { messageOf, nodesError } from '../../nodes/nodes-error';
import { grouped } from '../../nodes/rpc/few-at-once';
import { keyOf } from '../looking/arrival';
import { lookAt } from '../looking/look';
import type { EvmScope } from '../looking/scope';
import type { CallBudget } from '../looking/telling';
import { answerIn, type EvmNode, type Settled } from '../nodes/node';
import { proveArrivals } from './arrivals';
import { type Evidence, evidenceOf } from './evidence';
import { PENDING, REORGANISED_AWAY, verdictOf } from './judge';

/** A fee-on-transfer token delivered less than it logged: its worth is unknown. */
const LESS_ARRIVED = 'LESS_ARRIVED_THAN_LOGGED';

interface Bench {
  readonly seen: readonly SeenMovement[];
  readonly judgements: Judgement[];
  /** Movements whose judgement by one node differs from the scan: the next node is asked too. */
  readonly doubted: Set<number>;
  readonly budget: CallBudget;
}

const unreadable = (error: unknown): Judgement => ({ verdict: 'UNREADABLE', reason: messageOf(error) });

const factsOf = (movement: SeenMovement): string => {
  const { assetId, contract, amountBaseUnits, sender, receiver, memos, movements, unsupported } = movement;
  return JSON.stringify([assetId, contract, amountBaseUnits, sender, receiver, memos, movements, unsupported]);
};

/** The difference to the scan, or null: an agreeing judgement is the second answer. */
const saidOtherwise = (judgement: Judgement, seen: SeenMovement): string | null => {
  if (judgement.verdict === 'GONE') return judgement.reason;
  if (judgement.verdict !== 'FINAL') return null;
  const facts = factsOf(judgement.movement);
  return facts === factsOf(seen) ? null : facts;
};

interface NodeWord {
  readonly node: EvmNode;
  readonly judgement: Judgement;
  readonly blockHash: string | undefined;
}

/** A judgement unlike the scan stays pending until a second answer; UNREADABLE takes back no doubt. */
const weigh = (scope: EvmScope, bench: Bench, place: number, { node, judgement, blockHash }: NodeWord): void => {
  const { seen, judgements, doubted } = bench;
  const { txid, position } = seen[place]!;
  if (judgement.verdict === 'UNREADABLE' && doubted.has(place)) return;
  const otherwise = saidOtherwise(judgement, seen[place]!);
  const isFact =
    otherwise === null || scope.sightings.confirm(`judged:${txid}:${position}:${blockHash}:${otherwise}`, node);
  judgements[place] = isFact ? judgement : PENDING;
  // The next node is asked even about a fact of the first.
  if (otherwise === null || (isFact && doubted.has(place))) doubted.delete(place);
  else doubted.add(place);
};

const judgementOf = ({ watch }: EvmScope, seen: SeenMovement, found: Settled<Evidence>): Judgement => {
  try {
    return verdictOf(answerIn(found), seen, watch);
  } catch (error) {
    return unreadable(error);
  }
};

const hashIn = (found: Settled<Evidence>): string | undefined =>
  'error' in found ? undefined : (found.answer.wanted.block ?? found.answer.wanted.there)?.hash;

const judgeOn = async (node: EvmNode, scope: EvmScope, bench: Bench, places: readonly number[]): Promise<void> => {
  const look = await lookAt(node, scope, { kept: scope.nodes.expected(), accounts: [] });
  const due = grouped(places, (place) => BigInt(bench.seen[place]!.blockNumber) <= look.final.number);
  for (const place of due.get(false) ?? [])
    weigh(scope, bench, place, { node, judgement: PENDING, blockHash: undefined });
  const byTxid = grouped(due.get(true) ?? [], (place) => bench.seen[place]!.txid);
  const sought = [...byTxid].map(([txid, [place]]) => ({ txid, height: BigInt(bench.seen[place!]!.blockNumber) }));
  const evidence = await evidenceOf(look, scope, sought, bench.budget);
  for (const [index, own] of [...byTxid.values()].entries()) {
    const found = evidence[index]!;
    for (const place of own) {
      const judgement = judgementOf(scope, bench.seen[place]!, found);
      weigh(scope, bench, place, { node, judgement, blockHash: hashIn(found) });
    }
  }
};

/** Movements with our memos come first: the call budget may not suffice for the rest. */
const byMemo = (seen: readonly SeenMovement[]): readonly number[] => {
  const places = [...seen.keys()];
  const isNamed = (place: number): boolean => seen[place]!.memos.length > 0;
  return [...places.filter(isNamed), ...places.filter((place) => !isNamed(place))];
};

const isOpen =
  ({ judgements, doubted }: Bench) =>
  (place: number): boolean =>
    doubted.has(place) || (judgements[place]?.verdict ?? 'UNREADABLE') === 'UNREADABLE';

/** Applies the proofs of arrival: a shortfall makes the movement unsupported and is reported for the books. */
const settleArrivals = async (scope: EvmScope, { judgements }: Bench): Promise<Omit<Judged, 'judgements'>> => {
  const finals = judgements.flatMap((one) => (one.verdict === 'FINAL' ? [one.movement] : []));
  const { arrivals, unprovedBlocks, failures } = await proveArrivals(scope, finals);
  const shortfalls = new Map<string, Shortfall>();
  for (const [place, judgement] of judgements.entries()) {
    const arrival = judgement.verdict === 'FINAL' ? arrivals.get(keyOf(judgement.movement)) : undefined;
    if (judgement.verdict !== 'FINAL' || arrival === undefined) continue;
    if (arrival === 'UNTOLD') judgements[place] = unreadable(nodesError(scope.watch.network, failures));
    else if (arrival === 'DOUBTED') judgements[place] = PENDING;
    else if (typeof arrival === 'object') {
      shortfalls.set(`${arrival.assetId}:${arrival.height}`, arrival);
      judgements[place] = { verdict: 'FINAL', movement: { ...judgement.movement, unsupported: LESS_ARRIVED } };
    }
  }
  return { shortfalls: [...shortfalls.values()], unprovedBlocks };
};

/** The rescan of closed history looks for reorganised movements once more. */
const noteGone = ({ calledGone }: EvmScope, { seen, judgements }: Bench): void => {
  for (const [place, judgement] of judgements.entries()) {
    if (judgement.verdict === 'GONE' && judgement.reason === REORGANISED_AWAY) calledGone.note(seen[place]!);
  }
};

const tellDoubts = ({ watch, logger }: EvmScope, { seen, judgements, doubted }: Bench): void => {
  const waiting = [...doubted].filter((place) => judgements[place] === PENDING);
  if (waiting.length === 0) return;
  const facts = { network: watch.network, movements: waiting.length, txid: seen[waiting[0]!]!.txid };
  logger.warn(facts, 'Two nodes disagree about movements: a second answer is pending');
};

/** A rise of a balance has no transaction to judge: where history changed, the balances are compared again. */
const judgedAlready = (seen: readonly SeenMovement[]): Judgement[] => {
  const judgements: Judgement[] = [];
  for (const [place, { unsupported }] of seen.entries()) {
    if (unsupported === UNEXPLAINED_RISE) judgements[place] = { verdict: 'GONE', reason: 'NO_SUCH_MOVEMENT' };
  }
  return judgements;
};

/** See ChainReader. If a node cannot judge a movement, the next one is asked; rejects when no node answers. */
export const judge = async (scope: EvmScope, seen: readonly SeenMovement[]): Promise<Judged> => {
  const bench: Bench = {
    seen,
    judgements: judgedAlready(seen),
    doubted: new Set(),
    budget: { left: scope.mostSingleCalls },
  };
  const ordered = byMemo(seen);
  const failures = await scope.nodes.inTurn(
    () => ordered.filter(isOpen(bench)),
    (node, places) => judgeOn(node, scope, bench, places),
  );
  if (ordered.some((place) => bench.judgements[place] === undefined)) throw nodesError(scope.watch.network, failures);
  const arrived = await settleArrivals(scope, bench);
  tellDoubts(scope, bench);
  noteGone(scope, bench);
  return { judgements: bench.judgements, ...arrived };
};
