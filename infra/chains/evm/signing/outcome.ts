import { inTime } from '../../../../packages/event-store/timing/time-limit';
import { nodesError } from '../../nodes/nodes-error';
import { contradiction } from '../../nodes/standings';
import { evidenceOf } from '../judging/evidence';
import { lookAt } from '../looking/look';
import type { Included, Placed } from '../looking/place';
import { answerIn, type EvmNode } from '../nodes/node';
import { countQuestion } from './signer-questions';
import type { SigningScope } from './signing-scope';

export type FinalTransaction = Omit<Included, 'outcome'> & { readonly outcome: 'FINAL' };

type Sight =
  | FinalTransaction
  /** Another transaction used the nonce in a final block. */
  | { readonly outcome: 'DISPLACED' }
  /** A transaction with the nonce, one of these or another, is known or in a block that is not final. */
  | { readonly outcome: 'PENDING' }
  | { readonly outcome: 'UNKNOWN' };

interface Seen {
  readonly node: EvmNode;
  readonly finalHeight: bigint;
  readonly sight: Sight;
}

export type Outcome =
  | (FinalTransaction & { readonly node: EvmNode })
  | { readonly outcome: 'DISPLACED' | 'PENDING' | 'UNKNOWN' };

export interface Sent {
  readonly nonce: bigint;
  readonly txids: readonly string[];
}

const placesOn = async (
  node: EvmNode,
  { evm }: SigningScope,
  txids: readonly string[],
): Promise<{ readonly finalHeight: bigint; readonly places: readonly Placed[] }> => {
  const look = await lookAt(node, evm, { kept: evm.nodes.expected(), accounts: [] });
  const sought = txids.map((txid) => ({ txid, height: null }));
  const evidence = await evidenceOf(look, evm, sought, { left: Infinity });
  return { finalHeight: look.final.number, places: evidence.map((one) => answerIn(answerIn(one).place)) };
};

const sightOf = (node: EvmNode, places: readonly Placed[], counts: readonly [bigint, bigint], nonce: bigint): Sight => {
  const [atFinality, newest] = counts;
  const final = places.filter((place) => place.outcome === 'INCLUDED');
  if (final.length > 1) throw contradiction(node.label, `has two transactions of the nonce ${nonce} in final blocks`);
  const unlisted = places.find((place) => place.outcome === 'UNLISTED');
  if (unlisted !== undefined) {
    throw contradiction(node.label, `and its blocks disagree about ${unlisted.receipt.transactionHash}`);
  }
  const isUsed = atFinality > nonce;
  if (final[0] !== undefined) {
    if (!isUsed) throw contradiction(node.label, `has ${final[0].receipt.transactionHash} and not its nonce ${nonce}`);
    return { ...final[0], outcome: 'FINAL' };
  }
  if (places.some(({ outcome }) => outcome === 'PENDING')) return { outcome: 'PENDING' };
  if (isUsed) return { outcome: 'DISPLACED' };
  return { outcome: newest > nonce ? 'PENDING' : 'UNKNOWN' };
};

const seenOn = async (node: EvmNode, scope: SigningScope, { nonce, txids }: Sent): Promise<Seen> => {
  const { finalHeight, places } = await placesOn(node, scope, txids);
  const { address } = scope.signer;
  const counts = await node.all([countQuestion(address, finalHeight), countQuestion(address, 'latest')]);
  return { node, finalHeight, sight: sightOf(node, places, counts, nonce) };
};

const heightOf = ({ sight, finalHeight }: Seen): bigint =>
  sight.outcome === 'FINAL' ? sight.block.number : finalHeight;

const isDefinite = ({ sight }: Seen): boolean => sight.outcome === 'FINAL' || sight.outcome === 'DISPLACED';

