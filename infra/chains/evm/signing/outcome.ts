import { inTime } from '../../../../packages/event-store/timing/time-limit';
import { type Evidence, evidenceByHash } from '../judging/evidence';
import { type Placed, placeIn } from '../judging/place';
import { lookAt } from '../looking/look';
import { answerIn, type EvmNode } from '../nodes/node';
import { nodesError } from '../nodes/nodes-error';
import { contradiction } from '../nodes/standings';
import { countQuestion } from './signer-questions';
import type { SigningScope } from './signing-scope';

export type FinalTransaction = Extract<Placed, { readonly outcome: 'FINAL' }>;

/** What one node says of the transactions of one nonce. */
type Sight =
  | FinalTransaction
  /** A transaction that is none of these has the nonce, in a final block. */
  | { readonly outcome: 'DISPLACED' }
  /** One of these, or another with the nonce, is known or in a block that is not final. */
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

/** All that may ever have been sent with one nonce. */
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
  const evidence: Evidence = new Map();
  await evidenceByHash(
    look,
    evm,
    txids.map((txid) => ({ txid, blockNumber: null })),
    evidence,
  );
  const places = txids.map((txid) => placeIn(node, answerIn(evidence.get(txid)!), evm));
  return { finalHeight: look.final.number, places };
};

const sightOf = (node: EvmNode, places: readonly Placed[], counts: readonly [bigint, bigint], nonce: bigint): Sight => {
  const [atFinality, newest] = counts;
  const final = places.filter((place) => place.outcome === 'FINAL');
  if (final.length > 1) throw contradiction(node.label, `has two transactions of the nonce ${nonce} in final blocks`);
  const isUsed = atFinality > nonce;
  if (final[0] !== undefined) {
    if (!isUsed) throw contradiction(node.label, `has ${final[0].receipt.transactionHash} and not its nonce ${nonce}`);
    return final[0];
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

const agrees = (one: Sight, other: Sight): boolean => {
  if (one.outcome !== 'FINAL' || other.outcome !== 'FINAL') return one.outcome === other.outcome;
  const [mine, its] = [one.receipt, other.receipt];
  return mine.transactionHash === its.transactionHash && mine.blockHash === its.blockHash && isEqual(mine, its);
};

/** A node that leaves a log out, or adds one, says something else. */
const isEqual = (one: FinalTransaction['receipt'], other: FinalTransaction['receipt']): boolean =>
  one.succeeded === other.succeeded &&
  one.logs.length === other.logs.length &&
  one.logs.every(({ address, topics, data }, index) => {
    const its = other.logs[index]!;
    return address === its.address && data === its.data && topics.join() === its.topics.join();
  });

/** A node whose final block is lower may just not have got there. */
const contradicts = (first: Seen, other: Seen): boolean =>
  !agrees(first.sight, other.sight) && (isDefinite(other) || other.finalHeight >= heightOf(first));

const mustAgree = ({ evm }: SigningScope, first: Seen, seen: readonly Seen[]): void => {
  const contrary = seen.find((other) => contradicts(first, other));
  if (contrary === undefined) return;
  const error = contradiction(contrary.node.label, `and ${first.node.label} disagree about a nonce of our signer`);
  evm.nodes.doubt(contrary.node, error);
  throw error;
};

/** Absence is easily claimed, by a node that lags behind its own answers too: it takes two nodes, or a minute. */
const displaced = ({ evm, account }: SigningScope, { nonce }: Sent, seen: readonly Seen[]): Outcome => {
  const what = `displaced:${account.address}:${nonce}`;
  const said = seen.filter(({ sight }) => sight.outcome === 'DISPLACED');
  const isFact = said.map(({ node }) => evm.sightings.confirm(what, node)).includes(true);
  return { outcome: isFact ? 'DISPLACED' : 'PENDING' };
};

/** One that is ahead of others which answer could say what it likes: they get a minute to come as far. */
const isSaidByEnough = (
  { evm }: SigningScope,
  first: Seen & { readonly sight: FinalTransaction },
  seen: readonly Seen[],
) => {
  const others = seen.filter((one) => one !== first);
  if (others.length === 0 || others.some(({ sight }) => agrees(first.sight, sight))) return true;
  const { transactionHash, blockHash } = first.sight.receipt;
  return evm.sightings.confirm(`final:${transactionHash}:${blockHash}`, first.node);
};

const isFinal = (seen: Seen): seen is Seen & { readonly sight: FinalTransaction } => seen.sight.outcome === 'FINAL';

/** What is definite is so by the word of every node that could know. */
const agreed = (scope: SigningScope, sent: Sent, seen: readonly Seen[], failures: readonly unknown[]): Outcome => {
  const { nodes, watch } = scope.evm;
  const first = seen.find(isDefinite);
  if (first !== undefined) mustAgree(scope, first, seen);
  if (first !== undefined && isFinal(first)) {
    return isSaidByEnough(scope, first, seen) ? { ...first.sight, node: first.node } : { outcome: 'PENDING' };
  }
  if (first !== undefined) return displaced(scope, sent, seen);
  if (seen.some(({ sight }) => sight.outcome === 'PENDING')) return { outcome: 'PENDING' };
  if (failures.length > 0 || nodes.available().length < nodes.all.length) throw nodesError(watch.network, failures);
  return { outcome: 'UNKNOWN' };
};

type Told = Seen | { readonly failure: unknown };

/** So long a slow node is waited for, once another one has answered. */
const SLOW_MS = 3_000;

const toldBy = async (node: EvmNode, scope: SigningScope, sent: Sent): Promise<Told> => {
  try {
    return await seenOn(node, scope, sent);
  } catch (failure) {
    scope.evm.nodes.doubt(node, failure);
    return { failure };
  }
};

/** A node that is slow in each of its many answers would keep what others know from counting in time. */
const allTold = async (scope: SigningScope, sent: Sent): Promise<readonly Told[]> => {
  const asked = scope.evm.nodes.available().map((node) => ({ node, told: toldBy(node, scope, sent) }));
  const answered = asked.map(async ({ told }) => {
    const one = await told;
    if ('failure' in one) throw one.failure;
  });
  // Where none answers, all have failed by then.
  await Promise.any(answered).catch(() => undefined);
  const late = ({ label }: EvmNode): Told => ({ failure: new Error(`${label} is slower than others`) });
  return Promise.all(asked.map(({ node, told }) => inTime(SLOW_MS, told, () => late(node))));
};

/**
 * What became of the transactions of one nonce, by their effects at finality. UNKNOWN takes every endpoint. Rejects when
 * nobody can tell, and when two nodes contradict each other about what is final.
 */
export const outcomeOf = async (scope: SigningScope, sent: Sent): Promise<Outcome> => {
  const told = await allTold(scope, sent);
  const seen = told.flatMap((one) => ('failure' in one ? [] : [one]));
  const failures = told.flatMap((one) => ('failure' in one ? [one.failure] : []));
  return agreed(scope, sent, seen, failures);
};
