import type { Reading, UnreadTransaction } from '../../../../commands/ports/chain-reader';
import { type EvmLook, lookAt } from '../looking/look';
import type { CallBudget } from '../looking/receipts';
import type { EvmScope } from '../looking/scope';
import type { EvmNode } from '../nodes/node';
import { messageOf, nodesError } from '../nodes/nodes-error';
import { gather } from './gather';
import { cropOf, memosKnownOf } from './harvest';
import type { Wanted } from './slices';
import { settleSlices } from './stretch';

const unread = (reason: unknown): Reading => ({ outcome: 'UNREAD', reason: messageOf(reason) });

/** Two answers that a log's transaction is in no block and has no receipt: it never existed. */
const isInvented = (scope: EvmScope, node: EvmNode, { txid, block, isListed }: Wanted): boolean =>
  !isListed && scope.sightings.confirm(`invented:${block.hash}:${txid}`, node);

const readWanted = async (
  node: EvmNode,
  scope: EvmScope,
  wanted: readonly Wanted[],
  budget: CallBudget,
): Promise<ReadonlyMap<string, Reading>> => {
  const readings = new Map<string, Reading>();
  for (const gathered of await gather(node, scope, wanted, budget)) {
    const crop = cropOf(scope, node, gathered);
    const { txid } = gathered.wanted;
    if ('movements' in crop) {
      const movements = crop.movements.map((movement) => ({ movement, isFinal: false }));
      readings.set(txid, { outcome: 'READ', movements });
    } else if ('error' in gathered && isInvented(scope, node, gathered.wanted)) {
      readings.set(txid, { outcome: 'READ', movements: [] });
    } else {
      const memos = memosKnownOf(scope, gathered);
      readings.set(txid, { outcome: 'UNREAD', reason: crop.reason, ...(memos === null ? {} : { memos }) });
    }
  }
  return readings;
};

const keyOf = ({ blockHash, txid }: UnreadTransaction): string => `${blockHash}:${txid}`;

/** Another block at the height drops the transaction only when final and confirmed by a second answer. */
const elsewhere = ({ node, final }: EvmLook, scope: EvmScope, one: UnreadTransaction, canonical: string): Reading => {
  const isFinal = one.height <= final.number;
  if (isFinal && scope.sightings.confirm(`elsewhere:${canonical}:${keyOf(one)}`, node)) return { outcome: 'GONE' };
  const words = isFinal ? 'and nobody has said so before' : 'which is not final';
  return unread(new Error(`${node.label} has another block ${one.height}, ${words}`));
};

/** One node's readings, by block and transaction. */
const readOn = async (
  look: EvmLook,
  scope: EvmScope,
  open: readonly UnreadTransaction[],
  budget: CallBudget,
): Promise<ReadonlyMap<string, Reading>> => {
  const { node } = look;
  const hits = new Map<bigint, Set<string>>();
  for (const { height, txid } of open) hits.set(height, (hits.get(height) ?? new Set()).add(txid));
  const heights = [...hits.keys()];
  const slices = await settleSlices(node, { ...scope.watch, wholeBlocks: false }, heights, hits);
  const sliceAt = new Map(heights.map((height, index) => [height, slices[index]!]));
  const wanted = slices.flatMap((slice) => ('answer' in slice ? (slice.answer?.wanted ?? []) : []));
  const isAsked = new Set(open.map(keyOf));
  const stayed = wanted.filter(({ txid, block }) => isAsked.has(`${block.hash}:${txid}`));
  const readings = await readWanted(node, scope, stayed, budget);
  return new Map(
    open.map((one): [string, Reading] => {
      const slice = sliceAt.get(one.height)!;
      if ('error' in slice) return [keyOf(one), unread(slice.error)];
      if (slice.answer === null) return [keyOf(one), unread(new Error(`${node.label} has no block ${one.height}`))];
      const { hash } = slice.answer.header;
      if (hash !== one.blockHash) return [keyOf(one), elsewhere(look, scope, one, hash)];
      return [keyOf(one), readings.get(one.txid)!];
    }),
  );
};

/** Keeps memos that an earlier node could read. */
const withMemos = (reading: Reading, before: Reading | undefined): Reading =>
  reading.outcome === 'UNREAD' && before?.outcome === 'UNREAD' ? { ...before, ...reading } : reading;

/** See ChainReader. The next node is asked what one cannot tell; rejects when none could be asked. */
export const readAgain = async (
  scope: EvmScope,
  transactions: readonly UnreadTransaction[],
): Promise<readonly Reading[]> => {
  const budget = { left: scope.mostSingleCalls };
  const isNameless = ({ memos }: UnreadTransaction): boolean => memos?.length === 0;
  const ordered = [...transactions.filter((one) => !isNameless(one)), ...transactions.filter(isNameless)];
  const readings = new Map<string, Reading>();
  const failures: unknown[] = [];
  for (const node of scope.nodes.available()) {
    const open = ordered.filter((one) => (readings.get(keyOf(one))?.outcome ?? 'UNREAD') === 'UNREAD');
    if (open.length === 0) break;
    try {
      const look = await lookAt(node, scope, { kept: scope.nodes.expected(), accounts: [] });
      for (const [key, reading] of await readOn(look, scope, open, budget)) {
        readings.set(key, withMemos(reading, readings.get(key)));
      }
    } catch (error) {
      scope.nodes.doubt(node, error);
      failures.push(error);
    }
  }
  if (transactions.some((one) => !readings.has(keyOf(one)))) throw nodesError(scope.watch.network, failures);
  return transactions.map((one) => readings.get(keyOf(one))!);
};
