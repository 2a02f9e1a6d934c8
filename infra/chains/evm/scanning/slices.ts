import type { Movement } from '../../../../aggregates/chain';
import type { Dust } from '../../../../commands/ports/chains/chain-reader';
import { contradiction } from '../../nodes/standings';
import { mustBeOfChain, type Wanted } from '../looking/place';
import type { EvmNode, Question } from '../nodes/node';
import { blockQuestion } from '../nodes/questions';
import { memosOf } from '../protocol/memo';
import type { EvmWatch } from '../protocol/watch';
import {
  type EvmHeader,
  type EvmTransaction,
  readHash,
  readHeader,
  readListed,
  readTransaction,
  readUnknown,
} from '../protocol/wire';
import { paysCoin, plainMovements } from './movements';

export interface Slice {
  readonly header: EvmHeader;
  readonly wanted: readonly BlockEntry[];
  readonly plain: readonly Movement[];
  readonly dust: Dust | null;
}

export interface BlockEntry extends Wanted {
  readonly block: EvmHeader;
}

export interface Sieve {
  readonly watch: EvmWatch;
  readonly hits: ReadonlySet<string>;
  readonly whole: boolean;
}

const unlisted = (hits: ReadonlySet<string>, listed: ReadonlySet<string>, block: EvmHeader): readonly BlockEntry[] =>
  [...hits]
    .filter((txid) => !listed.has(txid))
    .map((txid) => ({ txid, block, transaction: null, isListed: false, isHit: true }));

const siftHashes = (header: EvmHeader, listed: readonly unknown[], { hits }: Sieve): Slice => {
  const hashes = hits.size === 0 ? [] : listed.map((item) => readHash(item, 'block.transactions'));
  const found = new Set(hashes.filter((hash) => hits.has(hash)));
  const wanted = [...found].map(
    (txid): BlockEntry => ({ txid, block: header, transaction: null, isListed: true, isHit: true }),
  );
  return { header, wanted: [...wanted, ...unlisted(hits, found, header)], plain: [], dust: null };
};

const readOrNull = (item: unknown): EvmTransaction | null => {
  try {
    return readTransaction(item);
  } catch {
    return null;
  }
};

/** A transaction of an unknown form, read separately unless it certainly pays another account. */
const unknownWanted = (item: unknown, block: EvmHeader, { watch, hits }: Sieve): readonly BlockEntry[] => {
  const { hash: txid, to } = readUnknown(item);
  const isHit = hits.has(txid);
  const mayPayUs = watch.wholeBlocks && (to === null || watch.receivers.includes(to));
  return isHit || mayPayUs ? [{ txid, block, transaction: null, isListed: true, isHit }] : [];
};

/** Keeps little of each transaction, because a block is large. */
const siftWhole = (label: string, header: EvmHeader, listed: readonly unknown[], sieve: Sieve): Slice => {
  const { watch, hits } = sieve;
  const wanted: BlockEntry[] = [];
  const plain: Movement[] = [];
  const found = new Set<string>();
  let transfers = 0;
  let baseUnits = 0n;
  for (const item of listed) {
    const transaction = readOrNull(item);
    if (transaction === null) {
      wanted.push(...unknownWanted(item, header, sieve));
      continue;
    }
    if (transaction.blockHash !== header.hash) throw contradiction(label, `lists another block's transactions`);
    const isHit = hits.has(transaction.hash);
    const paysUs = watch.wholeBlocks && paysCoin(transaction, watch);
    const isNamed = watch.wholeBlocks && memosOf(transaction.input, watch.memoPrefix).length > 0;
    if (!isHit && !isNamed && !paysUs) continue;
    mustBeOfChain(label, transaction, watch);
    if (isHit || isNamed) wanted.push({ txid: transaction.hash, block: header, transaction, isListed: true, isHit });
    else if (transaction.value >= watch.nativeDustBelow) plain.push(...plainMovements(transaction, header, watch));
    else {
      transfers += 1;
      baseUnits += transaction.value;
    }
  }
  const { nativeAssetId: assetId } = watch;
  const dust = transfers === 0 || assetId === null ? null : { height: header.number, assetId, transfers, baseUnits };
  for (const { txid } of wanted) found.add(txid);
  return { header, wanted: [...wanted, ...unlisted(hits, found, header)], plain, dust };
};

export const sliceQuestion = (node: EvmNode, height: bigint, sieve: Sieve): Question<Slice | null> =>
  blockQuestion(height, sieve.whole, (result) => {
    const header = readHeader(result);
    if (header === null) return null;
    if (header.number !== height) throw new Error(`asked for block ${height}, it answers block ${header.number}`);
    const listed = readListed(result);
    return sieve.whole ? siftWhole(node.label, header, listed, sieve) : siftHashes(header, listed, sieve);
  });
