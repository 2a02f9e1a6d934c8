import { type DepositId, depositIdOf, type Movement, type SeenMovement } from '../../../aggregates/chain';
import { type DepositCommand, type DepositState, deposit } from '../../../aggregates/deposit/deposit';
import type { DepositEvent } from '../../../aggregates/deposit/events';
import { systemContext } from '../../handling/context';
import { commandIdOf } from '../../handling/deterministic-ids';
import { handle } from '../../handling/handle';
import type { Handled } from '../../handling/request';
import type { ScannedMovement } from '../../ports/chain-reader';
import { inParallel } from '../in-parallel';
import type { WatchDeps } from '../watch-deps';

/** Appends at once: a stream each, so that they do not wait for each other. */
export const APPENDS_AT_ONCE = 16;

export const idOf = ({ network, txid, position }: SeenMovement): DepositId => depositIdOf(network, txid, position);

/** The deposit's state says whether it is news, not the id: a block may come back that was gone, and be news again. */
export const record = (
  deps: WatchDeps,
  seen: SeenMovement,
  commandOf: (now: string) => DepositCommand,
): Promise<Handled<DepositState, DepositEvent>> => {
  const now = deps.clock.iso();
  const command = commandOf(now);
  const depositId = idOf(seen);
  const commandId = commandIdOf(command.type, depositId, seen.blockHash, now);
  const context = systemContext(`watcher:${deps.reader.network}`, commandId, seen.blockHash);
  return handle(deps, deposit, { id: depositId, context, command, recalls: true });
};

/** A final movement with all that a final one tells; throws when the reader leaves something out, or tells of another network. */
export const finalMovement = ({ reader, mode }: WatchDeps, movement: SeenMovement): Movement => {
  const { network, blockTime } = movement;
  if (network !== reader.network) throw new Error(`${reader.network}: a movement of ${network} was told`);
  if (typeof blockTime !== 'string') throw new Error(`${idOf(movement)} is told as final without a block time`);
  return { ...movement, blockTime, mode };
};

const seenMovement = ({ reader, mode }: WatchDeps, movement: SeenMovement): SeenMovement => {
  if (movement.network !== reader.network) {
    throw new Error(`${reader.network}: a movement of ${movement.network} was told`);
  }
  return { ...movement, mode };
};

export const finalise = (deps: WatchDeps, movement: Movement) =>
  record(deps, movement, (now) => ({ type: 'FinaliseDeposit', movement, now }));

/** Whoever named one of our memos waits for us; dust does not. */
const memosFirst = (scanned: readonly ScannedMovement[]): readonly ScannedMovement[] => [
  ...scanned.filter(({ movement }) => movement.memos.length > 0),
  ...scanned.filter(({ movement }) => movement.memos.length === 0),
];

type Recording = () => ReturnType<typeof record>;

/** What is to be written of a scan; throws when any of it cannot be of this network. */
export const recordingsOf = (deps: WatchDeps, scanned: readonly ScannedMovement[]): readonly Recording[] =>
  memosFirst(scanned).map(({ movement, isFinal }) => {
    if (isFinal) {
      const final = finalMovement(deps, movement);
      return () => finalise(deps, final);
    }
    const seen = seenMovement(deps, movement);
    return () => record(deps, seen, (now) => ({ type: 'ObserveDeposit', movement: seen, now }));
  });

/** Answers how many deposits are new. */
export const writeAll = async (recordings: readonly Recording[]): Promise<number> => {
  let news = 0;
  await inParallel(APPENDS_AT_ONCE, recordings, async (recording) => {
    const { events, revision } = await recording();
    if (events.length > 0 && revision === events.length - 1) news += 1;
  });
  return news;
};

export const recordScanned = (deps: WatchDeps, scanned: readonly ScannedMovement[]): Promise<number> =>
  writeAll(recordingsOf(deps, scanned));
