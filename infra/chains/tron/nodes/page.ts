import type { ChainHead } from '../../../../commands/ports/chains/chain-reader';
import type { FoundOnNode, Page, PageRequest, ToldTransaction } from '../../closed/node';
import { fieldsOf, malformed, readCount } from '../../encodings/answers';
import { partsOf } from '../../nodes/rpc/few-at-once';
import { MOST_REQUESTS_AT_ONCE } from '../../nodes/rpc/open-endpoint';
import { concernsUs, mayPayUs, toldOf, transfersOf, type Walked } from '../reading/told';
import type { TronWatch } from '../watch';
import { type Block, blockIn, type Infos, infosAt } from './blocks';
import type { TronCalls } from './calls';

export interface PageScope {
  readonly calls: TronCalls;
  readonly watch: TronWatch;
}

/** Two requests each: a page of them takes 10 s at 10 calls a second. */
const MOST_BLOCKS = 50n;
const REQUESTS_PER_BLOCK = 2;

const walkedIn = (label: string, { head, transactions }: Block, infos: Infos): readonly Walked[] =>
  [...transactions].map(([txid, transaction]) => {
    const info = infos.get(txid);
    if (info === undefined) throw new Error(`${label} has no info for ${txid} of block ${head.height} yet`);
    return { txid, transaction, info };
  });

interface Read {
  readonly told: readonly ToldTransaction[];
  /** Null: the infos were enough. */
  readonly head: ChainHead | null;
}

const readWhole = ({ calls, watch }: PageScope, block: Block, infos: Infos): Read => {
  const walked = walkedIn(calls.label, block, infos).filter((one) => concernsUs(one, watch));
  return { told: walked.map((one) => toldOf(one, block.head, watch)), head: block.head };
};

/** Without TRX in the catalog the infos show if a block must be read; an empty list proves nothing. */
const readByInfos = async (scope: PageScope, height: bigint): Promise<Read> => {
  const { calls, watch } = scope;
  const infos = await infosAt(calls, height);
  const isEnough = infos.size > 0 && ![...infos.values()].some((info) => mayPayUs(info, watch));
  return isEnough ? { told: [], head: null } : readWhole(scope, await blockIn(calls, height), infos);
};

const readBlock = async (scope: PageScope, height: bigint): Promise<Read> => {
  if (scope.watch.native === null) return readByInfos(scope, height);
  const [block, infos] = await Promise.all([blockIn(scope.calls, height), infosAt(scope.calls, height)]);
  return readWhole(scope, block, infos);
};

/** In order, up to the first that cannot be read; rejects when that is the first of all. */
const readBlocks = async (scope: PageScope, heights: readonly bigint[]) => {
  const read: Read[] = [];
  for (const part of partsOf(heights, MOST_REQUESTS_AT_ONCE / REQUESTS_PER_BLOCK)) {
    try {
      read.push(...(await Promise.all(part.map((height) => readBlock(scope, height)))));
    } catch (error) {
      if (read.length === 0) throw error;
      break;
    }
  }
  return read;
};

/** See ClosedNode. Walks blocks, each with the infos of its transactions. */
export const readPage = async (scope: PageScope, { from, to }: PageRequest): Promise<Page> => {
  const last = to - from >= MOST_BLOCKS ? from + MOST_BLOCKS - 1n : to;
  const heights = Array.from({ length: Number(last - from + 1n) }, (_, index) => from + BigInt(index));
  const read = await readBlocks(scope, heights);
  const upTo = read.at(-1)!.head ?? (await blockIn(scope.calls, from + BigInt(read.length) - 1n)).head;
  return { told: read.flatMap(({ told }) => told), upTo, resume: null };
};

/** See ClosedNode. Its block proves that the transaction is in the chain. */
export const readOne = async ({ calls, watch }: PageScope, txid: string): Promise<FoundOnNode | null> => {
  const info = fieldsOf(await calls.ask('gettransactioninfobyid', { value: txid }), 'info');
  if (Object.keys(info).length === 0) return null;
  if (info['id'] !== txid) throw malformed('id');
  const block = await blockIn(calls, readCount(info['blockNumber'] ?? 0, 'blockNumber'));
  const transaction = block.transactions.get(txid);
  if (transaction === undefined) throw new Error(`${calls.label} does not have ${txid} in its block`);
  const walked = { txid, transaction, info };
  return { ...toldOf(walked, block.head, watch), transfers: transfersOf(walked, watch) };
};
