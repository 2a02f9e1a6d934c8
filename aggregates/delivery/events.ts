import type { NetworkName } from '../chain';
import type { Digits } from '../money';

/**
 * DeliveryRequested -> DeliverySent -> DeliveryConfirmed; either of the first two -> DeliveryFailed -> (DeliveryRequested,
 * the next attempt, or the end): crypto that a cash-in sends, in its stream.
 */
export type DeliveryEvent =
  | { readonly type: 'DeliveryRequested'; readonly data: DeliveryRequested }
  | { readonly type: 'DeliverySent'; readonly data: DeliverySent }
  | { readonly type: 'DeliveryConfirmed'; readonly data: DeliveryConfirmed }
  | { readonly type: 'DeliveryFailed'; readonly data: DeliveryFailed };

interface OfCashin {
  readonly intentId: string;
}

export interface DeliveryRequested extends OfCashin {
  /** From 1; each attempt has its own id, under which the provider delivers at most once. */
  readonly attempt: number;
  readonly deliveryId: string;
  readonly provider: string;
  readonly assetId: number;
  readonly network: NetworkName;
  readonly amountBaseUnits: Digits;
  readonly minimumBaseUnits: Digits;
  readonly destination: string;
  readonly requestedAt: string;
}

/** The fence: the service broadcasts only these prepared bytes under this id. */
export interface DeliverySent extends OfCashin {
  readonly attempt: number;
  readonly deliveryId: string;
  readonly provider: string;
  readonly assetId: number;
  readonly network: NetworkName;
  readonly amountBaseUnits: Digits;
  readonly txId: string | null;
  /** The signed transaction or order. Empty when found after a loss of the log: then it is never broadcast again. */
  readonly prepared: string;
  readonly workerId: string;
  readonly sentAt: string;
}

export interface DeliveryConfirmed extends OfCashin {
  readonly deliveryId: string;
  readonly provider: string;
  readonly assetId: number;
  readonly network: NetworkName;
  /** The owed amount; equal to `deliveredBaseUnits` unless the provider converts. */
  readonly amountBaseUnits: Digits;
  readonly deliveredBaseUnits: Digits;
  /** Centavos that a provider with its own float took for the delivery; null: our treasury delivered. */
  readonly debitedCents: Digits | null;
  /** Fee in the network's native coin; null when we did not pay it. */
  readonly networkFeeBaseUnits: Digits | null;
  readonly txId: string;
  readonly blockTime: string | null;
  readonly blockNumber?: Digits;
  readonly confirmedAt: string;
}

export interface DeliveryFailed extends OfCashin {
  readonly attempt: number;
  readonly deliveryId: string;
  readonly provider: string;
  readonly assetId: number;
  readonly network: NetworkName;
  readonly amountBaseUnits: Digits;
  readonly wasSent: boolean;
  readonly code: string;
  readonly message: string;
  readonly nextAttemptAt: string | null;
  readonly failedAt: string;
}

export interface ShownDelivery {
  readonly deliveryId: string;
  readonly symbol: string;
  readonly network: NetworkName;
  readonly decimals: number;
  readonly amountBaseUnits: Digits;
  readonly destination: string;
}
