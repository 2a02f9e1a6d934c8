import type { Decider } from '../decider';
import type { Cents } from '../money';
import { rejection } from '../rejection';
import type { PayeeLimitEvent, PayeeLimitReserved } from './events';

export interface Reservation {
  readonly cents: Cents;
  readonly reservedAt: string;
}

export type PayeeLimitState = ReadonlyMap<string, Reservation>;

export type PayeeLimitCommand =
  | { readonly type: 'ReservePayeeLimit'; readonly reservation: PayeeLimitReserved }
  | { readonly type: 'GiveBackPayeeLimit'; readonly paymentId: string; readonly now: string };

const evolve = (state: PayeeLimitState, event: PayeeLimitEvent): PayeeLimitState => {
  const after = new Map(state);
  if (event.type === 'PayeeLimitGivenBack') after.delete(event.data.paymentId);
  else {
    const { paymentId, amountCents, reservedAt } = event.data;
    after.set(paymentId, { cents: BigInt(amountCents), reservedAt });
  }
  return after;
};

const decide = (state: PayeeLimitState, command: PayeeLimitCommand): readonly PayeeLimitEvent[] => {
  if (command.type === 'GiveBackPayeeLimit') {
    const { paymentId, now } = command;
    return state.has(paymentId) ? [{ type: 'PayeeLimitGivenBack', data: { paymentId, givenBackAt: now } }] : [];
  }
  const { reservation } = command;
  if (state.has(reservation.paymentId)) return [];
  const promised = [...state.values()].reduce((sum, { cents }) => sum + cents, 0n);
  if (promised + BigInt(reservation.amountCents) > BigInt(reservation.limitCents))
    throw rejection('AMOUNT_ABOVE_LIMIT', 'The amount exceeds the daily limit of this payee');
  return [{ type: 'PayeeLimitReserved', data: reservation }];
};

/** Stream `limit-<HMAC of the payee's key>-<day of Brasília>`: the reserved amounts of this day. */
export const payeeLimit: Decider<PayeeLimitState, PayeeLimitCommand, PayeeLimitEvent> = {
  category: 'limit',
  initial: new Map(),
  evolve,
  decide,
};
