import type { Clock } from '../../../../../commands/ports/clock';
import { BLOCK_MS, heightAt } from '../../../../../infra/chains/simulated/blocks';
import type {
  Holdings,
  SimulatedBooks,
  SimulatedTransaction,
  SimulatedTransfer,
  WalletKey,
} from '../../../../../infra/chains/simulated/books';

type Rows = readonly SimulatedTransaction[];

const sumOf = (rows: Rows): bigint => rows.reduce((sum, { baseUnits }) => sum + baseUnits, 0n);
const notNegative = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** Credits until a block minus debits until another one; rows are in the order of their blocks. */
const holdingsOf = (rows: Rows, { partnerId, wallet, assetId }: WalletKey, came: bigint, went: bigint): Holdings => {
  const own = rows.filter((row) => row.partnerId === partnerId && row.assetId === assetId && row.fate === 'LANDS');
  const credits = own.filter(({ receiver, height }) => receiver === wallet && height <= came);
  const isTaken = ({ kind, sender, height }: SimulatedTransaction): boolean =>
    kind === 'DEBIT' && sender === wallet && height <= went;
  const granted = credits.findLast(({ kind, allowance }) => kind === 'CREDIT' && allowance !== null);
  const since = granted === undefined ? [] : own.slice(own.indexOf(granted)).filter(isTaken);
  return {
    balance: notNegative(sumOf(credits) - sumOf(own.filter(isTaken))),
    allowance: notNegative((granted?.allowance ?? 0n) - sumOf(since)),
  };
};

const FOREVER = 2n ** 62n;

/** Waiting debits count as taken: they land first. */
const fateOf = (rows: Rows, transfer: SimulatedTransfer, height: bigint): SimulatedTransfer['fate'] => {
  if (transfer.kind !== 'DEBIT' || transfer.fate !== 'LANDS') return transfer.fate;
  const { balance, allowance } = holdingsOf(rows, { ...transfer, wallet: transfer.sender }, height, FOREVER);
  return transfer.baseUnits <= balance && transfer.baseUnits <= allowance ? 'LANDS' : 'REVERTS';
};

const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const byHeight = (one: SimulatedTransaction, other: SimulatedTransaction): number => Number(one.height - other.height);

/** The books of the simulated network in memory. */
export const createMemoryBooks = (clock: Clock): SimulatedBooks => {
  let rows: Rows = [];
  const next = (): bigint => heightAt(clock.now()) + 1n;
  return {
    place: async (transfer, notBefore = 0n) => {
      const known = rows.find(({ txid }) => txid === transfer.txid);
      if (known !== undefined) return known;
      const height = later(next(), notBefore);
      const placed = { ...transfer, height, fate: fateOf(rows, transfer, height) };
      rows = [...rows, placed].sort(byHeight);
      return placed;
    },
    find: async (txids) => new Map(rows.filter(({ txid }) => txids.includes(txid)).map((row) => [row.txid, row])),
    arrivals: async ({ from, to, receivers, limit }) =>
      rows
        .filter(
          ({ height, receiver, fate }) =>
            height >= from && height <= to && receivers.includes(receiver) && fate !== 'DROPPED',
        )
        .slice(0, limit),
    holdings: async (key, upTo) => holdingsOf(rows, key, upTo, upTo),
    advance: async (partnerId, ms) => {
      const nearer = BigInt(Math.floor(ms / BLOCK_MS));
      const isWaiting = (row: SimulatedTransaction): boolean =>
        row.partnerId === partnerId && row.kind === 'DEBIT' && row.height > next();
      rows = rows
        .map((row) => (isWaiting(row) ? { ...row, height: later(next(), row.height - nearer) } : row))
        .sort(byHeight);
    },
    reset: async (partnerId) => {
      rows = rows.filter((row) => row.partnerId !== partnerId);
    },
  };
};
