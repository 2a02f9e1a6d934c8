import { ask, type Fields, failed, forward, hex, newestOf, type RpcAnswer, type RpcCall } from './json-rpc';
import { type Lies, lieAboutBlock, lieAboutLogs } from './lies';

/** The node that one request meets: which chain it holds, how far, and what it gets wrong. */
export interface View {
  readonly url: string;
  /** Its newest block. */
  readonly head: number;
  /** Blocks that its final one is below its newest one. */
  readonly finalLag: number;
  /** Blocks of state that it keeps; null: all. */
  readonly stateBlocks: number | null;
  /** Transactions that it lists in no block and knows by receipt and log alone. */
  readonly hidden: ReadonlySet<string>;
  readonly lies: Lies;
}

const NOBODY = `0x${'0'.repeat(40)}`;

/** A tag or a number, as the number that this node takes it for. */
const heightOf = (view: View, tag: unknown): number | RpcAnswer => {
  if (tag === 'earliest') return 0;
  if (tag === 'finalized' || tag === 'safe') {
    if (view.lies.refusesFinal()) return failed(-32_602, 'finalized block not found');
    return Math.max(0, view.head - view.finalLag);
  }
  return typeof tag === 'string' && tag.startsWith('0x') ? Number(tag) : view.head;
};

const blockOf = (view: View, block: Fields | null): RpcAnswer => {
  if (block === null || Number(block['number']) > view.head) return { result: null };
  return { result: lieAboutBlock(block, view) };
};

const blockByNumber = async (view: View, [tag, whole]: readonly unknown[]): Promise<RpcAnswer> => {
  const height = heightOf(view, tag);
  if (typeof height !== 'number') return height;
  if (height > view.head) return { result: null };
  return blockOf(view, await ask(view.url, 'eth_getBlockByNumber', [hex(height), whole]));
};

const blockByHash = async (view: View, params: readonly unknown[]): Promise<RpcAnswer> =>
  blockOf(view, await ask(view.url, 'eth_getBlockByHash', params));

const logs = async (view: View, [given]: readonly unknown[]): Promise<RpcAnswer> => {
  const filter = given as Fields;
  if (filter['blockHash'] !== undefined)
    return { result: lieAboutLogs(await ask(view.url, 'eth_getLogs', [filter]), view) };
  const [from, to] = [heightOf(view, filter['fromBlock']), heightOf(view, filter['toBlock'])];
  if (typeof from !== 'number') return from;
  if (typeof to !== 'number') return to;
  if (to > view.head && !view.lies.isLenient) return failed(-32_000, 'block range extends beyond current head block');
  if (from > Math.min(to, view.head)) return { result: [] };
  const range = { ...filter, fromBlock: hex(from), toBlock: hex(Math.min(to, view.head)) };
  const answer = await forward(view.url, 'eth_getLogs', [range]);
  return 'error' in answer ? answer : { result: lieAboutLogs(answer.result as readonly Fields[], view) };
};

const isKnown = (view: View, found: Fields | null): found is Fields =>
  found !== null && found['blockNumber'] !== null && Number(found['blockNumber']) <= view.head;

/** The receipt of a transaction that no block lists has NOBODY as both parties. */
const shownReceipt = (view: View, receipt: Fields): Fields =>
  view.hidden.has(receipt['transactionHash'] as string) ? { ...receipt, from: NOBODY, to: NOBODY } : receipt;

const receipt = async (view: View, params: readonly unknown[]): Promise<RpcAnswer> => {
  const found = await ask<Fields | null>(view.url, 'eth_getTransactionReceipt', params);
  if (!isKnown(view, found) || view.lies.missesReceipt()) return { result: null };
  return { result: shownReceipt(view, found) };
};

const transaction = async (view: View, params: readonly unknown[]): Promise<RpcAnswer> => {
  const found = await ask<Fields | null>(view.url, 'eth_getTransactionByHash', params);
  if (!isKnown(view, found) || view.hidden.has(found['hash'] as string)) return { result: null };
  return { result: found };
};

const blockReceipts = async (view: View, [tag]: readonly unknown[]): Promise<RpcAnswer> => {
  if (view.lies.refusesBlockReceipts()) return failed(-32_601, 'the method eth_getBlockReceipts does not exist');
  const height = typeof tag === 'string' && tag.length === 66 ? null : heightOf(view, tag);
  if (height !== null && typeof height !== 'number') return height;
  if (height !== null && height > view.head) return { result: null };
  const found = await ask<readonly Fields[] | null>(view.url, 'eth_getBlockReceipts', [
    height === null ? tag : hex(height),
  ]);
  const listed = found?.filter((item) => !view.hidden.has(item['transactionHash'] as string));
  return { result: listed ?? null };
};

/** Calls whose last parameter is the block whose state they ask for. */
const stateOf = async (view: View, { method, params = [] }: RpcCall): Promise<RpcAnswer> => {
  const at = method === 'eth_getStorageAt' ? 2 : 1;
  const height = heightOf(view, params[at]);
  if (typeof height !== 'number') return height;
  if (height > view.head) return failed(-32_000, 'header not found');
  if (view.stateBlocks !== null && height < view.head - view.stateBlocks)
    return failed(-32_000, `missing trie node (path ) state is not available for block ${height}`);
  return forward(view.url, method, [...params.slice(0, at), hex(height)]);
};

/** This node's answer to one call. */
export const answerOf = async (view: View, call: RpcCall): Promise<RpcAnswer> => {
  const { method, params = [] } = call;
  if (view.lies.failsInside()) return failed(-32_603, 'internal error');
  if (method === 'eth_blockNumber') return { result: hex(view.head) };
  if (method === 'eth_getBlockByNumber') return blockByNumber(view, params);
  if (method === 'eth_getBlockByHash') return blockByHash(view, params);
  if (method === 'eth_getLogs') return logs(view, params);
  if (method === 'eth_getTransactionReceipt') return receipt(view, params);
  if (method === 'eth_getTransactionByHash') return transaction(view, params);
  if (method === 'eth_getBlockReceipts') return blockReceipts(view, params);
  if (/^eth_(call|getBalance|getCode|getStorageAt|getTransactionCount)$/.test(method)) return stateOf(view, call);
  return forward(view.url, method, params);
};

/** The newest block of the chain that a view is made of. */
export const viewedHead = async (url: string, behind: number): Promise<number> =>
  Math.max(0, (await newestOf(url)) - behind);
