import type { CashinEvent } from '../../../aggregates/cashin/events';
import type { CashoutEvent } from '../../../aggregates/cashout/events';
import type { DepositEvent } from '../../../aggregates/deposit/events';
import type { Digits } from '../../../aggregates/money';
import type { PeggedBalanceEvent } from '../../../aggregates/pegged-balance/events';
import type { FeeParts } from '../../../aggregates/quote/events';
import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { type Account, account, BRL, move, type Posting } from './postings';

/** Events of the streams that money goes through. */
export type MoneyEvent = CashoutEvent | CashinEvent | DepositEvent | PeggedBalanceEvent | WithdrawalEvent;

export type MoneyEventOf<Type extends MoneyEvent['type']> = Extract<MoneyEvent, { readonly type: Type }>;

/** The postings of an event after the earlier events of its stream; `of` is the payment. */
export type Rule<Type extends MoneyEvent['type']> = (
  event: MoneyEventOf<Type>,
  before: readonly MoneyEvent[],
  of: string,
) => readonly Posting[];

/** A rule for every event of a family, also for an event that posts nothing. */
export type Rules<Event extends MoneyEvent> = { readonly [Type in Event['type']]: Rule<Type> };

export const nothing = (): readonly Posting[] => [];

export const find = <Type extends MoneyEvent['type']>(
  before: readonly MoneyEvent[],
  type: Type,
): MoneyEventOf<Type> | undefined => before.find((event): event is MoneyEventOf<Type> => event.type === type);

export const need = <Type extends MoneyEvent['type']>(
  before: readonly MoneyEvent[],
  type: Type,
): MoneyEventOf<Type>['data'] => {
  const found = find(before, type);
  if (found === undefined) throw new Error(`money without ${type} before it`);
  return (found as unknown as { readonly data: MoneyEventOf<Type>['data'] }).data;
};

/** `debited -> fees` for each part; floor and platform's share are one account. */
export const feesFrom = (debited: Account, fees: FeeParts, of: string): readonly Posting[] => [
  ...move(debited, account('fees:platform', of), BRL, BigInt(fees.floorCents) + BigInt(fees.platformCents)),
  ...move(debited, account('fees:partner', of), BRL, fees.partnerCents),
  ...move(debited, account('fees:network', of), BRL, fees.networkCents),
];

export const sumOf = (...cents: readonly Digits[]): bigint => cents.reduce((sum, each) => sum + BigInt(each), 0n);
