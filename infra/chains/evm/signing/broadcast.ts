import { messageOf } from '../../nodes/nodes-error';
import { isRefused } from '../../nodes/rpc/node-error';
import type { EvmNode } from '../nodes/node';
import { broadcastQuestion } from './signer-questions';
import type { SigningScope } from './signing-scope';

/** Conclusion from the nodes' answers to a broadcast. */
export type Broadcast =
  /** The transaction or an earlier version of it is in the pool of a node: it may happen. */
  | { readonly outcome: 'TAKEN' }
  /** A transaction with its nonce is in a block: this transaction or another. */
  | { readonly outcome: 'NONCE_USED' }
  /** Every asked node refused, for no reason above. A node may accept the same bytes later. */
  | { readonly outcome: 'REFUSED'; readonly reason: string; readonly lacksFunds: boolean }
  /** The transaction may have reached a node. */
  | { readonly outcome: 'UNKNOWN'; readonly reason: string }
  /** No node could be asked: the transaction was not sent. */
  | { readonly outcome: 'NOT_ASKED'; readonly reason: string };

/** Messages of geth, erigon, nethermind, besu and anvil, which have no error codes for these cases. */
const KNOWN = /already (known|imported|exists|in the (mem)?pool)|known transaction|already.{0,20}pool/i;
const OCCUPIED = /replacement.{0,30}(underpriced|too low|not allowed)|fee too low to replace/i;
const NONCE_USED = /nonce (is )?too low|nonce.{0,20}(already|been) used|old nonce|invalid nonce/i;
const NO_FUNDS = /insufficient (funds|balance)|sender doesn't have enough|upfront cost/i;

const ofRefusal = (reason: string): Broadcast => {
  if (KNOWN.test(reason) || OCCUPIED.test(reason)) return { outcome: 'TAKEN' };
  if (NONCE_USED.test(reason)) return { outcome: 'NONCE_USED' };
  return { outcome: 'REFUSED', reason, lacksFunds: NO_FUNDS.test(reason) };
};

const sendTo = async (node: EvmNode, { evm }: SigningScope, raw: string, txid: string): Promise<Broadcast> => {
  try {
    await evm.nodes.prove(node);
  } catch (error) {
    evm.nodes.doubt(node, error);
    return { outcome: 'NOT_ASKED', reason: messageOf(error) };
  }
  const [settled] = await node.settle([broadcastQuestion(raw)]);
  if ('answer' in settled!) {
    const told = settled.answer;
    return told === txid ? { outcome: 'TAKEN' } : { outcome: 'UNKNOWN', reason: `${node.label} took another one` };
  }
  const { error } = settled!;
  return isRefused(error) ? ofRefusal(messageOf(error)) : { outcome: 'UNKNOWN', reason: messageOf(error) };
};

/** The first of these answers from any node is the common answer of all nodes. */
const WEIGHT: readonly Broadcast['outcome'][] = ['TAKEN', 'NONCE_USED', 'UNKNOWN', 'REFUSED', 'NOT_ASKED'];

/** Sends the bytes to every node. Never rejects because of a node. */
export const broadcast = async (scope: SigningScope, raw: string, txid: string): Promise<Broadcast> => {
  await scope.book.markSent(scope.account, txid);
  const nodes = scope.evm.nodes.available();
  const said = await Promise.all(nodes.map((node) => sendTo(node, scope, raw, txid)));
  const found = WEIGHT.map((outcome) => said.find((one) => one.outcome === outcome)).find((one) => one !== undefined);
  return found ?? { outcome: 'NOT_ASKED', reason: 'every endpoint is set aside after a contradiction' };
};
