import type { Decider } from '../decider';
import { type RejectionError, rejection } from '../rejection';
import { partsOfStream, type StreamCategory } from '../stream';
import type { ClosingEvent, LastKnown, StreamClosed } from './events';

/** The result of a read of the whole stream. An empty stream without a reason is NOTHING. */
export type Found = { readonly is: 'WHOLE' | 'NOTHING' } | { readonly is: 'FAULTY'; readonly why: Why };

type Why = Pick<StreamClosed, 'closedFor' | 'detail'>;

export interface Traces extends LastKnown {
  readonly memos: readonly string[];
  readonly isParked: boolean;
}

export interface CloseStream {
  readonly type: 'CloseStream';
  readonly stream: string;
  readonly found: Found;
  readonly traces: Traces;
  readonly actor: string;
  readonly reason: string;
  readonly now: string;
}

export type ClosingState = StreamClosed | null;

type Closable = 'cashout' | 'deposit';

const isClosable = (category: StreamCategory): category is Closable => category === 'cashout' || category === 'deposit';

const refused = (message: string): RejectionError => rejection('WRONG_STATE', message);

const subjectOf = (stream: string): Pick<StreamClosed, 'intentId' | 'depositId'> => {
  const parts = partsOfStream(stream);
  if (parts === null) throw rejection('NOT_FOUND', `${stream} is not a stream of this ledger`);
  if (!isClosable(parts.category)) {
    throw refused(`Only a stream of a payment or a deposit can be closed. ${stream} stays parked until it is restored`);
  }
  return parts.category === 'cashout' ? { intentId: parts.id } : { depositId: parts.id };
};

const isTraced = ({ event, status, isParked }: Traces): boolean => event !== null || status !== null || isParked;

/** A foreign or empty stream can be closed only if rows name it. */
const whyOf = ({ stream, found, traces }: CloseStream): Why => {
  if (found.is === 'WHOLE') {
    throw refused(`${stream} is complete: run \`ledger replay-parked\` to continue it`);
  }
  const why = found.is === 'FAULTY' ? found.why : null;
  if ((why === null || why.closedFor === 'FOREIGN') && !isTraced(traces)) {
    throw rejection('NOT_FOUND', `No stream of this ledger has the name ${stream}`);
  }
  return why ?? { closedFor: 'GONE', detail: 'the read models contain the stream, but the log has no events of it' };
};

const decide = (state: ClosingState, command: CloseStream): readonly ClosingEvent[] => {
  if (state !== null) return [];
  const { stream, actor, reason, now: closedAt } = command;
  const { memos, event, status } = command.traces;
  const subject = subjectOf(stream);
  const lastKnown = event === null && status === null ? null : { status, event };
  return [
    {
      type: 'StreamClosed',
      data: { stream, ...subject, memos, lastKnown, ...whyOf(command), actor, reason, closedAt },
    },
  ];
};

/** Stream `closing-<stream>`: an operator closed a stream that cannot be restored. */
export const closing: Decider<ClosingState, CloseStream, ClosingEvent> = {
  category: 'closing',
  initial: null,
  evolve: (state, { data }) => state ?? data,
  decide,
};
