import type { LedgerEvent, Position, Recorded } from '../../../aggregates/events';
import { partsOfStream, type StreamCategory } from '../../../aggregates/stream';
import type { CommandContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import type { ForOperator } from './for-operator';

/** Of one family of payments: which are open, and what holds one of them. */
export interface Holder {
  readonly category: StreamCategory;
  readonly opens: readonly LedgerEvent['type'][];
  readonly ends: readonly LedgerEvent['type'][];
  /** From such an event on a payment may be open whatever its end: only `hold` knows. */
  readonly outlasts: readonly LedgerEvent['type'][];
  /** False: it is held already, or has ended. Repeatable. */
  readonly hold: (deps: HandleDeps) => (id: string, lostSince: string, context: CommandContext) => Promise<boolean>;
  /** Once it is held: what an operator must look for before it is released; null: nothing. */
  readonly forOperator: (eventStore: HandleDeps['eventStore'], id: string) => Promise<ForOperator | null>;
}

export interface HeldPayment extends OpenPayment {
  readonly forOperator: ForOperator | null;
}

export interface OpenPayment {
  readonly holder: Holder;
  readonly id: string;
}

export interface CopyEnd {
  /** Of the last event that no loss has written. */
  readonly at: string;
  readonly position: Position;
}

/** What a copy of a log holds that matters after a loss. */
export interface SeenInCopy {
  readonly end: CopyEnd;
  readonly open: readonly OpenPayment[];
  /** Each network's last watermark, by name. */
  readonly watermarks: ReadonlyMap<string, bigint>;
}

/** Written by what is done about a loss: a second run must find the same end. */
const isOfLoss = ({ data }: Recorded): boolean => 'lostSince' in data;

/** One pass over a log, in its order; it keeps what is open and nothing else. */
export const createCopyReading = (holders: readonly Holder[]) => {
  const open = new Map<string, OpenPayment>();
  const lasting = new Map<string, OpenPayment>();
  const watermarks = new Map<string, bigint>();
  let end: CopyEnd | null = null;
  const see = (event: Recorded): void => {
    const { stream, type, metadata, position } = event;
    if (!isOfLoss(event)) end = { at: metadata.at, position };
    if (type === 'WatermarkReached') watermarks.set(event.data.network, BigInt(event.data.blockNumber));
    const parts = partsOfStream(stream);
    const holder = holders.find(({ category }) => category === parts?.category);
    if (holder === undefined || parts === null) return;
    const payment = { holder, id: parts.id };
    if (holder.opens.includes(type)) open.set(stream, payment);
    if (holder.ends.includes(type)) open.delete(stream);
    if (holder.outlasts.includes(type)) lasting.set(stream, payment);
  };
  const seen = (): SeenInCopy => {
    if (end === null) throw new Error('The log has no event of a ledger');
    return { end, open: [...new Map([...open, ...lasting]).values()], watermarks };
  };
  return { see, seen };
};
