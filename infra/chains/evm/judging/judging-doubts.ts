import type { SeenMovement } from '../../../../aggregates/chain';
import type { Judgement } from '../../../../commands/ports/chain-reader';
import type { EvmScope } from '../looking/scope';
import type { EvmNode } from '../nodes/node';
import { REORGANISED_AWAY } from './judge';

export const PENDING: Judgement = { verdict: 'PENDING' };

/** State of one `judge` call, by index of the movement. */
export interface Doubts {
  readonly seen: readonly SeenMovement[];
  readonly judgements: Judgement[];
  /** Movements that one node alone judges unlike the scan: the next node is asked too. */
  readonly doubted: Set<number>;
}

/** One node's judgement, and the hash of its block at the deciding height. */
export interface NodeWord {
  readonly node: EvmNode;
  readonly judgement: Judgement;
  readonly blockHash: string | null;
}

/** What a payment depends on: everything but its place in the chain. */
const factsOf = (movement: SeenMovement): string => {
  const { assetId, contract, amountBaseUnits, sender, receiver, memos, movements, unsupported } = movement;
  return JSON.stringify([assetId, contract, amountBaseUnits, sender, receiver, memos, movements, unsupported]);
};

/** The difference to the scan, null when there is none: an agreeing judgement is the second answer. */
const saidOtherwise = (judgement: Judgement, seen: SeenMovement): string | null => {
  if (judgement.verdict === 'GONE') return judgement.reason;
  if (judgement.verdict !== 'FINAL') return null;
  const facts = factsOf(judgement.movement);
  return facts === factsOf(seen) ? null : facts;
};

/** A judgement unlike the scan stays pending until a second answer; UNREADABLE takes back no doubt. */
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

/** The rescan of closed history looks for reorganised movements once more. */
export const noteGone = ({ calledGone }: EvmScope, { seen, judgements }: Doubts): void => {
  for (const [place, judgement] of judgements.entries()) {
    if (judgement.verdict === 'GONE' && judgement.reason === REORGANISED_AWAY) calledGone.note(seen[place]!);
  }
};

export const tellDoubts = ({ watch, logger }: EvmScope, { seen, judgements, doubted }: Doubts): void => {
  const waiting = [...doubted].filter((place) => judgements[place] === PENDING);
  if (waiting.length === 0) return;
  const facts = { network: watch.network, movements: waiting.length, txid: seen[waiting[0]!]!.txid };
  logger.warn(facts, 'Movements are judged otherwise than they were seen, and wait for a second answer');
};
