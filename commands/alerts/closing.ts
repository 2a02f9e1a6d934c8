import type { LedgerEvent } from '../../aggregates/events';
import type { NetworkQuestions } from '../ports/standing/network-standing';

type EventType = LedgerEvent['type'];

/** The next event of the alert's stream that closes it: one of `types`, after the last of `sinceTypes` if given. */
export interface NextEvent {
  readonly by: 'EVENT';
  readonly types: readonly EventType[];
  /** Fields of the event's data that equal the alert's facts of the same name. */
  readonly same: readonly string[];
  /** The data has one of these fields; empty: any data. */
  readonly oneOf: readonly string[];
  readonly sinceTypes: readonly EventType[];
  readonly sinceSame: readonly string[];
  /** The stream's name is the category and the fact `id`; the fact `stream` is a whole name. */
  readonly category: '' | 'deposit-' | 'cashin-' | 'cashout-';
  readonly id: string;
}

/** What closes an alert; `ledger alerts close` closes any. A cause that is seen again opens it again. */
export type Closing =
  | NextEvent
  | { readonly by: 'PERSON' }
  | { readonly by: 'SILENCE'; readonly afterMs: number }
  /** A later look at the network without this question, or without the item of it that the fact `item` names. */
  | { readonly by: 'LOOK'; readonly question: keyof NetworkQuestions; readonly item: string | null }
  /** The parked stream was replayed, or the unread transaction was read or given up. */
  | { readonly by: 'REPLAY' | 'READ' };

export const PERSON: Closing = { by: 'PERSON' };
export const REPLAY: Closing = { by: 'REPLAY' };
export const READ: Closing = { by: 'READ' };

export const silence = (afterMs: number): Closing => ({ by: 'SILENCE', afterMs });
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** For single incidents without lasting harm. */
export const A_DAY = silence(24 * HOUR_MS);

export const look = (question: keyof NetworkQuestions, item: string | null = null): Closing => ({
  ...{ by: 'LOOK', question, item },
});

const next = (types: readonly EventType[], more: Partial<Omit<NextEvent, 'by' | 'types'>> = {}): Closing => ({
  ...{ by: 'EVENT', types, same: [], oneOf: [], sinceTypes: [], sinceSame: [], category: '', id: 'stream' },
  ...more,
});

export const payoutEnded = next(['PayoutSettled', 'PayoutRejected', 'PayoutDecided'], {
  ...{ sinceTypes: ['PayoutDispatched'], sinceSame: ['providerKey'] },
});
/** A settlement by the provider itself is no decision of two operators. */
export const payoutDecided = next(['PayoutDecided', 'PayoutSettled'], {
  ...{ oneOf: ['decidedBy', 'decided'], sinceTypes: ['PayoutContradicted'], sinceSame: ['providerKey', 'detail'] },
});
export const redemptionDecided = next(['RedemptionDecided'], {
  ...{ sinceTypes: ['RedemptionContradicted'], sinceSame: ['detail'] },
});
export const cashinDecided = next(['CashinDecided'], {
  ...{ sinceTypes: ['CashinContradicted'], sinceSame: ['about', 'detail'] },
});
export const pixKnown = next(['PixReceived', 'PixSettled'], { same: ['endToEndId'] });
export const pixGivenBack = next(['ChargeRefundDone'], { same: ['endToEndId'] });
export const splitMade = next(['SplitApplied'], { same: ['amountCents'], category: 'cashin-', id: 'intentId' });
export const depositTaken = next(['DepositClaimed', 'DepositMatched', 'DepositReverted'], {
  ...{ sinceTypes: ['DepositUnmatched', 'DepositReleased'], category: 'deposit-', id: 'depositId' },
});
export const intentEnded = next(['DepositAccepted', 'CashoutExpired'], { category: 'cashout-', id: 'intentId' });