/** The answer to compare: a node that omits or adds a log gives another answer. */
const wordsOf = ({ sight }: Seen): string => {
  if (sight.outcome !== 'FINAL') return sight.outcome;
  const { transactionHash, blockHash, succeeded, logs } = sight.receipt;
  const effects = logs.map(({ address, topics, data }) => [address, topics, data]);
  return JSON.stringify([transactionHash, blockHash, succeeded, effects]);
};

/** A node with a lower final block may only be late. */
const mustAgree = ({ evm }: SigningScope, first: Seen, seen: readonly Seen[]): void => {
  const contrary = seen.find(
    (other) => wordsOf(other) !== wordsOf(first) && (isDefinite(other) || other.finalHeight >= heightOf(first)),
  );
  if (contrary === undefined) return;
  const error = contradiction(contrary.node.label, `and ${first.node.label} disagree about a nonce of our signer`);
  evm.nodes.doubt(contrary.node, error);
  throw error;
};

/** The answer of a node ahead of all others, or an absence, needs two nodes or a minute. */
const isSaidByEnough = (
  { evm, account }: SigningScope,
  { nonce }: Sent,
  first: Seen,
  seen: readonly Seen[],
): boolean => {
  if (seen.length === 1 && first.sight.outcome === 'FINAL') return true;
  const what = `nonce:${account.address}:${nonce}:${wordsOf(first)}`;
  const same = seen.filter((one) => wordsOf(one) === wordsOf(first));
  return same.map(({ node }) => evm.sightings.confirm(what, node)).includes(true);
};

/** A definite answer needs the answer of every node that could know. */
const agreed = (scope: SigningScope, sent: Sent, seen: readonly Seen[], failures: readonly unknown[]): Outcome => {
  const { nodes, watch } = scope.evm;
  const first = seen.find(isDefinite);
  if (first !== undefined) {
    mustAgree(scope, first, seen);
    if (!isSaidByEnough(scope, sent, first, seen)) return { outcome: 'PENDING' };
    return first.sight.outcome === 'FINAL' ? { ...first.sight, node: first.node } : { outcome: 'DISPLACED' };
  }
  if (seen.some(({ sight }) => sight.outcome === 'PENDING')) return { outcome: 'PENDING' };
  if (failures.length > 0 || nodes.available().length < nodes.all.length) throw nodesError(watch.network, failures);
  return { outcome: 'UNKNOWN' };
};

type Told = Seen | { readonly failure: unknown };

/** Time to wait for a slow node after another node has answered. */
const SLOW_MS = 3_000;

const toldBy = async (node: EvmNode, scope: SigningScope, sent: Sent): Promise<Told> => {
  try {
    return await seenOn(node, scope, sent);
  } catch (failure) {
    scope.evm.nodes.doubt(node, failure);
    return { failure };
  }
};

/** A node that is slow in every answer would delay the answers of all others beyond the deadline. */
const allTold = async (scope: SigningScope, sent: Sent): Promise<readonly Told[]> => {
  const asked = scope.evm.nodes.available().map((node) => ({ node, told: toldBy(node, scope, sent) }));
  const answered = asked.map(async ({ told }) => {
    const one = await told;
    if ('failure' in one) throw one.failure;
  });
  // If no node answers, all have failed by then.
  await Promise.any(answered).catch(() => undefined);
  const late = ({ label }: EvmNode): Told => ({ failure: new Error(`${label} is slower than others`) });
  return Promise.all(asked.map(({ node, told }) => inTime(SLOW_MS, told, () => late(node))));
};

/** Outcome of one nonce at finality. UNKNOWN needs every endpoint. Rejects without an answer or on contradictions. */
export const outcomeOf = async (scope: SigningScope, sent: Sent): Promise<Outcome> => {
  const told = await allTold(scope, sent);
  const seen = told.flatMap((one) => ('failure' in one ? [] : [one]));
  const failures = told.flatMap((one) => ('failure' in one ? [one.failure] : []));
  return agreed(scope, sent, seen, failures);
};
