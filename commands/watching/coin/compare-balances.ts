import { deposit } from '../../../aggregates/deposit/deposit';
import { streamNameOf } from '../../../aggregates/stream';
import type { ChainHead, CoinBalances } from '../../ports/chains/chain-reader';
import { finalise, finalMovement, idOf } from '../scanning/record';
import { type Look, messageOf, type WatchDeps } from '../watch-deps';
import { type CoinBalance, type CoinSeen, movementOfRise, unexplainedBaseUnits } from './unexplained-rise';

const EVERY_MS = 60_000;

/** A scan reads no transfer of coin that a call brings: a rise becomes a deposit of the inbox. Null: compared. */
export const compareBalances = async (deps: WatchDeps, look: Look, finalHeight: bigint): Promise<string | null> => {
  const { memory, reader } = deps;
  const isDue = look.startedAtMs - memory.comparedAtMs >= EVERY_MS;
  if (reader.coinBalances === undefined || !isDue || !(await isAllKnown(deps, look, finalHeight))) return null;
  memory.comparedAtMs = look.startedAtMs;
  try {
    const { final } = look.heads;
    const told = await reader.coinBalances(final.height, { isSecond: false });
    if (told !== null) await compareAll(deps, final, told);
    return null;
  } catch (error) {
    if (deps.isHeldByStore(error)) throw error;
    return `the comparison of receiver balances failed: ${messageOf(error)}`;
  }
};

/** Every final block is scanned, and every transaction of them read. */
const isAllKnown = async ({ store }: WatchDeps, { heads, state }: Look, finalHeight: bigint): Promise<boolean> => {
  if (finalHeight < heads.final.height || state.finality.standing !== 'SOUND') return false;
  const unread = await store.lowestUnread();
  return unread === null || unread > heads.final.height;
};

const compareAll = async (deps: WatchDeps, at: ChainHead, told: CoinBalances): Promise<void> => {
  const known = new Map((await deps.store.coinBalances()).map((balance) => [balance.receiver, balance]));
  for (const { receiver, baseUnits } of told.balances) {
    const now: CoinBalance = { receiver, height: at.height, baseUnits };
    const before = known.get(receiver) ?? null;
    const isSettled =
      before === null || (before.height < now.height && (await settle(deps, at, { told, before, now })));
    if (isSettled) await deps.store.saveCoinBalance(now, before);
  }
};

interface Compared {
  readonly told: CoinBalances;
  readonly before: CoinBalance;
  readonly now: CoinBalance;
}

/** False when the same comparison has to be made again. */
const settle = async (deps: WatchDeps, at: ChainHead, compared: Compared): Promise<boolean> => {
  const { before, now } = compared;
  if (now.baseUnits <= before.baseUnits) return true;
  const { receiver, height } = now;
  const seen = await deps.coinSeen({ receiver, assetId: compared.told.assetId, after: before.height, upTo: height });
  if (seen === null) return false;
  if (unexplainedBaseUnits(before, now, seen) === 0n) return true;
  return (await isToldTwice(deps, now)) && recordRise(deps, at, { ...compared, seen });
};

/** A false answer of a single endpoint must not invent money. */
const isToldTwice = async ({ reader }: WatchDeps, { receiver, height, baseUnits }: CoinBalance): Promise<boolean> => {
  const again = await reader.coinBalances?.(height, { isSecond: true });
  return again?.balances.find((one) => one.receiver === receiver)?.baseUnits === baseUnits;
};

/** False when another process was first: its record counts as seen in the next comparison. */
const recordRise = async (
  deps: WatchDeps,
  at: ChainHead,
  { told: { assetId }, ...compared }: Compared & { readonly seen: CoinSeen },
): Promise<boolean> => {
  const { network } = deps.reader;
  const movement = finalMovement(deps, movementOfRise({ network, assetId, at, ...compared }));
  const { events } = await finalise(deps, movement);
  if (events.length === 0) return false;
  const { receiver, amountBaseUnits } = movement;
  const depositId = idOf(movement);
  const facts = { stream: streamNameOf(deposit, depositId), depositId, network, receiver, amountBaseUnits };
  deps.alert("A receiver's coin balance rose without a scanned transfer", {
    ...facts,
    ...{ after: `${compared.before.height}`, upTo: `${at.height}` },
  });
  return true;
};
