import type { SeenMovement } from '../../../aggregates/chain';
import type {
  ChainReader,
  FoundTransaction,
  Judged,
  Judgement,
  Rescanned,
  Scanned,
  ScanRequest,
} from '../../../commands/ports/chains/chain-reader';
import type { Clock } from '../../../commands/ports/clock';
import type { ChainReaderOptions } from '../reader-options';
import { finalDepth, hashOf, headOf, heightAt } from './blocks';
import type { SimulatedBooks, SimulatedTransaction } from './books';
import { movementOf, POSITION } from './movements';

export interface SimulatedReaderOptions extends Pick<ChainReaderOptions, 'network' | 'assets' | 'memoPrefix'> {
  readonly books: SimulatedBooks;
  readonly clock: Clock;
  readonly settleMs: number;
}

const MOST_ARRIVALS = 1_000;

type Options = SimulatedReaderOptions;

const finalHeight = ({ clock, settleMs }: Options): bigint => heightAt(clock.now()) - finalDepth(settleMs);

interface Read {
  readonly arrivals: readonly SimulatedTransaction[];
  readonly upTo: bigint;
}

/** Whole blocks: as many as the limit allows, and at least one. */
const readBlocks = async ({ books, network }: Options, from: bigint, to: bigint): Promise<Read> => {
  const { receivers } = network;
  const arrivals = await books.arrivals({ from, to, receivers, limit: MOST_ARRIVALS });
  const last = arrivals.at(-1);
  if (last === undefined || arrivals.length < MOST_ARRIVALS) return { arrivals, upTo: to };
  if (last.height > from)
    return { arrivals: arrivals.filter(({ height }) => height < last.height), upTo: last.height - 1n };
  const whole = await books.arrivals({ from, to: from, receivers, limit: Number.MAX_SAFE_INTEGER });
  return { arrivals: whole, upTo: from };
};

/** Reports reverting transactions too, as a chain does before finality; no movement is final yet. */
const scan = async (options: Options, { from, to }: ScanRequest): Promise<Scanned> => {
  const { arrivals, upTo } = await readBlocks(options, from, to);
  const movements = arrivals.map((arrival) => ({ movement: movementOf(options, arrival), isFinal: false }));
  const parentHash = hashOf(from - 1n);
  return { outcome: 'SCANNED', movements, unread: [], dust: [], parentHash, upTo: headOf(upTo), resume: null };
};

const rescan = async (options: Options, from: bigint, to: bigint): Promise<Rescanned> => {
  const { arrivals, upTo } = await readBlocks(options, from, to);
  const landed = arrivals.filter(({ fate }) => fate === 'LANDS');
  const movements = landed.map((arrival) => ({ movement: movementOf(options, arrival), isFinal: false }));
  return { movements, unread: [], upTo: { height: upTo }, gone: null };
};

const judgement = (options: Options, seen: SeenMovement, found: SimulatedTransaction | undefined): Judgement => {
  if (found === undefined) return { verdict: 'GONE', reason: 'UNKNOWN_TRANSACTION' };
  if (found.height > finalHeight(options)) return { verdict: 'PENDING' };
  if (found.fate !== 'LANDS') return { verdict: 'GONE', reason: 'REVERTED' };
  const movement = movementOf(options, found);
  const isThere = seen.position === POSITION && options.network.receivers.includes(movement.receiver);
  return isThere ? { verdict: 'FINAL', movement } : { verdict: 'GONE', reason: 'NO_SUCH_MOVEMENT' };
};

const judge = async (options: Options, movements: readonly SeenMovement[]): Promise<Judged> => {
  const found = await options.books.find(movements.map(({ txid }) => txid));
  const judgements = movements.map((seen) => judgement(options, seen, found.get(seen.txid)));
  return { judgements, shortfalls: [], unprovedBlocks: 0 };
};

const foundOf = (options: Options, found: SimulatedTransaction | undefined): FoundTransaction => {
  if (found === undefined) return { outcome: 'UNKNOWN' };
  if (found.height > finalHeight(options) || found.fate === 'DROPPED') return { outcome: 'PENDING' };
  if (found.fate === 'REVERTS') return { outcome: 'FINAL', movements: [], transfers: [] };
  const movement = movementOf(options, found);
  const isOurs = options.network.receivers.includes(movement.receiver);
  const { sender: from, receiver: to, assetId, baseUnits, memo } = found;
  return {
    outcome: 'FINAL',
    movements: isOurs ? [{ movement, isFinal: false }] : [],
    transfers: [{ from, to, assetId, baseUnits, reference: memo }],
  };
};

const find = async (options: Options, txids: readonly string[]): Promise<readonly FoundTransaction[]> => {
  const found = await options.books.find(txids);
  return txids.map((txid) => foundOf(options, found.get(txid)));
};

/** Blocks are a function of the service's clock, never reorganised; transactions are rows. Holds no resource open. */
export const createSimulatedReader = (options: Options): ChainReader => ({
  network: options.network.name,
  heads: async () => ({
    outcome: 'HEADS',
    newest: headOf(heightAt(options.clock.now())),
    final: headOf(finalHeight(options)),
    identity: options.network.name,
    receivers: options.network.receivers.map((address) => ({ address, refusal: null })),
    uncompared: null,
  }),
  hashAt: async (height) => hashOf(height),
  scan: (request) => scan(options, request),
  rescan: (from, to) => rescan(options, from, to),
  // Rows are always read whole: no transaction is read later.
  read: async (transactions) => transactions.map(() => ({ outcome: 'GONE' })),
  judge: (movements) => judge(options, movements),
  find: (txids) => find(options, txids),
  close: async () => undefined,
});
