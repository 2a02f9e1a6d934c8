import type { SeenMovement } from '../../../aggregates/chain';
import type { Judged, Judgement, Reading, UnreadTransaction } from '../../../commands/ports/chains/chain-reader';
import { messageOf } from '../nodes/nodes-error';
import { fewAtOnce } from '../nodes/rpc/few-at-once';
import { MOST_REQUESTS_AT_ONCE } from '../nodes/rpc/open-endpoint';
import type { ClosedNode, Crop } from './node';
import type { ClosedScope } from './scope';
import { confirmed } from './second-answer';

interface Word {
  readonly node: ClosedNode;
  readonly crop: Crop;
}

/** If a node does not know the transaction, the next one is asked: the answer proves nothing. */
const wordOn = (scope: ClosedScope, txid: string): Promise<Word> =>
  scope.nodes.onOne(async (node) => {
    const told = await node.transaction(txid);
    if (told === null) throw new Error(`${node.label} does not have ${txid}`);
    return { node, crop: await confirmed(scope, node, told) };
  });

const judgementOf = async (scope: ClosedScope, seen: SeenMovement): Promise<Judgement> => {
  const { node, crop } = await wordOn(scope, seen.txid);
  if ('reason' in crop) return { verdict: 'UNREADABLE', reason: crop.reason };
  const movement = crop.movements.find(({ position }) => position === seen.position);
  if (movement !== undefined) return { verdict: 'FINAL', movement };
  const isFact = scope.sightings.confirm(`gone:${seen.txid}:${seen.position}`, node);
  return isFact ? { verdict: 'GONE', reason: 'NO_SUCH_MOVEMENT' } : { verdict: 'PENDING' };
};

/** See ChainReader. Closed history is final when it is read, so few movements are judged. */
export const judge = async (scope: ClosedScope, movements: readonly SeenMovement[]): Promise<Judged> => {
  const judgements = await fewAtOnce(movements, MOST_REQUESTS_AT_ONCE, (seen) =>
    judgementOf(scope, seen).catch(
      (error: unknown): Judgement => ({ verdict: 'UNREADABLE', reason: messageOf(error) }),
    ),
  );
  return { judgements, shortfalls: [], unprovedBlocks: 0 };
};

const readingOf = async (scope: ClosedScope, { txid }: UnreadTransaction): Promise<Reading> => {
  const { crop } = await wordOn(scope, txid);
  if ('movements' in crop) {
    return { outcome: 'READ', movements: crop.movements.map((movement) => ({ movement, isFinal: true })) };
  }
  const { reason, memos } = crop;
  return { outcome: 'UNREAD', reason, ...(memos === null ? {} : { memos }) };
};

export const read = (scope: ClosedScope, transactions: readonly UnreadTransaction[]): Promise<readonly Reading[]> =>
  fewAtOnce(transactions, MOST_REQUESTS_AT_ONCE, (one) =>
    readingOf(scope, one).catch((error: unknown): Reading => ({ outcome: 'UNREAD', reason: messageOf(error) })),
  );
