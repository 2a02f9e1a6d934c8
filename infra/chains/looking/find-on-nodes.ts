import type { FoundTransaction } from '../../../commands/ports/chains/chain-reader';
import { termsOf } from '../found-movements';
import type { ChainNode } from '../nodes/chain-node';
import type { Nodes } from '../nodes/nodes';
import { messageOf } from '../nodes/nodes-error';
import { fewAtOnce } from '../nodes/rpc/few-at-once';
import { MOST_REQUESTS_AT_ONCE } from '../nodes/rpc/open-endpoint';

const MOST_NODES = 3;
const ENOUGH_ANSWERS = 2;

export const UNKNOWN: FoundTransaction = { outcome: 'UNKNOWN' };
export const PENDING: FoundTransaction = { outcome: 'PENDING' };
export const unread = (reason: string): FoundTransaction => ({ outcome: 'UNREAD', reason });

type Final = Extract<FoundTransaction, { readonly outcome: 'FINAL' }>;

interface Answer {
  readonly label: string;
  readonly found: FoundTransaction;
}

const effectsOf = ({ movements, transfers }: Final): string =>
  JSON.stringify([
    termsOf(movements.map(({ movement }) => movement)),
    transfers.map((one) => ({ ...one, baseUnits: one.baseUnits.toString() })),
  ]);

const isFinal = (answer: Answer): answer is Answer & { readonly found: Final } => answer.found.outcome === 'FINAL';

/** A final transaction needs two nodes if another node answers: a single false answer causes no payout. */
const agreed = (txid: string, answers: readonly Answer[]): FoundTransaction => {
  const [first, second] = answers.filter(isFinal);
  const others = answers.filter((one) => !isFinal(one)).map(({ found }) => found);
  if (first !== undefined && second !== undefined) {
    if (effectsOf(first.found) === effectsOf(second.found)) return first.found;
    return unread(`${first.label} and ${second.label} tell ${txid} differently`);
  }
  if (first !== undefined && others.length === 0) return first.found;
  const worst = others.find(({ outcome }) => outcome === 'UNREAD');
  if (worst !== undefined) return worst;
  return first !== undefined || others.some(({ outcome }) => outcome === 'PENDING') ? PENDING : UNKNOWN;
};

const findOne = async <Node extends ChainNode>(
  nodes: Nodes<Node>,
  txid: string,
  ask: (node: Node) => Promise<FoundTransaction>,
): Promise<FoundTransaction> => {
  const answers: Answer[] = [];
  const failures: unknown[] = [];
  for (const node of nodes.available().slice(0, MOST_NODES)) {
    if (answers.filter(isFinal).length === ENOUGH_ANSWERS) break;
    try {
      await nodes.prove(node);
      answers.push({ label: node.label, found: await ask(node) });
    } catch (error) {
      nodes.doubt(node, error);
      failures.push(error);
    }
  }
  if (answers.length > 0) return agreed(txid, answers);
  return unread(
    failures.length === 0 ? 'every endpoint is set aside after a contradiction' : failures.map(messageOf).join('; '),
  );
};

/** See ChainReader: `ask` is the answer of one node. Never rejects, because each id may fail alone. */
export const findOnNodes = <Node extends ChainNode>(
  nodes: Nodes<Node>,
  txids: readonly string[],
  ask: (node: Node, txid: string) => Promise<FoundTransaction>,
): Promise<readonly FoundTransaction[]> =>
  fewAtOnce(txids, MOST_REQUESTS_AT_ONCE, (txid) => findOne(nodes, txid, (node) => ask(node, txid)));
