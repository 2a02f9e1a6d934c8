import type { BaseUnits } from '../money';
import type { DeliveryEvent, DeliveryFailed } from './events';

/** Prepared and perhaps broadcast: the delivery continues only with the outcome of its id. */
export interface SentDelivery {
  readonly phase: 'SENT';
  readonly attempt: number;
  readonly deliveryId: string;
  readonly provider: string;
  readonly prepared: string;
  readonly txId: string | null;
  readonly sentAt: string;
}

export interface RequestedDelivery {
  readonly phase: 'REQUESTED';
  readonly attempt: number;
  readonly deliveryId: string;
  readonly provider: string;
}

export interface ConfirmedDelivery {
  readonly phase: 'CONFIRMED';
  readonly deliveryId: string;
  readonly deliveredBaseUnits: BaseUnits;
  readonly txId: string;
}

export type DeliveryState =
  | { readonly phase: 'NONE' }
  | RequestedDelivery
  | SentDelivery
  | { readonly phase: 'WAITING'; readonly attempt: number; readonly nextAttemptAt: string }
  | ConfirmedDelivery
  | ({ readonly phase: 'FAILED' } & Pick<DeliveryFailed, 'attempt' | 'deliveryId' | 'code' | 'message'>);

export const NO_DELIVERY: DeliveryState = { phase: 'NONE' };

export const openUnder = (delivery: DeliveryState, deliveryId: string): RequestedDelivery | SentDelivery | null =>
  (delivery.phase === 'REQUESTED' || delivery.phase === 'SENT') && delivery.deliveryId === deliveryId ? delivery : null;

/** A sent delivery may arrive, despite any decision here. */
export const mayArrive = ({ phase }: DeliveryState): boolean => phase === 'SENT' || phase === 'CONFIRMED';

export const evolveDelivery = (state: DeliveryState, event: DeliveryEvent): DeliveryState => {
  if (state.phase === 'CONFIRMED') return state;
  // The next attempt is allowed only for one found after a loss of the log.
  if (state.phase === 'FAILED' && event.type !== 'DeliveryRequested') return state;
  switch (event.type) {
    case 'DeliveryRequested': {
      const { attempt, deliveryId, provider } = event.data;
      return { phase: 'REQUESTED', attempt, deliveryId, provider };
    }
    case 'DeliverySent': {
      const { attempt, deliveryId, provider, prepared, txId, sentAt } = event.data;
      return { phase: 'SENT', attempt, deliveryId, provider, prepared, txId, sentAt };
    }
    case 'DeliveryConfirmed': {
      const { deliveryId, deliveredBaseUnits, txId } = event.data;
      return { phase: 'CONFIRMED', deliveryId, deliveredBaseUnits: BigInt(deliveredBaseUnits), txId };
    }
    case 'DeliveryFailed': {
      const { attempt, deliveryId, nextAttemptAt, code, message } = event.data;
      return nextAttemptAt === null
        ? { phase: 'FAILED', attempt, deliveryId, code, message }
        : { phase: 'WAITING', attempt, nextAttemptAt };
    }
  }
};
