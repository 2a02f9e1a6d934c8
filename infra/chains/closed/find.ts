import type { FoundTransaction } from '../../../commands/ports/chains/chain-reader';
import { findOnNodes, UNKNOWN, unread } from '../looking/find-on-nodes';
import type { ClosedNode } from './node';
import { isDust } from './scan';
import type { ClosedScope } from './scope';

const findOn = async ({ watch }: ClosedScope, node: ClosedNode, txid: string): Promise<FoundTransaction> => {
  const told = await node.transaction(txid);
  if (told === null) return UNKNOWN;
  const { crop, transfers } = told;
  if ('reason' in crop) return unread(crop.reason);
  const movements = crop.movements.filter((one) => !isDust(watch, one));
  return { outcome: 'FINAL', movements: movements.map((movement) => ({ movement, isFinal: true })), transfers };
};

/** See ChainReader. A node of closed history knows only final transactions, so none is pending. */
export const find = (scope: ClosedScope, txids: readonly string[]): Promise<readonly FoundTransaction[]> =>
  findOnNodes(scope.nodes, txids, (node, txid) => findOn(scope, node, txid));
