import type { KeptHash } from '../../../../commands/ports/chain-reader';
import { headerIn, parentHashAbove } from '../nodes/hash-at';
import { historyGone } from '../nodes/history-gone';
import { answerIn, type EvmNode, type Question, type Settled } from '../nodes/node';
import { type ExpectedHash, keptDoubt, mustBeKept, mustServe, proveNode } from '../nodes/proof';
import { type BlockName, chainIdQuestion, codeQuestion, headerQuestion } from '../nodes/questions';
import { contradiction } from '../nodes/standings';
import type { EvmHeader } from '../protocol/wire';
import type { EvmScope } from './scope';

/** What one node says of its chain, all at once. */
export interface EvmLook {
  readonly node: EvmNode;
  readonly newest: EvmHeader;
  readonly final: EvmHeader;
  /** The code of each account that was asked about, in their order. */
  readonly codes: readonly string[];
  /** Its final block is above the newest final hash that is known, and it does not have that block any more. */
  readonly lacksKept: boolean;
}

export interface Looking {
  readonly kept: ExpectedHash | null;
  /** Accounts whose code is asked for. */
  readonly accounts: readonly string[];
}

const must = (node: EvmNode, block: BlockName, header: EvmHeader | null): EvmHeader => {
  if (header === null) throw new Error(`${node.label} has no block ${block}`);
  return header;
};

/** The canonical block of this height or tag. */
export const headerAt = async (node: EvmNode, block: BlockName): Promise<EvmHeader> =>
  must(node, block, await node.one(headerQuestion(block)));

interface Answers {
  readonly served: bigint;
  readonly newest: EvmHeader;
  /** Null where it is counted from the newest one. */
  readonly final: EvmHeader | null;
  /** Null as well where there is none to ask for. */
  readonly keptHeader: EvmHeader | null;
  readonly codes: readonly string[];
}

/** One batch. Never the latest block in place of the finalised one: a node without the tag is an error. */
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

/** Time and history go forward only. */
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

/** Whether a node that does not tell the kept block lacks it: its final block, or the one above, may tell its hash. */
const isLacking = async ({ node, final }: Heads, kept: ExpectedHash): Promise<boolean> => {
  const hash = final.number === kept.height ? final.hash : await parentHashAbove(node, kept.height);
  if (hash !== null) mustBeKept(node, kept, hash);
  else if (!kept.mayBeGone) throw historyGone(node.label, kept.height, 'it was final');
  return hash === null;
};

/**
 * Several nodes may answer behind one address, one of them of another chain. A final block that is to be kept is asked for
 * once more, and the proof after it: whatever answered before, this chain's node has that block.
 */
const mustStand = async (node: EvmNode, { watch }: EvmScope, final: EvmHeader, kept: ExpectedHash | null) => {
  const again = await headerAt(node, final.number);
  if (again.hash !== final.hash) throw contradiction(node.label, `has two final blocks of height ${final.number}`);
  await proveNode(node, watch.chainId, kept);
};

/**
 * Newest and final of one node that proves, in the same batch, to serve the chain and to have its final history.
 * Rejects when its answers cannot be true, or are older than what is known; and when it has pruned the newest final hash
 * that is known, unless that may be gone.
 */
export const lookAt = async (node: EvmNode, scope: EvmScope, looking: Looking): Promise<EvmLook> => {
  const { kept } = looking;
  const { served, newest, final: tagged, keptHeader, codes } = await answersOf(node, scope, looking);
  mustServe(node, served, scope.watch.chainId);
  if (kept !== null && keptHeader !== null) mustBeKept(node, kept, keptHeader.hash);
  const heads = { node, newest, final: tagged ?? (await finalBelow(node, newest, scope)) };
  mustMakeSense(heads, scope, kept);
  const lacksKept = kept !== null && keptHeader === null && (await isLacking(heads, kept));
  if (kept === null || heads.final.number > kept.height) await mustStand(node, scope, heads.final, kept);
  return { ...heads, codes, lacksKept };
};
