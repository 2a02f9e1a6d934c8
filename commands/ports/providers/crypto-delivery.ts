import type { NetworkName } from '../../../aggregates/chain';
import type { BaseUnits, Cents, Digits } from '../../../aggregates/money';
import type { Iso } from '../clock';
import type { Provider, Providers } from './providers';
import type { CallContext, FailureCode, Result } from './result';

export interface DeliveredAsset {
  readonly assetId: number;
  readonly network: NetworkName;
}

export interface DeliveryOrder extends DeliveredAsset {
  readonly idempotencyKey: string;
  readonly amount: BaseUnits;
  /** Less than `amount` only for a provider that converts. */
  readonly minimum: BaseUnits;
  readonly destination: string;
  /** Centavos that a converting provider may take for the delivery. */
  readonly brlCents: Cents;
  readonly notAfter: Iso;
  readonly scenario?: string;
}

export interface Delivery {
  readonly idempotencyKey: string;
  readonly providerId: string;
  /** FAILED: nothing arrived under this key, nor ever will. REPLACED: on its way in another transaction. */
  readonly state: 'PREPARED' | 'BROADCAST' | 'REPLACED' | 'CONFIRMED' | 'FAILED';
  readonly amount: BaseUnits;
  readonly txId?: string;
  /** Taken from a float of the provider's own; absent: from our treasury. */
  readonly debited?: Cents;
  /** Fee in the network's native coin, if we paid it. */
  readonly networkFee?: BaseUnits;
  readonly blockTime?: Iso;
  /** Block of the delivery, for a transaction of ours on a chain. */
  readonly blockNumber?: Digits;
  readonly failure?: {
    readonly code: FailureCode;
    readonly providerCode?: string;
    readonly message: string;
    readonly retryClass: boolean;
  };
}

export interface PreparedDelivery {
  readonly delivery: Delivery;
  /** The signed transaction or the provider's order; stored before it is broadcast. */
  readonly prepared: string;
}

export type DestinationNeed = 'TRUSTLINE' | 'ACTIVATION' | 'TAG' | 'TOKEN_ACCOUNT';

/** Sends crypto once per key. An order in two steps is prepared, then broadcast. */
export interface CryptoDelivery extends Provider {
  /** The provider buys the crypto itself, so that a quote is an estimate with a floor. */
  readonly isConverting: boolean;
  readonly serves: (asset: DeliveredAsset) => boolean;
  readonly checkDestination: (
    context: CallContext,
    asked: DeliveredAsset & { readonly destination: string },
  ) => Promise<Result<{ readonly canReceive: boolean; readonly needs?: DestinationNeed }>>;
  /** Moves no money. A repetition answers the same bytes; bytes without a broadcast never arrive. */
  readonly prepare: (context: CallContext, order: DeliveryOrder) => Promise<Result<PreparedDelivery>>;
  /** A repeated broadcast of the same bytes has no effect. */
  readonly broadcast: (context: CallContext, idempotencyKey: string, prepared: string) => Promise<Result<Delivery>>;
  readonly get: (context: CallContext, idempotencyKey: string, txId: string | null) => Promise<Result<Delivery>>;
  readonly available: (context: CallContext, asset: DeliveredAsset) => Promise<Result<{ readonly amount: BaseUnits }>>;
}

export type CryptoDeliveries = Providers<DeliveredAsset, CryptoDelivery>;
