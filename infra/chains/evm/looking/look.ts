import type { KeptHash, ReceiverState } from '../../../../commands/ports/chains/chain-reader';
import type { History, Looking, NodeLook } from '../../looking/history';
import { historyGone } from '../../nodes/history-gone';
import { type ExpectedHash, keptDoubt, mustBeKept, mustServe } from '../../nodes/proof';
import { contradiction } from '../../nodes/standings';
import { hashAt, headerIn, parentHashAbove } from '../nodes/hash-at';
import { answerIn, type EvmNode, type Question, type Settled } from '../nodes/node';
import { proveNode } from '../nodes/prove-node';
import {
  type BlockName,
  chainIdQuestion,
  codeQuestion,
  headerQuestion,
  newestNumberQuestion,
} from '../nodes/questions';
import type { EvmHeader } from '../protocol/wire';
import type { EvmScope } from './scope';

export interface EvmLook extends NodeLook<EvmNode> {
  readonly newest: EvmHeader;
  readonly final: EvmHeader;
}

const NO_CODE = '0x';

/** A contract may refuse unknown calldata; a delegated account counts as one. */
const stateOf = (address: string, code: string): ReceiverState => {
  const isPlain = code === NO_CODE;
  return { address, refusal: isPlain ? null : 'the address has code, but transfers with a memo need a plain account' };
};

const must = (node: EvmNode, block: BlockName, header: EvmHeader | null): EvmHeader => {
  if (header === null) throw new Error(`${node.label} has no block ${block}`);
  return header;
};

export const headerAt = async (node: EvmNode, block: BlockName): Promise<EvmHeader> =>
  must(node, block, await node.one(headerQuestion(block)));

interface Answers {
  readonly served: bigint;
  readonly newest: EvmHeader;
  /** Null where finality is a depth below the newest block. */
  readonly final: EvmHeader | null;
  /** Null when the node lacks the kept block, or when there is no kept block. */
  readonly keptHeader: EvmHeader | null;
  readonly codes: readonly string[];
}

/** Asks all questions in one batch. A node without the `finalized` tag is an error: `latest` does not replace it. */
const answersOf = async (node: EvmNode, scope: EvmScope, { kept, accounts }: Looking): Promise<Answers> => {
  const asksTag = scope.finality === 'finalized';
  const questions: readonly Question<unknown>[] = [
    chainIdQuestion,
    headerQuestion('latest'),
    ...(asksTag ? [headerQuestion('finalized')] : []),
    ...accounts.map(codeQuestion),
    ...(kept === null ? [] : [headerQuestion(kept.height)]),
  ];
  const settled = [...(await node.settle(questions))];
  const last = kept === null ? null : (settled.pop() as Settled<EvmHeader | null>);
  const [served, latest, ...rest] = settled.map(answerIn) as [bigint, EvmHeader | null, ...unknown[]];
  const final = asksTag ? must(node, 'finalized', rest.shift() as EvmHeader | null) : null;
  const keptHeader = last === null ? null : headerIn(last);
  return { served, newest: must(node, 'latest', latest), final, keptHeader, codes: rest as readonly string[] };
};

const finalBelow = (node: EvmNode, newest: EvmHeader, { finality }: EvmScope): Promise<EvmHeader> => {
  const depth = finality === 'finalized' ? 0 : finality.depth;
  const number = newest.number - BigInt(depth);
  return headerAt(node, number < 0n ? 0n : number);
};

type Heads = Pick<EvmLook, 'node' | 'newest' | 'final'>;

/** Time and history only move forward. */
const mustMakeSense = ({ node, newest, final }: Heads, { times }: EvmScope, kept: KeptHash | null): void => {
  times.mustBePast(node.label, newest);
  if (final.number > newest.number) throw contradiction(node.label, `has a final block above its newest one`);
  times.mustFollow(node.label, final, newest);
  if (final.number === newest.number && final.hash !== newest.hash) {
    throw contradiction(node.label, `has two blocks of height ${final.number}`);
  }
  if (kept !== null && final.number < kept.height) {
    throw keptDoubt(node.label, `is behind: its final block is ${final.number}, and ${kept.height} was final`);
  }
};

/** A missing kept block may still be the final block or the parent of the next one. */
const isLacking = async ({ node, final }: Heads, kept: ExpectedHash): Promise<boolean> => {
  const hash = final.number === kept.height ? final.hash : await parentHashAbove(node, kept.height);
  if (hash !== null) mustBeKept(node, kept, hash);
  else if (!kept.mayBeGone) throw historyGone(node.label, kept.height, 'it was final');
  return hash === null;
};

/** An endpoint may front nodes of several chains: the final block is read again, then the proof. */
const mustStand = async (node: EvmNode, { watch }: EvmScope, final: EvmHeader, kept: ExpectedHash | null) => {
  const again = await headerAt(node, final.number);
  if (again.hash !== final.hash) throw contradiction(node.label, `has two final blocks at height ${final.number}`);
  await proveNode(node, watch.chainId, kept);
};

/** Heads of one proved node. Rejects impossible or old answers, and a pruned kept hash unless `mayBeGone`. */
export const lookAt = async (node: EvmNode, scope: EvmScope, looking: Looking): Promise<EvmLook> => {
  const { kept } = looking;
  const { served, newest, final: tagged, keptHeader, codes } = await answersOf(node, scope, looking);
  mustServe(node, served.toString(), scope.watch.chainId.toString());
  if (kept !== null && keptHeader !== null) mustBeKept(node, kept, keptHeader.hash);
  const heads = { node, newest, final: tagged ?? (await finalBelow(node, newest, scope)) };
  mustMakeSense(heads, scope, kept);
  const lacksKept = kept !== null && keptHeader === null && (await isLacking(heads, kept));
  if (kept === null || heads.final.number > kept.height) await mustStand(node, scope, heads.final, kept);
  const receivers = looking.accounts.map((address, index) => stateOf(address, codes[index] ?? ''));
  return { ...heads, receivers, lacksKept };
};

export const evmHistory = (scope: EvmScope): History<EvmNode> => ({
  lookAt: (node, looking) => lookAt(node, scope, looking),
  newestHeight: async (node) => {
    const [served, newest] = await node.all([chainIdQuestion, newestNumberQuestion]);
    mustServe(node, served.toString(), scope.watch.chainId.toString());
    return newest;
  },
  hashAt,
  hashesAt: async (node, heights) => {
    const settled = await node.settle(heights.map(headerQuestion));
    return settled.map((one) => headerIn(one)?.hash ?? null);
  },
});
