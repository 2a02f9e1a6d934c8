import { type DepositId, depositIdOf, type Movement, type SeenMovement } from '../../../aggregates/chain';
import { type DepositCommand, type DepositState, deposit } from '../../../aggregates/deposit/deposit';
import type { DepositEvent } from '../../../aggregates/deposit/events';
import { isClosedStream } from '../../../aggregates/stream-fault';
import { systemContext } from '../../handling/context';
import { commandIdOf } from '../../handling/deterministic-ids';
import { handle } from '../../handling/handle';
import type { HandleDeps, Handled } from '../../handling/request';
import type { ScannedMovement } from '../../ports/chains/chain-reader';
import { inParallel } from '../in-parallel';
import type { WatchDeps } from '../watch-deps';

export interface RecordDeps extends HandleDeps, Pick<WatchDeps, 'mode' | 'alert' | 'isSentByUs'> {
  readonly reader: Pick<WatchDeps['reader'], 'network'>;
}

/** Each append has its own stream, so no append waits for another. */
export const APPENDS_AT_ONCE = 16;

export const idOf = ({ network, txid, position }: SeenMovement): DepositId => depositIdOf(network, txid, position);

/** The state decides if the movement is new, not the id: a reorganised block may return. */
export const record = (
  deps: RecordDeps,
  seen: SeenMovement,
  commandOf: (now: string) => DepositCommand,
): Promise<Handled<DepositState, DepositEvent>> => {
  const now = deps.clock.iso();
  const command = commandOf(now);
  const depositId = idOf(seen);
  const commandId = commandIdOf(command.type, depositId, seen.blockHash, now);
  const context = systemContext(`watcher:${deps.reader.network}`, commandId, seen.blockHash);
  return handle(deps, deposit, { id: depositId, context, command, recalls: true }).catch((error: unknown) => {
    if (!isClosedStream(error)) throw error;
    deps.alert('A lost stream was closed: an operator must settle its payment', { stream: error.stream });
    return NO_NEWS;
  });
};

/** The result for a movement whose stream was lost and closed: it blocks no other. */
const NO_NEWS: Handled<DepositState, DepositEvent> = {
  ...{ events: [], state: deposit.initial, revision: -1, opening: undefined, position: null, writtenRevision: null },
};

/** Throws for another network or a missing block time. */
export const finalMovement = ({ reader, mode }: RecordDeps, movement: SeenMovement): Movement => {
  const { network, blockTime } = movement;
  if (network !== reader.network) throw new Error(`${reader.network}: the reader reported a movement of ${network}`);
  if (typeof blockTime !== 'string')
    throw new Error(`the reader reports ${idOf(movement)} as final without a block time`);
  return { ...movement, blockTime, mode };
};

const seenMovement = ({ reader, mode }: RecordDeps, movement: SeenMovement): SeenMovement => {
  if (movement.network !== reader.network) {
    throw new Error(`${reader.network}: the reader reported a movement of ${movement.network}`);
  }
  return { ...movement, mode };
};

export const finalise = async (deps: RecordDeps, told: Movement) => {
  const isOwn = told.isOwn === true || (await deps.isSentByUs(told.txid));
  const movement: Movement = isOwn ? { ...told, isOwn } : told;
  return record(deps, movement, (now) => ({ type: 'FinaliseDeposit', movement, now }));
};

const memosFirst = (scanned: readonly ScannedMovement[]): readonly ScannedMovement[] => [
  ...scanned.filter(({ movement }) => movement.memos.length > 0),
  ...scanned.filter(({ movement }) => movement.memos.length === 0),
];

type Recording = () => ReturnType<typeof record>;

/** Throws when a movement is not of this network. */
export const recordingsOf = (deps: RecordDeps, scanned: readonly ScannedMovement[]): readonly Recording[] =>
  memosFirst(scanned).map(({ movement, isFinal }) => {
    if (isFinal) {
      const final = finalMovement(deps, movement);
      return () => finalise(deps, final);
    }
    const seen = seenMovement(deps, movement);
    return () => record(deps, seen, (now) => ({ type: 'ObserveDeposit', movement: seen, now }));
  });

export const writeAll = async (recordings: readonly Recording[]): Promise<number> => {
  let news = 0;
  await inParallel(APPENDS_AT_ONCE, recordings, async (recording) => {
    const { events, revision } = await recording();
    if (events.length > 0 && revision === events.length - 1) news += 1;
  });
  return news;
};

export const recordScanned = (deps: RecordDeps, scanned: readonly ScannedMovement[]): Promise<number> =>
  writeAll(recordingsOf(deps, scanned));
