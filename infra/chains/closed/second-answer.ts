import { termsOf } from '../found-movements';
import { unreadable } from './crop';
import type { ClosedNode, Crop, ToldTransaction } from './node';
import type { ClosedScope } from './scope';

const mayPay = (crop: Crop): crop is Extract<Crop, { movements: unknown }> =>
  'movements' in crop && crop.movements.some(({ memos }) => memos.length > 0);

/** Null: no second endpoint answers. */
const secondAnswer = async (
  { nodes }: ClosedScope,
  first: ClosedNode,
  txid: string,
): Promise<{ readonly node: ClosedNode; readonly told: ToldTransaction | null } | null> => {
  for (const node of nodes.available().filter((one) => one !== first)) {
    try {
      await nodes.prove(node);
      return { node, told: await node.transaction(txid) };
    } catch (error) {
      nodes.doubt(node, error);
    }
  }
  return null;
};

/** A payment with our memo waits for a second endpoint if one answers: a single false answer causes no payout. */
export const confirmed = async (scope: ClosedScope, node: ClosedNode, told: ToldTransaction): Promise<Crop> => {
  const { crop, txid } = told;
  if (!mayPay(crop) || scope.nodes.all.length < 2) return crop;
  const memos = [...new Set(crop.movements.flatMap((one) => one.memos))];
  const second = await secondAnswer(scope, node, txid);
  if (second === null) return crop;
  const { told: other } = second;
  if (other === null) return unreadable(`${second.node.label} does not have ${txid} yet`, memos);
  if ('reason' in other.crop) return unreadable(other.crop.reason, memos);
  if (termsOf(other.crop.movements) === termsOf(crop.movements)) return crop;
  return unreadable(`${node.label} and ${second.node.label} tell ${txid} differently`, memos);
};
