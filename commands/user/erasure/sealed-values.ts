import { cashin } from '../../../aggregates/cashin/cashin';
import { cashout } from '../../../aggregates/cashout/cashout';
import type { LedgerEvent } from '../../../aggregates/events';
import { kycSession } from '../../../aggregates/kyc/kyc-session';
import { rejection } from '../../../aggregates/rejection';
import type { Sealed } from '../../../aggregates/sealed';
import type { PersonalField } from '../../../aggregates/user/events';
import { user } from '../../../aggregates/user/user';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { sessionIdOf } from '../../handling/deterministic-ids';
import { historyOf, stateOf } from '../../handling/reading/read-stream';
import type { EventStore } from '../../ports/event-store';
import type { PayoutMethod } from '../../ports/providers/payout-provider';

export interface WhichValue {
  readonly userId: string;
  readonly field: PersonalField;
  readonly paymentId?: string;
}

/** A sealed value, and the readable text in its content; null without text. */
export interface SealedValue {
  readonly sealed: Sealed;
  readonly textOf: (opened: string) => string | null;
  readonly of?: { readonly intentId: string } | { readonly withdrawId: string };
}

type Reading = Pick<EventStore, 'readStream'>;

/** Null without such a value. Refuses INTENT_NOT_FOUND for a payment of another user. */
export const findSealed = async (eventStore: Reading, which: WhichValue): Promise<SealedValue | null> => {
  const payment = which.paymentId === undefined ? null : await paymentOf(eventStore, which.paymentId);
  if (which.paymentId !== undefined && payment?.userId !== which.userId)
    throw rejection('INTENT_NOT_FOUND', 'The user has no such payment');
  const value =
    which.field === 'payee' || which.field === 'payer'
      ? (payment?.[which.field] ?? null)
      : await ofUser(eventStore, which.userId, which.field);
  return value === null ? null : { ...value, ...(payment === null ? {} : { of: payment.of }) };
};

interface Payment {
  readonly userId: string;
  readonly of: NonNullable<SealedValue['of']>;
  readonly payee: SealedValue | null;
  readonly payer: SealedValue | null;
}

const paymentOf = async (eventStore: Reading, paymentId: string): Promise<Payment | null> => {
  const histories = await Promise.all(
    [cashout, cashin, withdrawal].map((decider) => historyOf(eventStore, decider as typeof cashout, paymentId)),
  );
  const begun = histories.flatMap(([first]) => (first === undefined ? [] : [first as LedgerEvent]))[0];
  const intent = { of: { intentId: paymentId } };
  if (begun?.type === 'CashoutIntentCreated')
    return { ...intent, userId: begun.data.userId, payee: payeeOf(begun.data.payout), payer: null };
  if (begun?.type === 'CashinIntentCreated')
    return { ...intent, userId: begun.data.userId, payee: null, payer: { sealed: begun.data.payer, textOf: joined } };
  if (begun?.type !== 'WithdrawalRequested') return null;
  return { of: { withdrawId: paymentId }, userId: begun.data.userId, payee: payeeOf(begun.data.payout), payer: null };
};

const payeeOf = ({ kind, instruction }: { readonly kind: string; readonly instruction: Sealed }): SealedValue | null =>
  kind === 'GIFT_CARD' ? null : { sealed: instruction, textOf: payeeIn };

const payeeIn = (opened: string): string | null => {
  const method = JSON.parse(opened) as PayoutMethod;
  switch (method.kind) {
    case 'PIX_KEY':
      return method.key;
    case 'PIX_BRCODE':
      return method.brCode;
    case 'BOLETO':
      return method.line;
    case 'GIFT_CARD':
      return null;
  }
};

const joined = (opened: string): string =>
  Object.values(JSON.parse(opened) as Readonly<Record<string, unknown>>)
    .filter((value) => typeof value === 'string')
    .join(', ');

const asItIs = (opened: string): string => opened;

const nameIn = (opened: string): string | null => {
  const profile = JSON.parse(opened) as { readonly fullName?: string; readonly businessName?: string };
  return profile.fullName ?? profile.businessName ?? null;
};

const ofUser = async (
  eventStore: Reading,
  userId: string,
  field: Exclude<PersonalField, 'payee' | 'payer'>,
): Promise<SealedValue | null> => {
  const state = await stateOf(eventStore, user, userId);
  if (!('kyc' in state)) return null;
  if (field === 'externalUserId') return sealedValue(state.externalUserId, asItIs);
  const [started] = await historyOf(eventStore, kycSession, sessionIdOf(userId, state.session.number));
  if (started?.type !== 'KycSessionStarted') return null;
  const { document, birthDate, profile } = started.data.declared;
  if (field === 'document') return sealedValue(document, asItIs);
  return field === 'birthDate' ? sealedValue(birthDate, asItIs) : sealedValue(profile, nameIn);
};

const sealedValue = (sealed: Sealed | null, textOf: SealedValue['textOf']): SealedValue | null =>
  sealed === null ? null : { sealed, textOf };
