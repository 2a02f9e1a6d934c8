import type { SeenMovement } from '../../../../aggregates/chain';
import type { Judgement } from '../../../../commands/ports/chain-reader';
import type { EvmScope } from '../looking/scope';
import type { EvmNode } from '../nodes/node';
import { REORGANISED_AWAY } from './judge';

export const PENDING: Judgement = { verdict: 'PENDING' };

/** The judging of one call, as far as doubts go: by the place of each movement. */
export interface Doubts {
  readonly seen: readonly SeenMovement[];
  readonly judgements: Judgement[];
  /** Of these, one node alone says otherwise than the scan did: the next node is asked as well. */
  readonly doubted: Set<number>;
}

/** What one node says of a movement, and the hash of the block that decides about it there. */
export interface NodeWord {
  readonly node: EvmNode;
  readonly judgement: Judgement;
  readonly blockHash: string | null;
}

/** What a payment rests on; where it stands in the chain may change. */
const factsOf = (movement: SeenMovement): string => {
  const { assetId, contract, amountBaseUnits, sender, receiver, memos, movements, unsupported } = movement;
  return JSON.stringify([assetId, contract, amountBaseUnits, sender, receiver, memos, movements, unsupported]);
};

/** What is said otherwise than the scan did; null when nothing is: the scan was the first answer, and this the second. */
const saidOtherwise = (judgement: Judgement, seen: SeenMovement): string | null => {
  if (judgement.verdict === 'GONE') return judgement.reason;
  if (judgement.verdict !== 'FINAL') return null;
  const facts = factsOf(judgement.movement);
  return facts === factsOf(seen) ? null : facts;
};

/**
 * Notes what a node says of the movement at this place. One answer ends no payment and changes none: until a second one
 * says the same, it is pending. A node that cannot tell takes nothing back.
 */
export const weigh = (scope: EvmScope, doubts: Doubts, place: number, { node, judgement, blockHash }: NodeWord) => {
  const { seen, judgements, doubted } = doubts;
  const { txid, position } = seen[place]!;
  if (judgement.verdict === 'UNREADABLE' && doubted.has(place)) return;
  const otherwise = saidOtherwise(judgement, seen[place]!);
  const isFact =
    otherwise === null || scope.sightings.confirm(`judged:${txid}:${position}:${blockHash}:${otherwise}`, node);
  judgements[place] = isFact ? judgement : PENDING;
  if (otherwise === null || (isFact && doubted.has(place))) doubted.delete(place);
  else doubted.add(place);
};

/** What is judged to be reorganised away is looked for once more by the rescan of closed history. */
export const noteGone = ({ calledGone }: EvmScope, { seen, judgements }: Doubts): void => {
  for (const [place, judgement] of judgements.entries()) {
    if (judgement.verdict === 'GONE' && judgement.reason === REORGANISED_AWAY) calledGone.note(seen[place]!);
  }
};

/** For the operator: what waits for a second answer. */
export const tellDoubts = ({ watch, logger }: EvmScope, { seen, judgements, doubted }: Doubts): void => {
  const waiting = [...doubted].filter((place) => judgements[place] === PENDING);
  if (waiting.length === 0) return;
  const facts = { network: watch.network, movements: waiting.length, txid: seen[waiting[0]!]!.txid };
  logger.warn(facts, 'Movements are judged otherwise than they were seen, and wait for a second answer');
};
