import type { Decider } from '../decider';
import { type RejectionError, rejection } from '../rejection';
import { type StreamName, streamNameOf } from '../stream';
import type {
  LedgerAttached,
  LedgerIdentityEvent,
  LedgerLed,
  LedgerMoveCancelled,
  LedgerMoved,
  LedgerOpened,
} from './events';

export type LedgerState =
  | { readonly status: 'NONE' }
  | { readonly status: 'OPEN'; readonly ledgerId: string; readonly term: number; readonly attached: string | null }
  | { readonly status: 'MOVED'; readonly ledgerId: string; readonly term: number; readonly moveId: string }
  | { readonly status: 'CANCELLED'; readonly ledgerId: string; readonly moveId: string };

export type LedgerCommand =
  | { readonly type: 'OpenLedger'; readonly data: LedgerOpened }
  | { readonly type: 'LeadLedger'; readonly data: LedgerLed }
  | { readonly type: 'AttachLedger'; readonly data: LedgerAttached }
  | { readonly type: 'MoveLedger'; readonly data: LedgerMoved }
  | { readonly type: 'CancelMove'; readonly data: LedgerMoveCancelled };

/** Who attached and when: a repetition says the same. */
const attachmentOf = ({ actor, attachedAt }: LedgerAttached): string => `${actor}\n${attachedAt}`;

const evolve = (state: LedgerState, { type, data }: LedgerIdentityEvent): LedgerState => {
  const { ledgerId } = data;
  if (state.status === 'NONE') {
    if (type === 'LedgerOpened') return { status: 'OPEN', ledgerId, term: 0, attached: null };
    return type === 'LedgerMoveCancelled' ? { status: 'CANCELLED', ledgerId, moveId: data.moveId } : state;
  }
  if (state.status === 'CANCELLED') return state;
  switch (type) {
    case 'LedgerOpened':
    case 'LedgerMoveCancelled':
      return state;
    case 'LedgerLed':
      return { ...state, term: data.term };
    case 'LedgerAttached':
      return { status: 'OPEN', ledgerId, term: state.term, attached: attachmentOf(data) };
    case 'LedgerMoved':
      return { status: 'MOVED', ledgerId, term: state.term, moveId: data.moveId };
  }
};

const decide = (state: LedgerState, command: LedgerCommand): readonly LedgerIdentityEvent[] => {
  if (state.status !== 'NONE' && state.ledgerId !== command.data.ledgerId) {
    throw refused(`The store holds ledger ${state.ledgerId}, not ${command.data.ledgerId}`);
  }
  switch (command.type) {
    case 'OpenLedger':
      return open(state, command.data);
    case 'LeadLedger':
      return lead(state, command.data);
    case 'AttachLedger':
      return attach(state, command.data);
    case 'MoveLedger':
      return move(state, command.data);
    case 'CancelMove':
      return cancel(state, command.data);
  }
};

const refused = (message: string): RejectionError => rejection('WRONG_STATE', message);

const open = (state: LedgerState, data: LedgerOpened): readonly LedgerIdentityEvent[] => {
  if (state.status === 'NONE') return [{ type: 'LedgerOpened', data }];
  if (state.status !== 'CANCELLED') return [];
  throw refused(`The move ${state.moveId} to this store was cancelled`);
};

const lead = (state: LedgerState, data: LedgerLed): readonly LedgerIdentityEvent[] => {
  if (state.status !== 'OPEN') throw refused('Only a ledger that is open here can be led');
  if (data.term === state.term) return [];
  if (data.term < state.term) throw refused(`Term ${data.term} is over: the term is ${state.term}`);
  return [{ type: 'LedgerLed', data }];
};

/** A ledger that has left comes back only by cancelling the move that it left by: else it could live in two stores. */
const attach = (state: LedgerState, data: LedgerAttached): readonly LedgerIdentityEvent[] => {
  if (state.status === 'OPEN' && state.attached === attachmentOf(data)) return [];
  const leftBy = state.status === 'MOVED' ? state.moveId : undefined;
  if ((state.status === 'OPEN' || state.status === 'MOVED') && data.cancelledMoveId === leftBy) {
    return [{ type: 'LedgerAttached', data }];
  }
  throw refused(leftBy === undefined ? 'The ledger is not here' : `The ledger has left this store by move ${leftBy}`);
};

const move = (state: LedgerState, data: LedgerMoved): readonly LedgerIdentityEvent[] => {
  if (state.status === 'OPEN') return [{ type: 'LedgerMoved', data }];
  if (state.status === 'MOVED' && state.moveId === data.moveId) return [];
  throw refused('Only a ledger that is open here can move');
};

const cancel = (state: LedgerState, data: LedgerMoveCancelled): readonly LedgerIdentityEvent[] => {
  if (state.status === 'NONE') return [{ type: 'LedgerMoveCancelled', data }];
  if (state.status === 'CANCELLED' && state.moveId === data.moveId) return [];
  throw refused('The ledger is in this store: its move has ended');
};

/** Stream `ledger-identity`: whose log this is, and who leads, attached or moved it. */
export const ledger: Decider<LedgerState, LedgerCommand, LedgerIdentityEvent> = {
  category: 'ledger',
  initial: { status: 'NONE' },
  evolve,
  decide,
};

/** The only stream of its category. */
export const LEDGER_STREAM: StreamName = streamNameOf(ledger, 'identity');
