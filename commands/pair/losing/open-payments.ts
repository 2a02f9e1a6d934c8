import type { LedgerEvent, Position, Recorded } from '../../../aggregates/events';
import { partsOfStream, type StreamCategory } from '../../../aggregates/stream';
import type { CommandContext } from '../../handling/context';
import type { HandleDeps } from '../../handling/request';
import type { ForOperator } from './for-operator';

export interface Holder {
  readonly category: StreamCategory;
  readonly opens: readonly LedgerEvent['type'][];
  readonly ends: readonly LedgerEvent['type'][];
  /** After such an event a payment may be open despite its end: only `hold` decides. */
  readonly outlasts: readonly LedgerEvent['type'][];
  /** False when it is already held, or has ended. Repeatable. */
  readonly hold: (deps: HandleDeps) => (id: string, lostSince: string, context: CommandContext) => Promise<boolean>;
  /** After the hold: amounts for an operator to check before a release; null: none. */
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
  readonly at: string;
  readonly position: Position;
}

export interface SeenInCopy {
  readonly end: CopyEnd;
  readonly open: readonly OpenPayment[];
  readonly watermarks: ReadonlyMap<string, bigint>;
}

/** Events of the loss commands do not count, so that a second run finds the same end. */
const isOfLoss = ({ data }: Recorded): boolean => 'lostSince' in data;

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
