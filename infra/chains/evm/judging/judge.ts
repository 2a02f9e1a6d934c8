import type { SeenMovement } from '../../../../aggregates/chain';
import type { Judgement } from '../../../../commands/ports/chains/chain-reader';
import { answerIn } from '../nodes/node';
import type { EvmWatch } from '../protocol/watch';
import type { EvmHeader } from '../protocol/wire';
import { movementsOf, NOT_IN_THE_BLOCK, unlistedMovements } from '../scanning/movements';
import type { Evidence } from './evidence';

export const REORGANISED_AWAY = 'REORGANISED_AWAY';

export const PENDING: Judgement = { verdict: 'PENDING' };
const gone = (reason: string): Judgement => ({ verdict: 'GONE', reason });

const ofUnknown = (there: EvmHeader | null, { txid, blockHash }: SeenMovement): Judgement => {
  if (there === null) return PENDING;
  if (there.hash === blockHash) throw new Error(`The node keeps block ${there.number} but not its transaction ${txid}`);
  return gone(REORGANISED_AWAY);
};

/** Judges a movement at finality. FINAL has the facts of the final block. Throws when the node contradicts itself. */
export const verdictOf = ({ wanted, place }: Evidence, seen: SeenMovement, watch: EvmWatch): Judgement => {
  const placed = answerIn(place);
  if (placed.outcome === 'PENDING') return PENDING;
  if (placed.outcome === 'UNKNOWN') return ofUnknown(wanted.there, seen);
  const { receipt, block } = placed;
  // The receivers of NETWORKS_FILE may have changed since the scan.
  const known = { ...watch, receivers: [...new Set([...watch.receivers, seen.receiver])] };
  // A transaction that no block lists is judged only by its receipt, and pays nothing by itself.
  const isAlone = seen.unsupported === NOT_IN_THE_BLOCK;
  if (placed.outcome === 'UNLISTED' && !isAlone) throw new Error(`Block ${block.number} does not list ${seen.txid}`);
  if (!receipt.succeeded) return gone('TRANSACTION_FAILED');
  const movements =
    placed.outcome === 'UNLISTED' || isAlone ? unlistedMovements(receipt, block, known) : movementsOf(placed, known);
  const movement = movements.find(({ position }) => position === seen.position);
  return movement === undefined ? gone('NO_SUCH_MOVEMENT') : { verdict: 'FINAL', movement };
};
