import type { Reading, UnreadTransaction } from '../../../../commands/ports/chains/chain-reader';
import { messageOf, nodesError } from '../../nodes/nodes-error';
import { type EvmLook, lookAt } from '../looking/look';
import type { EvmScope } from '../looking/scope';
import type { Settled } from '../nodes/node';
import { cropOf, memosKnownOf } from '../scanning/harvest';
import { type Evidence, evidenceOf } from './evidence';

const keyOf = ({ blockHash, txid }: UnreadTransaction): string => `${blockHash}:${txid}`;

/** Another block at the height drops the transaction only when final and confirmed by a second answer. */
const elsewhere = ({ node, final }: EvmLook, scope: EvmScope, one: UnreadTransaction, canonical: string): Reading => {
  const isFinal = one.height <= final.number;
  if (isFinal && scope.sightings.confirm(`elsewhere:${canonical}:${keyOf(one)}`, node)) return { outcome: 'GONE' };
  const words = isFinal ? 'which no second answer confirms' : 'which is not final';
  return { outcome: 'UNREAD', reason: `${node.label} has another block ${one.height}, ${words}` };
};

const readingOf = (look: EvmLook, scope: EvmScope, one: UnreadTransaction, found: Settled<Evidence>): Reading => {
  if ('error' in found) return { outcome: 'UNREAD', reason: messageOf(found.error) };
  const { wanted, place } = found.answer;
  const block = wanted.there!;
  if (block.hash !== one.blockHash) return elsewhere(look, scope, one, block.hash);
  const crop = cropOf(scope, look.node, { wanted: { ...wanted, block }, place });
  if ('movements' in crop) {
    return { outcome: 'READ', movements: crop.movements.map((movement) => ({ movement, isFinal: false })) };
  }
  const memos = memosKnownOf(scope, wanted);
  return { outcome: 'UNREAD', reason: crop.reason, ...(memos === null ? {} : { memos }) };
};

/** Keeps memos that an earlier node has read. */
const withMemos = (reading: Reading, before: Reading | undefined): Reading =>
  reading.outcome === 'UNREAD' && before?.outcome === 'UNREAD' ? { ...before, ...reading } : reading;

const namedFirst = (transactions: readonly UnreadTransaction[]): readonly UnreadTransaction[] => {
  const isNameless = ({ memos }: UnreadTransaction): boolean => memos?.length === 0;
  return [...transactions.filter((one) => !isNameless(one)), ...transactions.filter(isNameless)];
};

/** See ChainReader. If a node cannot read a transaction, the next one is asked; rejects when no node answers. */
export const readAgain = async (
  scope: EvmScope,
  transactions: readonly UnreadTransaction[],
): Promise<readonly Reading[]> => {
  const budget = { left: scope.mostSingleCalls };
  const ordered = namedFirst(transactions);
  const readings = new Map<string, Reading>();
  const open = () => ordered.filter((one) => (readings.get(keyOf(one))?.outcome ?? 'UNREAD') === 'UNREAD');
  const failures = await scope.nodes.inTurn(open, async (node, rows) => {
    const look = await lookAt(node, scope, { kept: scope.nodes.expected(), accounts: [] });
    const evidence = await evidenceOf(look, scope, rows, budget);
    for (const [index, one] of rows.entries()) {
      const reading = readingOf(look, scope, one, evidence[index]!);
      readings.set(keyOf(one), withMemos(reading, readings.get(keyOf(one))));
    }
  });
  if (transactions.some((one) => !readings.has(keyOf(one)))) throw nodesError(scope.watch.network, failures);
  return transactions.map((one) => readings.get(keyOf(one))!);
};
